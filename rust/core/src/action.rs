//! Action numbers: sets of them, the space they come from, and their texts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use arrayvec::ArrayVec;

use crate::error::{Error, Result};

/// A number of the game's action space (or, at a chance node, of its chance space). The two spaces start at 0 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u16);

/// A player's seat, clockwise from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index of an array by seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Up to 64 numbers from `base` on: bit k stands for `base + k`.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    bits: u64,
    base: u16,
    count: u16,
}

const MAX_RUNS: usize = 256;

/// A set of actions as a reused buffer of bit runs, in ascending order. Lists, masks, counts and the choice of the k-th are read off it,
/// so a game says once, in words of bits, what is legal.
#[derive(Debug, Clone, Default)]
pub struct Actions {
    total: usize,
    runs: ArrayVec<Run, MAX_RUNS>,
}

impl Actions {
    /// An empty set.
    pub const fn new() -> Self {
        Self { total: 0, runs: ArrayVec::new_const() }
    }

    /// Empties it.
    #[inline]
    pub fn clear(&mut self) {
        self.runs.clear();
        self.total = 0;
    }

    /// Adds `base + k` for each bit k of `bits`. Runs come in ascending order and do not overlap.
    #[inline]
    pub fn extend(&mut self, base: u16, bits: u64) {
        if bits != 0 {
            self.extend_counted(base, bits, bits.count_ones() as u16);
        }
    }

    /// [`Actions::extend`] where the number of bits, not 0, is known.
    #[inline]
    pub fn extend_counted(&mut self, base: u16, bits: u64, count: u16) {
        debug_assert!(count > 0 && u32::from(count) == bits.count_ones());
        let fits = self.runs.try_push(Run { bits, base, count }).is_ok();
        debug_assert!(fits, "a game has more than {MAX_RUNS} runs of actions");
        self.total += if fits { count as usize } else { 0 };
    }

    /// Adds the `count` numbers from `base` on; `count` is at most 256.
    pub fn extend_range(&mut self, base: u16, count: u16) {
        let mut start = 0;
        while start < count {
            let width = (count - start).min(64);
            self.extend_counted(base + start, u64::MAX >> (64 - width), width);
            start += width;
        }
    }

    /// Adds one number.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.extend_counted(action.0, 1, 1);
    }

    /// How many there are.
    #[inline]
    pub const fn len(&self) -> usize {
        self.total
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The k-th smallest, from 0.
    #[inline]
    pub fn nth(&self, k: usize) -> Option<Action> {
        let mut left = k;
        for run in &self.runs {
            let count = run.count as usize;
            if left < count {
                return Some(Action(run.base + select(run.bits, left as u64) as u16));
            }
            left -= count;
        }
        None
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn contains(&self, action: Action) -> bool {
        self.runs.iter().any(|run| {
            let offset = action.0.wrapping_sub(run.base);
            offset < 64 && run.bits >> offset & 1 == 1
        })
    }

    /// All of them, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.runs.iter().flat_map(|run| Bits(run.bits).map(move |k| Action(run.base + k as u16)))
    }

    /// Sets bit a of the words for each action, the rest to 0. Cost: the number of words and of runs.
    #[inline]
    pub fn write_bits(&self, words: &mut [u64]) {
        words.fill(0);
        for run in &self.runs {
            let (word, shift) = (run.base as usize / 64, run.base % 64);
            if let Some(place) = words.get_mut(word) {
                *place |= run.bits << shift;
            }
            if shift > 0
                && let Some(place) = words.get_mut(word + 1)
            {
                *place |= run.bits >> (64 - shift);
            }
        }
    }

    /// Sets `mask[a]` to `one` for each action, the rest to `zero`. Cost: the length of the mask and of the set.
    #[inline]
    pub fn write_mask<T: Copy>(&self, mask: &mut [T], zero: T, one: T) {
        mask.fill(zero);
        for run in &self.runs {
            let Some(part) = mask.get_mut(run.base as usize..) else { continue };
            for k in Bits(run.bits) {
                if let Some(place) = part.get_mut(k as usize) {
                    *place = one;
                }
            }
        }
    }
}

/// The place of the k-th set bit, from 0; `k` is below the number of set bits. Without branches: a loop over the bits would be taken a random
/// number of times, which costs more than all of this.
#[inline]
pub const fn select(word: u64, k: u64) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i counts the set bits of bytes 0 to i.
    let counts = bytes.wrapping_mul(ONES);
    // The high bit of a byte is left where its count is above k.
    let above = ((counts | HIGH) - (k + 1) * ONES) & HIGH;
    let place = above.trailing_zeros() & 0x38;
    let before = ((counts << 8) >> place) & 0xff;
    let byte = (word >> place) & 0xff;
    place + SELECT_IN_BYTE[((k - before) & 7) as usize][byte as usize] as u32
}

/// By k and byte: the place of the k-th set bit.
const SELECT_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut k, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[k][byte] = place as u8;
                k += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The places of the set bits, ascending.
#[derive(Debug, Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let k = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(k)
    }
}

/// One argument of a kind of action: its name and the words it takes, in the order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What it is, such as `region`.
    pub name: &'static str,
    /// The words; all numbers or all names.
    pub labels: Vec<String>,
}

impl Axis {
    /// An axis of names.
    pub fn new(name: &'static str, labels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { name, labels: labels.into_iter().map(Into::into).collect() }
    }

    /// An axis of pairs of names: each label is two words, which are two arguments.
    pub fn pairs<'a>(name: &'static str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { name, labels: pairs.into_iter().map(|(first, second)| format!("{first} {second}")).collect() }
    }

    /// How many words each label has.
    fn words(&self) -> usize {
        self.labels.first().map_or(1, |label| label.split(' ').count())
    }

    /// An axis of the `count` numbers from `first` on.
    pub fn numbers(name: &'static str, first: u32, count: u32) -> Self {
        Self { name, labels: (first..first + count).map(|n| n.to_string()).collect() }
    }
}

/// All actions of a kind: the numbers from `start` on, in row-major order of the axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The word for the kind, unique in its space.
    pub kind: &'static str,
    /// How the text is made: each `{}` stands for the label of the next axis.
    pub template: &'static str,
    /// The first number.
    pub start: u16,
    /// One past the last number.
    pub stop: u16,
    /// The arguments.
    pub axes: Vec<Axis>,
}

impl Range {
    /// The index on each axis of the action `offset` places after the start.
    fn coordinates(&self, offset: u16) -> Vec<usize> {
        let mut rest = offset as usize;
        let mut indices: Vec<usize> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let length = axis.labels.len().max(1);
                let index = rest % length;
                rest /= length;
                index
            })
            .collect();
        indices.reverse();
        indices
    }

    /// The labels of an action of this range.
    pub fn labels(&self, action: Action) -> Vec<&str> {
        let indices = self.coordinates(action.0.saturating_sub(self.start));
        self.axes.iter().zip(indices).filter_map(|(axis, i)| axis.labels.get(i).map(String::as_str)).collect()
    }

    /// The arguments of an action of this range: the words of its labels.
    pub fn args(&self, action: Action) -> Vec<&str> {
        self.labels(action).into_iter().flat_map(|label| label.split(' ')).collect()
    }

    fn text(&self, action: Action) -> String {
        let mut text = String::with_capacity(24);
        let mut labels = self.labels(action).into_iter();
        for (i, piece) in self.template.split("{}").enumerate() {
            if i > 0
                && let Some(label) = labels.next()
            {
                text.push_str(label);
            }
            text.push_str(piece);
        }
        text
    }
}

/// One of a game's two spaces of action numbers, and the texts that go with them.
#[derive(Debug)]
pub struct ActionSpace {
    what: &'static str,
    ranges: Vec<Range>,
    by_text: OnceLock<HashMap<String, Action>>,
}

impl ActionSpace {
    /// An empty space of `what` (`action` or `chance outcome`, as errors call it).
    pub const fn new(what: &'static str) -> Self {
        Self { what, ranges: Vec::new(), by_text: OnceLock::new() }
    }

    /// Adds a kind behind those there are; returns its first number.
    pub fn add(&mut self, kind: &'static str, template: &'static str, axes: Vec<Axis>) -> u16 {
        let start = self.size();
        let count: usize = axes.iter().map(|axis| axis.labels.len()).product();
        debug_assert!(start as usize + count <= u16::MAX as usize);
        self.ranges.push(Range { kind, template, start, stop: start + count as u16, axes });
        start
    }

    /// The number of actions.
    pub fn size(&self) -> u16 {
        self.ranges.last().map_or(0, |range| range.stop)
    }

    /// The kinds, in the order of their numbers.
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// The kind of an action.
    pub fn range_of(&self, action: Action) -> Result<&Range> {
        self.ranges.iter().find(|range| (range.start..range.stop).contains(&action.0)).ok_or_else(|| self.out_of_range(action.0))
    }

    fn out_of_range(&self, value: impl std::fmt::Display) -> Error {
        Error::argument("out_of_range", self.what, value, format!("an id from 0 to {}", i32::from(self.size()) - 1))
    }

    /// Takes an integer of any size as an action.
    pub fn action(&self, id: i64) -> Result<Action> {
        u16::try_from(id).ok().filter(|&id| id < self.size()).map(Action).ok_or_else(|| self.out_of_range(id))
    }

    /// The text of an action; it depends on the number alone.
    pub fn text(&self, action: Action) -> Result<String> {
        Ok(self.range_of(action)?.text(action))
    }

    /// The action of a text. Cost: one hash look-up after the first call.
    pub fn parse(&self, text: &str) -> Result<Action> {
        let by_text = self.by_text.get_or_init(|| {
            self.ranges.iter().flat_map(|range| (range.start..range.stop).map(|id| (range.text(Action(id)), Action(id)))).collect()
        });
        by_text.get(text).copied().ok_or_else(|| {
            let word = text.split(' ').next().unwrap_or_default();
            let same_kind: Vec<&Range> = self.ranges.iter().filter(|range| range.template.split(' ').next() == Some(word)).collect();
            let shown = if same_kind.is_empty() { self.ranges.iter().collect() } else { same_kind };
            let mut expected = String::from("one of ");
            for (i, range) in shown.iter().enumerate() {
                let mut names = range.axes.iter();
                let form: String = range.template.split_inclusive("{}").fold(String::new(), |mut form, piece| {
                    if let Some(stem) = piece.strip_suffix("{}") {
                        let _ = write!(form, "{stem}<{}>", names.next().map_or("", |axis| axis.name));
                    } else {
                        form.push_str(piece);
                    }
                    form
                });
                let _ = write!(expected, "{}`{form}`", if i == 0 { "" } else { ", " });
            }
            Error::notation("unknown_text", self.what, format!("{:?}", shorten(text)), expected)
        })
    }

    /// The action of a kind and its arguments; those of an axis of pairs come as two words, or as one with a blank.
    pub fn encode(&self, kind: &str, args: &[&str]) -> Result<Action> {
        let Some(range) = self.ranges.iter().find(|range| range.kind == kind) else {
            let kinds: Vec<&str> = self.ranges.iter().map(|range| range.kind).collect();
            return Err(Error::notation("unknown_kind", "kind", format!("{:?}", shorten(kind)), format!("one of {}", kinds.join(", "))));
        };
        let words: Vec<&str> = args.iter().flat_map(|arg| arg.split(' ')).collect();
        let expected: usize = range.axes.iter().map(Axis::words).sum();
        if words.len() != expected {
            let names: Vec<&str> = range.axes.iter().map(|axis| axis.name).collect();
            return Err(Error::notation(
                "wrong_count",
                format!("args of {kind}"),
                words.len(),
                format!("{expected} ({})", names.join(", ")),
            ));
        }
        let mut words = words.as_slice();
        let mut offset = 0;
        for axis in &range.axes {
            let (label, rest) = words.split_at_checked(axis.words()).unwrap_or_default();
            words = rest;
            let label = label.join(" ");
            let index = axis.labels.iter().position(|known| *known == label).ok_or_else(|| {
                Error::notation("unknown_name", format!("{kind}: {}", axis.name), format!("{:?}", shorten(&label)), one_of(&axis.labels))
            })?;
            offset = offset * axis.labels.len() + index;
        }
        Ok(Action(range.start + offset as u16))
    }
}

/// A user's text, cut so that an error stays readable.
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 80 { text.to_owned() } else { text.chars().take(77).chain("...".chars()).collect() }
}

/// `one of a, b, c`, for errors.
pub fn one_of(names: &[impl AsRef<str>]) -> String {
    let mut text = String::from("one of ");
    for (i, name) in names.iter().enumerate() {
        let _ = write!(text, "{}{}", if i == 0 { "" } else { ", " }, name.as_ref());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_list_count_and_choose_alike() {
        let mut set = Actions::new();
        set.extend(3, 0b1011);
        set.extend(200, 1 << 63 | 1);
        set.push(Action(300));
        set.extend_range(301, 100);
        let ids: Vec<u16> = set.iter().map(|action| action.0).collect();
        assert_eq!(&ids[..7], [3, 4, 6, 200, 263, 300, 301]);
        assert_eq!(ids.len(), set.len());
        for (k, &id) in ids.iter().enumerate() {
            assert_eq!(set.nth(k), Some(Action(id)));
            assert!(set.contains(Action(id)));
        }
        assert_eq!(set.nth(ids.len()), None);
        assert!(!set.contains(Action(5)) && !set.contains(Action(2)) && !set.contains(Action(401)));
        let mut words = [u64::MAX; 8];
        set.write_bits(&mut words);
        assert!((0..500).all(|id| (words[id / 64] >> (id % 64) & 1 == 1) == set.contains(Action(id as u16))));
        let mut mask = [7_u8; 500];
        set.write_mask(&mut mask, 0, 1);
        assert_eq!(mask.iter().enumerate().filter(|&(_, &one)| one == 1).map(|(id, _)| id as u16).collect::<Vec<_>>(), ids);
    }

    #[test]
    fn select_finds_each_set_bit() {
        let mut rng = crate::rng::Rng::new(2);
        for _ in 0..2_000 {
            let word = rng.next() & rng.next() & if rng.below(2) == 0 { u64::MAX } else { rng.next() };
            for (k, place) in Bits(word).enumerate() {
                assert_eq!(select(word, k as u64), place, "{word:#x} {k}");
            }
        }
        assert_eq!(select(u64::MAX, 63), 63);
        assert_eq!(select(1 << 63, 0), 63);
    }

    #[test]
    fn pairs_are_two_arguments() {
        let mut space = ActionSpace::new("action");
        space.add("pass", "pass", vec![]);
        space.add("attack", "attack {}", vec![Axis::pairs("border", [("a", "b"), ("b", "a"), ("b", "c")])]);
        assert_eq!(space.text(Action(2)).unwrap(), "attack b a");
        assert_eq!(space.parse("attack b a").unwrap(), Action(2));
        assert_eq!(space.range_of(Action(2)).unwrap().args(Action(2)), ["b", "a"]);
        assert_eq!(space.encode("attack", &["b", "c"]).unwrap(), Action(3));
        assert_eq!(space.encode("attack", &["b c"]).unwrap(), Action(3));
        assert!(space.encode("attack", &["c", "b"]).is_err() && space.encode("attack", &["b"]).is_err());
    }

    #[test]
    fn texts_and_kinds_round_trip() {
        let mut space = ActionSpace::new("action");
        space.add("pass", "pass", vec![]);
        space.add("move", "move {} {}", vec![Axis::new("from", ["A", "B"]), Axis::new("to", ["A", "B"])]);
        space.add("move_leader", "move {} {} leader", vec![Axis::new("from", ["A", "B"]), Axis::new("to", ["A", "B"])]);
        space.add("lay", "place {},{} {}", vec![Axis::numbers("x", 0, 2), Axis::numbers("y", 0, 3), Axis::new("turn", ["0", "90"])]);
        assert_eq!(space.size(), 21);
        for id in 0..space.size() {
            let text = space.text(Action(id)).unwrap();
            assert_eq!(space.parse(&text).unwrap(), Action(id), "{text}");
            let range = space.range_of(Action(id)).unwrap();
            assert_eq!(space.encode(range.kind, &range.labels(Action(id))).unwrap(), Action(id));
        }
        assert_eq!(space.text(Action(20)).unwrap(), "place 1,2 90");
        let error = space.parse("move A C").unwrap_err().to_string();
        assert!(error.contains("`move <from> <to>`") && error.contains("leader`"), "{error}");
        assert!(space.action(21).is_err() && space.action(-1).is_err() && space.action(i64::MAX).is_err());
        assert!(space.encode("move", &["A"]).is_err() && space.encode("move", &["A", "Q"]).is_err() && space.encode("fly", &[]).is_err());
    }
}
