//! The contract test: what [`crate::game::Game`] promises, tried on random games.

use std::sync::Arc;

use crate::MAX_SEATS;
use crate::action::{Actions, Seat};
use crate::error::{Error, Result};
use crate::game::{Game, Node, Payload};
use crate::rng::Rng;
use crate::run::At;

fn broken(promise: &str, seen: impl std::fmt::Display) -> Error {
    Error::position("contract", "", seen, promise.to_owned())
}

/// Plays `games` random games and holds every state against the contract. The error names the promise that broke. Slow.
pub fn contract<G: Game>(game: &Arc<G>, games: u32, seed: u64) -> Result<()> {
    contract_within(game, games, seed, u32::MAX)
}

/// [`contract`] over at most `max_steps` steps a game, for games whose rules need not end.
pub fn contract_within<G: Game>(game: &Arc<G>, games: u32, seed: u64, max_steps: u32) -> Result<()> {
    for number in 0..games {
        let mut rng = Rng::new(crate::rng::SplitMix64::nth(seed, u64::from(number)));
        let mut at = At { game: Arc::clone(game), state: game.initial() };
        let mut decisions = 0_u32;
        for _ in 0..max_steps {
            state_holds(&at, &mut rng)?;
            let action = match at.node() {
                Node::Terminal => break,
                Node::Chance => at.sample_chance(&mut rng)?,
                Node::Decision(_) => {
                    decisions += 1;
                    at.random_action(&mut rng)?
                }
            };
            let next = at.apply(action)?;
            let mut again = at.state;
            game.apply(&mut again, action);
            if again != next.state {
                return Err(broken("apply is deterministic", format!("{again:?}")));
            }
            at = next;
        }
        if game.common().max_game_length.is_some_and(|bound| decisions > bound) {
            return Err(broken("max_game_length is a bound", decisions));
        }
    }
    Ok(())
}

/// Everything that is promised of one state.
pub fn state_holds<G: Game>(at: &At<G>, rng: &mut Rng) -> Result<()> {
    let (game, state) = (&*at.game, &at.state);
    let common = game.common();
    game.check(state)?;
    numbers_hold(at)?;
    let payload = at.payload();
    if payload.len() > common.packed_size {
        return Err(broken("a payload fits packed_size", payload.len()));
    }
    if game.read(&payload)? != *state {
        return Err(broken("a payload reads back to the same state", format!("{state:?}")));
    }
    let text = serde_json::to_string(&game.position(state)).map_err(|error| broken("a position is JSON", error))?;
    let position: G::Position = serde_json::from_str(&text).map_err(|error| broken("a position reads back", error))?;
    if game.from_position(&position)? != *state {
        return Err(broken("a position reads back to the same state", text));
    }
    let scores = game.scores(state);
    let parts = game.parts(state);
    for seat in 0..common.num_players {
        let breakdown = game.breakdown(state, Seat(seat as u8));
        if breakdown.total() != scores[seat] || parts[seat].iter().sum::<i32>() != scores[seat] {
            return Err(broken("a score is the sum of its parts", format!("{breakdown:?} {:?} {}", parts[seat], scores[seat])));
        }
    }
    end_holds(at)?;
    if let Ok(next) = game.timeout(state) {
        game.check(&next)?;
    }
    for seat in (0..common.num_players as u8).map(|seat| Some(Seat(seat))).chain([None]) {
        view_holds(at, seat, rng)?;
    }
    Ok(())
}

/// Numbers ascend inside their space, mask and list agree, texts go there and back.
fn numbers_hold<G: Game>(at: &At<G>) -> Result<()> {
    let (game, state) = (&*at.game, &at.state);
    let common = game.common();
    let (legal, outcomes) = (at.legal(None), at.outcomes());
    let (actions, space): (&Actions, _) = match at.node() {
        Node::Decision(seat) => {
            if !game.deciders(state).contains(seat) {
                return Err(broken("the current player is a decider", seat.0));
            }
            if legal.is_empty() || !outcomes.actions.is_empty() {
                return Err(broken("at a decision some action is legal and no outcome is", legal.len()));
            }
            let mut own = Actions::new();
            game.legal_for(state, seat, &mut own);
            if !own.iter().eq(legal.iter()) {
                return Err(broken("legal_for of the current player is legal", own.len()));
            }
            let mut worths = Vec::new();
            game.worths(state, &legal, seat, |action, worth| worths.push((action, worth)));
            if !worths.iter().copied().eq(legal.iter().map(|action| (action, game.worth(state, action, seat)))) {
                return Err(broken("worths are the worth of each legal action", format!("{worths:?}")));
            }
            (&legal, &common.actions)
        }
        Node::Chance => {
            if outcomes.actions.is_empty() || outcomes.total() == 0 || !legal.is_empty() {
                return Err(broken("at a chance node some outcome is possible and no action is legal", outcomes.total()));
            }
            if !outcomes.weights.is_empty() && outcomes.weights.len() != outcomes.actions.len() {
                return Err(broken("each outcome has a weight", outcomes.weights.len()));
            }
            (&outcomes.actions, &common.chances)
        }
        Node::Terminal => {
            if !legal.is_empty() || !outcomes.actions.is_empty() {
                return Err(broken("at the end nothing is legal", legal.len()));
            }
            return Ok(());
        }
    };
    let ids: Vec<u16> = actions.iter().map(|action| action.0).collect();
    if !ids.is_sorted_by(|a, b| a < b) || ids.last().is_some_and(|&last| last >= space.size()) {
        return Err(broken("numbers ascend inside their space", format!("{ids:?}")));
    }
    if ids.len() != actions.len() || (0..ids.len()).any(|k| actions.nth(k).map(|action| action.0) != ids.get(k).copied()) {
        return Err(broken("count, choice and list agree", format!("{ids:?}")));
    }
    let mut mask = vec![false; space.size() as usize];
    actions.write_mask(&mut mask, false, true);
    if mask.iter().enumerate().filter(|&(_, &legal)| legal).map(|(id, _)| id as u16).ne(ids.iter().copied()) {
        return Err(broken("mask and list agree", format!("{ids:?}")));
    }
    for action in actions.iter() {
        let text = space.text(action)?;
        if space.parse(&text)? != action {
            return Err(broken("a text parses to its action", text));
        }
    }
    Ok(())
}

/// Returns and an outcome come at the end only.
fn end_holds<G: Game>(at: &At<G>) -> Result<()> {
    let players = at.game.common().num_players;
    let returns = at.returns();
    let total: f64 = returns.iter().sum();
    match (at.node(), at.game.outcome(&at.state)) {
        (Node::Terminal, Some(outcome)) => {
            let same = (0..MAX_SEATS).all(|seat| (returns[seat] > 0.0) == outcome.winners.contains(&Seat(seat as u8)));
            if !same || (total - 1.0).abs() > 1e-9 || outcome.ranks.len() != players || returns != outcome.returns() {
                return Err(broken("returns are shared by the winners", format!("{returns:?} {outcome:?}")));
            }
            Ok(())
        }
        (Node::Terminal, None) | (_, Some(_)) => Err(broken("an outcome comes at the end, and only then", at.game.phase(&at.state))),
        (_, None) if total != 0.0 => Err(broken("returns are 0 before the end", total)),
        (_, None) => Ok(()),
    }
}

/// A seat can't tell a resampled state from the real one, and its view goes there and back.
fn view_holds<G: Game>(real: &At<G>, seat: Option<Seat>, rng: &mut Rng) -> Result<()> {
    let game = &*real.game;
    let view = game.view(&real.state, seat);
    let drawn = real.with(game.resample(&view, rng));
    game.check(&drawn.state)?;
    if game.view(&drawn.state, seat) != view || game.viewer(&view) != seat {
        return Err(broken("a view is the same before and after resample", format!("{view:?}")));
    }
    let bytes = |at: &At<G>| {
        let mut payload = Payload::new();
        game.write_view(&game.view(&at.state, seat), &mut payload);
        payload
    };
    if bytes(real) != bytes(&drawn) {
        return Err(broken("equal views have equal bytes", format!("{view:?}")));
    }
    let text = serde_json::to_string(&game.view_document(&view)).map_err(|error| broken("a view is JSON", error))?;
    let document: G::ViewDocument = serde_json::from_str(&text).map_err(|error| broken("a view reads back", error))?;
    let read = game.view_from_document(seat, &document)?;
    if read != view {
        return Err(broken("a view reads back to the same view", text));
    }
    let numbers = |view: &G::View| {
        let mut out = vec![f32::NAN; game.common().observation.size];
        game.observe(view, &mut out);
        out
    };
    let observation = numbers(&view);
    if observation.iter().any(|number| !number.is_finite()) {
        return Err(broken("an observation is written whole and finite", format!("{view:?}")));
    }
    if numbers(&game.view(&drawn.state, seat)) != observation || numbers(&read) != observation {
        return Err(broken("equal views have equal observations", format!("{view:?}")));
    }
    let mut pair = [Actions::new(), Actions::new()];
    for (actions, at) in pair.iter_mut().zip([real, &drawn]) {
        if let Some(seat) = seat {
            game.legal_for(&at.state, seat, actions);
        }
    }
    let [before, after] = &pair;
    let same = real.node() == drawn.node()
        && game.phase(&real.state) == game.phase(&drawn.state)
        && game.deciders(&real.state) == game.deciders(&drawn.state)
        && before.iter().eq(after.iter());
    if same { Ok(()) } else { Err(broken("phase, turn and own actions are the same before and after resample", game.phase(&drawn.state))) }
}
