//! Steps of all games at once: what is legal is known from the step before, so a step is checked before anything changes, and done in one
//! pass.

use super::{Batch, Options, PIECE, Row};
use crate::MAX_SEATS;
use crate::action::{Action, Bits, select};
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node};
use crate::rng::{Rng, SplitMix64, mix};

/// In the list of wanted actions a row that is not named.
const UNNAMED: i32 = -2;
/// In it a row whose game is over.
const OVER: i32 = -1;

impl Row {
    /// Of a game that begins.
    pub(super) const fn begin(id: u64, seed: u64) -> Self {
        Self { seed, ply: 0, steps: 0, id, last: 0, done: false, due: false, returns: [0.0; MAX_SEATS], scores: [0; MAX_SEATS] }
    }
}

/// Settles chance, and forced decisions if so wanted; then writes what is legal, or at the end what it brought. Chance of ply p is drawn from
/// `Rng(mix(seed, p))`. Returns whether the game is over.
pub(super) fn settle<G: Game>(
    game: &G,
    state: &mut G::State,
    row: &mut Row,
    legal: &mut [u64],
    options: Options,
    buffer: &mut Outcomes,
) -> bool {
    loop {
        let action = match game.node(state) {
            Node::Chance => {
                game.chance(state, buffer);
                buffer.sample(&mut Rng::new(mix(row.seed, row.ply)))
            }
            Node::Decision(seat) => {
                game.legal(state, &mut buffer.actions);
                let forced = options.skip_forced && buffer.actions.len() == 1;
                match buffer.actions.nth(0).filter(|_| forced) {
                    Some(action) => {
                        row.steps += 1;
                        row.last = seat.0;
                        Some(action)
                    }
                    None => {
                        buffer.actions.write_bits(legal);
                        return false;
                    }
                }
            }
            Node::Terminal => {
                legal.fill(0);
                row.scores = game.scores(state);
                row.returns = game.returns(state, &row.scores);
                return true;
            }
        };
        // A chance node always has an outcome.
        let Some(action) = action else { return false };
        game.apply(state, action);
        row.ply += 1;
    }
}

/// The k-th set bit of some words; `k` is below their number.
fn nth(words: &[u64], k: u64) -> Option<Action> {
    let mut left = k;
    for (place, &word) in words.iter().enumerate() {
        let count = u64::from(word.count_ones());
        if left < count {
            return Some(Action((place * 64) as u16 + select(word, left) as u16));
        }
        left -= count;
    }
    None
}

/// Whether bit `action` of the words is set.
fn has(words: &[u64], action: i32) -> bool {
    words.get(action as usize / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
}

/// The numbers of the set bits.
pub(super) fn ids(words: &[u64]) -> impl Iterator<Item = u16> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| Bits(word).map(move |bit| (place * 64) as u16 + bit as u16))
}

fn row_error(code: &'static str, rows: &[usize], value: String, expected: &str) -> Error {
    let shown: Vec<String> = rows.iter().take(8).map(usize::to_string).collect();
    let more = if rows.len() > 8 { format!(" and {} more", rows.len() - 8) } else { String::new() };
    Error::illegal(code, format!("rows {}{more}", shown.join(", ")), value, expected)
}

impl<G: Game> Batch<G> {
    /// See [`super::AnyBatch::step`].
    pub(super) fn step_given(&mut self, actions: &[i64], index: Option<&[usize]>) -> Result<()> {
        self.note(actions, index)?;
        let rows = self.wanted.iter().zip(self.legal.chunks(self.words)).enumerate();
        let bad: Vec<usize> = rows.filter(|&(_, (&action, legal))| action >= 0 && !has(legal, action)).map(|(row, _)| row).collect();
        if let Some(&first) = bad.first() {
            let action = self.wanted.get(first).copied().unwrap_or_default();
            let text = self.game.common().actions.text(Action(action as u16)).unwrap_or_default();
            return Err(row_error("not_legal", &bad, format!("{action} (`{text}`) in row {first}"), "legal actions; nothing was stepped"));
        }
        self.advance(|wanted, _, _| u16::try_from(wanted).ok().map(Action))
    }

    /// See [`super::AnyBatch::step_random`].
    pub(super) fn step_at_random(&mut self) -> Result<()> {
        self.wanted.clear();
        self.wanted.resize(self.rows.len(), UNNAMED);
        self.advance(|_, row, legal| {
            let count: u64 = legal.iter().map(|word| u64::from(word.count_ones())).sum();
            if count == 0 {
                return None;
            }
            nth(legal, Rng::new(mix(row.seed, row.ply).wrapping_add(1)).below(count))
        })
    }

    /// Notes the action wanted in each row; refuses what names no row or no action.
    fn note(&mut self, actions: &[i64], index: Option<&[usize]>) -> Result<()> {
        let rows = self.rows.len();
        let expected = index.map_or(rows, <[usize]>::len);
        if actions.len() != expected {
            return Err(Error::argument("bad_shape", "actions", format!("{} actions", actions.len()), format!("{expected}")));
        }
        self.wanted.clear();
        self.wanted.resize(rows, UNNAMED);
        for (k, &action) in actions.iter().enumerate() {
            let row = index.map_or(Some(k), |index| index.get(k).copied()).unwrap_or(usize::MAX);
            let Some(place) = self.wanted.get_mut(row) else {
                return Err(Error::argument("out_of_range", "index", row, format!("rows below {rows}")));
            };
            if *place != UNNAMED {
                return Err(Error::argument("duplicate", "index", row, "each row once"));
            }
            let over = || self.states.get(row).is_none_or(|state| self.game.node(state) == Node::Terminal);
            *place = match u16::try_from(action) {
                Ok(action) => i32::from(action),
                Err(_) if action == -1 && over() => OVER,
                Err(_) => {
                    let expected = format!("an id from 0 to {}, or -1 where the game is over", self.game.common().actions.size() - 1);
                    return Err(Error::argument("out_of_range", format!("actions[{k}]"), action, expected));
                }
            };
        }
        Ok(())
    }

    /// Steps each row for which something is chosen, from what is wanted, the row and its legal actions as bits.
    fn advance(&mut self, choose: impl Fn(i32, &Row, &[u64]) -> Option<Action> + Sync) -> Result<()> {
        let (game, options, words) = (&*self.game, self.options, self.words);
        let mut ended = vec![0_u64; self.rows.len().div_ceil(PIECE)];
        let pieces = self.states.chunks_mut(PIECE).zip(self.rows.chunks_mut(PIECE)).zip(self.legal.chunks_mut(PIECE * words));
        let pieces = pieces.zip(self.wanted.chunks(PIECE)).zip(&mut ended);
        self.workers.run(pieces, |((((states, rows), legal), wanted), ended)| {
            let mut buffer = Outcomes::new();
            for (((state, row), legal), &wanted) in states.iter_mut().zip(rows).zip(legal.chunks_mut(words)).zip(wanted) {
                let node = game.node(state);
                let (Some(action), Node::Decision(seat)) = (choose(wanted, row, legal), node) else {
                    // What an earlier step ended is told once, unless the row still shows it.
                    row.done = node == Node::Terminal;
                    continue;
                };
                game.apply(state, action);
                row.ply += 1;
                row.steps += 1;
                row.last = seat.0;
                row.done = settle(game, state, row, legal, options, &mut buffer);
                row.due = row.done && options.auto_reset;
                *ended += u64::from(row.due);
            }
        })?;
        if ended.iter().any(|&count| count > 0) { self.replace_ended(&ended) } else { Ok(()) }
    }

    /// Puts the next games of the job into the rows that are due, rows ascending, so many in each piece; what the ended ones brought stays
    /// until the next step.
    fn replace_ended(&mut self, ended: &[u64]) -> Result<()> {
        let (game, start, options, seed, words) = (&*self.game, self.start, self.options, self.seed, self.words);
        let mut next = self.next_id;
        let counts = ended.iter().map(|count| {
            let first = next;
            next += count;
            (first, *count > 0)
        });
        let firsts: Vec<(u64, bool)> = counts.collect();
        self.next_id = next;
        let pieces = self.states.chunks_mut(PIECE).zip(self.rows.chunks_mut(PIECE)).zip(self.legal.chunks_mut(PIECE * words));
        let pieces = pieces.zip(self.ended.chunks_mut(PIECE)).zip(firsts).filter(|(_, (_, any))| *any);
        self.workers.run(pieces, |((((states, rows), legal), ended), (first, _))| {
            let mut buffer = Outcomes::new();
            let mut id = first;
            for (((state, row), legal), ended) in states.iter_mut().zip(rows).zip(legal.chunks_mut(words)).zip(ended) {
                if !row.due {
                    continue;
                }
                *ended = std::mem::replace(state, start);
                let old = std::mem::replace(row, Row::begin(id, SplitMix64::nth(seed, id)));
                settle(game, state, row, legal, options, &mut buffer);
                (row.done, row.returns, row.scores, row.last) = (old.done, old.returns, old.scores, old.last);
                id += 1;
            }
        })
    }
}
