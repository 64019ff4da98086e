//! Who sees what (LL-23, LL-26, LL-27): hands that pass, choices not yet open.

use super::super::legends::state::NONE;
use super::super::legends::types::*;
use super::position::ViewDocument;
use super::state::{HIDDEN, Turn};
use super::{Lost, LostLands, Phase, State, View};
use crate::action::{Action, Seat, select};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::rng::Rng;

/// LL-26: the seats whose choices of the running round a viewer does not know: others that were asked while some still have to choose.
fn secret_choices(phase: Phase, viewer: Option<Seat>) -> impl Iterator<Item = usize> {
    let asked = if let Phase::More(Turn::Select(seat)) = phase { seat as usize } else { 0 };
    (0..asked).filter(move |&seat| viewer.map(Seat::index) != Some(seat))
}

/// What a viewer has looked at.
struct Sight {
    viewer: Option<usize>,
    players: usize,
    round: u8,
    /// Whether hands were passed after the round (LL-26).
    passed: bool,
    /// The Fairy Queen, once her last hand is dealt: she knows it, and nobody anything else.
    queen: Option<usize>,
}

impl Sight {
    /// LL-23: whether the viewer knows a card that came in round `since` and now is at a seat.
    fn knows(&self, holder: usize, since: u8) -> bool {
        let Some(viewer) = self.viewer else { return false };
        if let Some(queen) = self.queen {
            return viewer == queen && holder == queen;
        }
        // The viewer held the hand so many rounds ago; a hand comes round after as many rounds as there are players.
        let ago = (holder + self.players - viewer) % self.players;
        let rounds = usize::from(self.round.saturating_sub(since));
        if self.passed { (if ago == 0 { self.players } else { ago }) <= rounds } else { ago < rounds }
    }
}

impl LostLands {
    fn sight(&self, state: &State, viewer: Option<Seat>) -> Sight {
        let players = self.common.num_players;
        let ending = matches!(state.phase, Phase::More(Turn::BonusDeal(_)) | Phase::Bonus(_) | Phase::Over);
        let queen = if ending { self.fairy_queen(state) } else { None };
        let passed = state.phase == Phase::Over && state.num_owned[..players].iter().any(|&count| count < self.cards_to_own);
        Sight { viewer: viewer.map(Seat::index), players, round: state.extra.round, passed, queen }
    }

    /// LL-26: puts back what others have chosen, with what they have paid.
    fn put_back_choices(&self, state: &mut State, viewer: Option<Seat>) {
        for seat in secret_choices(state.phase, viewer) {
            let place = state.extra.places[seat];
            if place != 0 {
                state.coins[seat] += u16::from(self.more.hand_costs[place as usize - 1]);
                state.extra.put_back(seat);
            }
        }
    }

    /// See [`crate::game::Game::view`].
    pub(super) fn see(&self, state: &State, viewer: Option<Seat>) -> View<Lost> {
        let mut seen = *state;
        self.put_back_choices(&mut seen, viewer);
        let sight = self.sight(state, viewer);
        for seat in 0..self.common.num_players {
            for k in 0..seen.extra.lens[seat] as usize {
                let hand = &mut seen.extra.hands[seat];
                if !sight.knows(seat, hand.since[k]) {
                    seen.pile.insert(Card(hand.cards[k]));
                    hand.cards[k] = HIDDEN;
                }
            }
            let selected = seen.extra.selected[seat];
            if selected != NONE && !sight.knows(seat, seen.extra.selected_since[seat]) {
                seen.pile.insert(Card(selected));
                seen.extra.selected[seat] = HIDDEN;
            }
        }
        View { seat: viewer, state: seen }
    }

    /// See [`crate::game::Game::resample`] (LL-27). Cost: a copy, and a draw for each hidden card and choice.
    pub(super) fn redraw_hidden(&self, view: &View<Lost>, rng: &mut Rng) -> State {
        let mut state = view.state;
        let mut pile = state.pile;
        let mut draw = |place: &mut u8| {
            if *place == HIDDEN {
                let card = Card(select(pile.0, rng.below(u64::from(pile.len()))) as u8);
                pile.remove(card);
                *place = card.0;
            }
        };
        for seat in 0..self.common.num_players {
            state.extra.hands[seat].cards.iter_mut().for_each(&mut draw);
            draw(&mut state.extra.selected[seat]);
        }
        state.pile = pile;
        for seat in secret_choices(view.state.phase, view.seat) {
            if self.can_choose(&state, seat) {
                let place = rng.below(u64::from(self.payable(&state, seat))) as u8 + 1;
                self.pay_and_choose(&mut state, seat, place);
            }
        }
        state
    }

    /// See [`crate::game::Game::view_from_document`].
    pub(super) fn read_view(&self, viewer: Option<Seat>, document: &ViewDocument) -> Result<View<Lost>> {
        let position = self.fill_in(viewer, document)?;
        let mut state = self.state_of(&position)?;
        state = self.see(&state, viewer).state;
        let view = View { seat: viewer, state };
        let shown = self.write_view(&view);
        if shown == *document { Ok(view) } else { Err(difference(&shown, document)) }
    }

    /// A position that looks like a view: its nulls are filled with cards that lie nowhere else, hidden choices are of the first place.
    fn fill_in(&self, viewer: Option<Seat>, document: &ViewDocument) -> Result<super::Position> {
        let players = self.common.num_players;
        let shown = document.hands.iter().flatten().flatten().chain(document.selected.iter().flatten());
        let shown: Vec<&String> = shown.chain((0..players).flat_map(|seat| document.owned_by(seat))).collect();
        let mut unseen = self.in_play.into_iter().filter_map(|card| self.card_names.get(card.index())).filter(|name| !shown.contains(name));
        let mut next = |pointer: String| {
            let none = || Error::position("too_few", pointer, "null", "no more hidden cards than there are unseen ones in play");
            unseen.next().cloned().ok_or_else(none)
        };
        let mut hands: Vec<Vec<String>> = Vec::new();
        for (seat, hand) in document.hands.iter().enumerate() {
            let mut filled = Vec::new();
            for (k, card) in hand.iter().enumerate() {
                filled.push(card.clone().map_or_else(|| next(format!("/hands/{seat}/{k}")), Ok)?);
            }
            hands.push(filled);
        }
        let mut position = document.with_hands(hands);
        for (seat, card) in position.selected.iter_mut().enumerate() {
            if card.is_none() && document.selected_since.get(seat).is_some_and(Option::is_some) {
                *card = Some(next(format!("/selected/{seat}"))?);
            }
        }
        let asked = document.selecting().unwrap_or_default() as usize;
        for seat in (0..asked.min(players)).filter(|&seat| viewer.map(Seat::index) != Some(seat)) {
            let has_chosen =
                position.selected.get(seat).is_some_and(Option::is_some) || position.places.get(seat).is_some_and(Option::is_some);
            if has_chosen {
                return Err(Error::position(
                    "not_hidden",
                    format!("/places/{seat}"),
                    "a choice",
                    "null: choices of others are hidden until the last has chosen (LL-26)",
                ));
            }
            position.choose_first(seat, document.owned_by(seat).len() < self.cards_to_own as usize);
        }
        Ok(position)
    }

    /// For the greedy policy: the state after an action as far as the seat that acts can tell. Cards of others do not come to light; a card
    /// chosen counts as owned.
    pub(super) fn foresee(&self, state: &State, action: Action, seat: Seat) -> State {
        let mut after = self.see(state, Some(seat)).state;
        if let Phase::More(Turn::Select(chooser)) = state.phase {
            let place = (action.0 - self.ids.take) as u8 + 1;
            self.pay_and_choose(&mut after, chooser as usize, place);
            let card = after.extra.selected[chooser as usize];
            if card < HIDDEN {
                self.own(&mut after, chooser, card);
            }
            return after;
        }
        for (other, card) in after.extra.selected.iter_mut().enumerate() {
            if other != seat.index() {
                *card = NONE;
            }
        }
        self.transition(&mut after, action);
        after
    }

    /// See [`crate::game::Game::action_seen`].
    pub(super) fn tell(&self, state: &State, action: Action, viewer: Option<Seat>) -> Option<String> {
        let hidden = |seat: u8| viewer != Some(Seat(seat));
        match state.phase {
            Phase::More(Turn::Deal(_) | Turn::Draw(_)) => Some("deal ?".to_owned()),
            Phase::More(Turn::BonusDeal(seat)) if hidden(seat) => Some("deal ?".to_owned()),
            Phase::More(Turn::Select(seat)) if hidden(seat) => Some("select ?".to_owned()),
            _ => self.space(state).text(action).ok(),
        }
    }

    /// See [`crate::game::Game::revealed`]: with the last choice those of others, `SEAT select N`; a card that its owner reveals, to those who
    /// did not know it, `SEAT card CARD`; at a round's begin one's own hand, `SEAT hand CARD ...`.
    pub(super) fn now_open(&self, before: &State, after: &State, viewer: Option<Seat>) -> Vec<String> {
        let players = self.common.num_players;
        let mut texts = Vec::new();
        let choosing = |state: &State| matches!(state.phase, Phase::More(Turn::Select(_)));
        if choosing(before) && !choosing(after) {
            let others = (0..players).filter(|&seat| viewer.map(Seat::index) != Some(seat) && after.extra.places[seat] != 0);
            texts.extend(others.map(|seat| format!("{seat} select {}", after.extra.places[seat])));
        }
        let sight = self.sight(before, viewer);
        let order = if before.extra.order[0] == NONE { after.extra.order } else { before.extra.order };
        // Of a round that ends with the action in which its order was fixed, the order is gone: all cards of it come to light, by seat.
        let seats = order.into_iter().filter(|&seat| seat != NONE).map(usize::from);
        let by_seat = (0..players).filter(|_| order[0] == NONE);
        for seat in seats.chain(by_seat) {
            let card = before.extra.selected[seat];
            if card != NONE && after.extra.selected[seat] == NONE && !sight.knows(seat, before.extra.selected_since[seat]) {
                texts.push(format!("{seat} card {}", self.card_name(card)));
            }
        }
        if let Phase::Bonus(seat) = before.phase
            && viewer != Some(Seat(seat))
            && let Some(&card) = self.cards_of(after, seat as usize).last()
        {
            texts.push(format!("{seat} card {}", self.card_name(card)));
        }
        if after.extra.round > before.extra.round
            && let Some(own) = viewer
        {
            let names: Vec<String> = after.extra.hand(own.index()).iter().map(|&card| self.card_name(card)).collect();
            if !names.is_empty() {
                texts.push(format!("{} hand {}", own.0, names.join(" ")));
            }
        }
        texts
    }
}

/// Where a document says of a view what it cannot.
fn difference(shown: &ViewDocument, document: &ViewDocument) -> Error {
    let card = |card: &Option<String>| card.as_ref().map_or("null".to_owned(), |name| format!("{name:?}"));
    let hands = shown.hands.iter().zip(&document.hands).enumerate().flat_map(|(seat, (right, given))| {
        right.iter().zip(given).enumerate().map(move |(k, (right, given))| (format!("/hands/{seat}/{k}"), right, given))
    });
    let selected = shown.selected.iter().zip(&document.selected).enumerate();
    let selected = selected.map(|(seat, (right, given))| (format!("/selected/{seat}"), right, given));
    for (pointer, right, given) in hands.chain(selected) {
        if right != given {
            return if right.is_none() {
                Error::position("not_hidden", pointer, card(given), "null: the seat does not know this card (LL-23)")
            } else {
                Error::position("missing", pointer, card(given), "a card: the seat knows this one (LL-23)")
            };
        }
    }
    Error::position("not_a_view", "", "a document", "what the seat sees of some position (LL-26)")
}
