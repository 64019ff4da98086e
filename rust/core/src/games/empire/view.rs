//! Who sees what (EM-18, EM-21): all is open but other hands, the deck, and half-chosen sets of others.

use super::position::{Position, Shown};
use super::state::{DISCARD, NONE, Phase, State};
use super::types::*;
use super::{Empire, INFO};
use crate::MAX_SEATS;
use crate::action::{Action, Seat};
use crate::error::{Error, Result};
use crate::game::{Game as _, Payload};
use crate::mechanics::words::NOBODY;
use crate::rng::Rng;

/// What a seat, or a spectator, sees: the state, in which cards of others lie in the deck, and the counts of all hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub(super) seat: Option<Seat>,
    /// How many cards each seat has.
    pub(super) counts: [u8; MAX_SEATS],
    /// How many cards of a set are chosen so far.
    pub(super) chosen: u8,
    /// The state, blanked.
    pub(super) state: State,
}

impl View {
    /// Whether a seat's cards are hidden.
    pub(super) fn hides(&self, seat: u8) -> bool {
        self.seat != Some(Seat(seat))
    }
}

/// How many cards are chosen.
fn num_chosen(chosen: [u8; 2]) -> u8 {
    chosen.iter().filter(|&&card| card != NONE).count() as u8
}

impl Empire {
    fn seats(&self) -> std::ops::Range<u8> {
        0..self.common.num_players as u8
    }

    /// See [`crate::game::Game::view`].
    pub(super) fn seen(&self, state: &State, seat: Option<Seat>) -> View {
        let mut view = View { seat, counts: [0; MAX_SEATS], chosen: 0, state: *state };
        for other in self.seats() {
            let hand = state.hand(other);
            view.counts[other as usize] = hand.len() as u8;
            if view.hides(other) {
                view.state.cards.give_all(hand.0, NOBODY);
            }
        }
        if let Phase::Trade { reserve, chosen } = state.phase {
            view.chosen = num_chosen(chosen);
            if view.hides(state.turn) {
                view.state.phase = Phase::Trade { reserve, chosen: [NONE; 2] };
            }
        }
        view
    }

    /// The part of a view's bytes that stands behind the state's.
    pub(super) fn write_counts(&self, view: &View, out: &mut Payload) {
        out.row(&view.counts, self.common.num_players);
        out.put([view.chosen]);
    }

    /// EM-22: all ways to begin a set with `count` cards of a hand.
    fn beginnings(&self, hand: CardSet, count: u8) -> impl Iterator<Item = [u8; 2]> {
        let first = self.choosable(hand, &[]);
        first.into_iter().flat_map(move |first| {
            let seconds = if count == 2 { self.choosable(hand, &[first]) } else { CardSet::EMPTY };
            let pairs = seconds.into_iter().map(move |second| [first.0, second.0]);
            pairs.chain((count == 1).then_some([first.0, NONE]))
        })
    }

    /// See [`crate::game::Game::resample`] (EM-22). Hands are dealt anew until a beginning of a set, numbered among as many as a hand of that
    /// size can have, exists in the hand: so all pairs of hands and beginning come alike.
    pub(super) fn redraw(&self, view: &View, rng: &mut Rng) -> State {
        let mut unknown = [0_u8; 128];
        let mut count = 0;
        for card in self.deck(&view.state) {
            unknown[count & 127] = card.0;
            count += 1;
        }
        let hidden_set = view.chosen > 0 && view.hides(view.state.turn);
        let size = u64::from(view.counts[view.state.turn as usize % MAX_SEATS]);
        // The last card of a set is not among those chosen before.
        let most = if view.chosen == 1 { size.saturating_sub(2) } else { size.saturating_sub(1) * size.saturating_sub(2) / 2 };
        loop {
            let mut drawn = view.state;
            let mut dealt = 0;
            for seat in self.seats().filter(|&seat| view.hides(seat)) {
                for _ in 0..view.counts[seat as usize] {
                    let pick = dealt + rng.below((count - dealt).max(1) as u64) as usize;
                    unknown.swap(dealt & 127, pick & 127);
                    drawn.cards.give(unknown[dealt & 127] as usize & 127, seat);
                    dealt += 1;
                }
            }
            if !hidden_set {
                return drawn;
            }
            let wanted = rng.below(most.max(1)) as usize;
            let beginning = self.beginnings(drawn.hand(drawn.turn), view.chosen).nth(wanted);
            if let (Some(chosen), Phase::Trade { reserve, .. }) = (beginning, drawn.phase) {
                drawn.phase = Phase::Trade { reserve, chosen };
                return drawn;
            }
        }
    }

    /// See [`crate::game::Game::view_from_document`]: what is hidden is filled in somehow, so that the position can be checked.
    pub(super) fn view_of(&self, seat: Option<Seat>, document: &Position) -> Result<View> {
        let mut filled = document.clone();
        let hidden = |other: u8| seat != Some(Seat(other));
        let mut counts = [0; MAX_SEATS];
        for (other, hand) in (0..).zip(&mut filled.hands).take(self.common.num_players) {
            if hidden(other) {
                counts[other as usize] = hand.count(&format!("/hands/{other}"))?;
                *hand = Shown::default();
            }
        }
        let turn = document.turn_seat();
        let chosen = match turn {
            Some(turn) if !hidden(turn) => 0,
            _ => std::mem::take(&mut filled.chosen).count("/chosen")?,
        };
        let mut known = self.raw_state(&filled)?;
        let mut pool: Vec<Card> = self.deck(&known).into_iter().collect();
        let needed: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if needed > pool.len() {
            return Err(Error::position("too_many", "/hands", needed, format!("at most {} cards of others", pool.len())));
        }
        // The set of the seat to move is looked for first, then the hands take what comes.
        let mut set = Vec::new();
        if chosen > 0 {
            let taken: CardSet = pool.iter().copied().collect();
            set = self.any_set(taken).unwrap_or_default();
            let fits = turn.is_some_and(|turn| usize::from(counts[turn as usize % MAX_SEATS]) >= SET);
            if set.is_empty() || !fits || !matches!(known.phase, Phase::Trade { .. }) || usize::from(chosen) >= SET {
                return Err(Error::position(
                    "not_possible",
                    "/chosen",
                    chosen,
                    "0 to 2 in `trade`, where the hand can hold a set; else 0 (EM-21)",
                ));
            }
            pool.retain(|card| !set.contains(card));
        }
        let mut rest = set.iter().chain(&pool);
        let order = turn.into_iter().chain(self.seats().filter(|&other| Some(other) != turn));
        for other in order {
            for &card in rest.by_ref().take(usize::from(counts[other as usize % MAX_SEATS])) {
                known.cards.give(card.0 as usize, other);
            }
        }
        if let (Phase::Trade { reserve, .. }, [first, second, ..]) = (known.phase, set.as_slice()) {
            known.phase = Phase::Trade { reserve, chosen: [first.0, if chosen == 2 { second.0 } else { NONE }] };
        }
        self.derive(&mut known);
        self.check_document(document, &known)?;
        self.check_state(&known)?;
        Ok(self.seen(&known, seat))
    }

    /// The first set of some cards.
    fn any_set(&self, cards: CardSet) -> Option<Vec<Card>> {
        let first = self.choosable(cards, &[]).into_iter().next()?;
        let second = self.choosable(cards, &[first]).into_iter().next()?;
        let third = self.choosable(cards, &[first, second]).into_iter().next()?;
        Some(vec![first, second, third])
    }

    /// See [`crate::game::Game::action_seen`]: a set is open with its third card; who draws a card sees it.
    pub(super) fn told(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        let own = seat == Some(Seat(state.turn));
        match state.phase {
            Phase::Trade { chosen, .. } if !own && chosen[1] == NONE && action.0 != self.ids.pass => Some("card ?".to_owned()),
            Phase::Draw if !own => Some("draw ?".to_owned()),
            _ => self.space(state).text(action).ok(),
        }
    }

    /// See [`crate::game::Game::revealed`]: the other cards of a set, `SEAT card NAME`; the hand that a conqueror takes, `SEAT hand NAME`.
    pub(super) fn cards_revealed(&self, before: &State, action: Action, after: &State, seat: Option<Seat>) -> Vec<String> {
        let own = seat == Some(Seat(before.turn));
        let name = |card: u8| self.map.cards.get(card as usize).map_or("", String::as_str);
        match before.phase {
            Phase::Trade { chosen, .. } if !own && chosen[1] != NONE && action.0 != self.ids.pass => {
                chosen.iter().map(|&card| format!("{} card {}", before.turn, name(card))).collect()
            }
            Phase::Roll { to, .. } if own => {
                let victim = before.owner(to);
                let taken = before.hand(victim) & after.hand(before.turn);
                taken.into_iter().map(|card| format!("{victim} hand {}", name(card.0))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// See [`crate::game::Game::view_document`].
    pub(super) fn describe_view(&self, view: &View) -> Position {
        let mut document = self.describe(&view.state);
        for (other, hand) in (0..).zip(&mut document.hands) {
            if view.hides(other) {
                *hand = Shown::Count(i64::from(view.counts[other as usize % MAX_SEATS]));
            }
        }
        if view.hides(view.state.turn) {
            document.chosen = Shown::Count(i64::from(view.chosen));
        }
        document
    }
}

const _: () = assert!(INFO.players.1 as usize == MAX_SEATS && DISCARD as usize >= MAX_SEATS);
