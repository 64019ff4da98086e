//! Observations as numbers: a view laid out in named parts, the same for every state of a game.
//!
//! A game tells its layout once, as a function over a [`Pen`]: run with a [`Draft`] it gives the [`ObservationSpec`], run with a [`Writer`] it
//! writes the numbers. So what is told of a part and what is written into it cannot drift apart.

use crate::action::{Bits, Seat};

/// One part of an observation.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservationPart {
    /// Its name, an id.
    pub name: &'static str,
    /// Where it begins; the parts stand without gaps in their order.
    pub start: usize,
    /// Its shape, row-major.
    pub shape: Vec<usize>,
    /// What stands in it, axis by axis.
    pub meaning: &'static str,
    /// What 1.0 stands for: a number of the part times it is the number on the table.
    pub scale: f32,
}

impl ObservationPart {
    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// How the observations of a game are laid out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ObservationSpec {
    /// Grows whenever the layout of a game changes.
    pub version: u16,
    /// How many numbers an observation has.
    pub size: usize,
    /// The parts, in their order.
    pub parts: Vec<ObservationPart>,
}

impl ObservationSpec {
    /// The layout that a game tells to a pen.
    pub fn of(version: u16, paint: impl FnOnce(&mut Draft)) -> Self {
        let mut draft = Draft { spec: Self { version, ..Self::default() }, scratch: Vec::new() };
        paint(&mut draft);
        draft.spec
    }
}

/// Takes the parts of an observation one after the other.
pub trait Pen {
    /// Begins the next part: its name, shape, what 1.0 stands for, what stands in it. All of it is the same for every state of a game.
    fn part<const D: usize>(&mut self, name: &'static str, shape: [usize; D], scale: f32, meaning: &'static str) -> Room<'_>;
}

/// The places of a part, all 0 at first. What is beyond its end is dropped.
#[derive(Debug)]
pub struct Room<'a> {
    places: &'a mut [f32],
    unit: f32,
}

impl Room<'_> {
    /// Puts a number.
    #[inline]
    pub fn put(&mut self, at: usize, number: impl Into<u32>) {
        if let Some(place) = self.places.get_mut(at) {
            *place = number.into() as f32 * self.unit;
        }
    }

    /// Adds a number to what is there.
    #[inline]
    pub fn add(&mut self, at: usize, number: impl Into<u32>) {
        if let Some(place) = self.places.get_mut(at) {
            *place += number.into() as f32 * self.unit;
        }
    }

    /// Puts numbers, one after the other.
    #[inline]
    pub fn put_all(&mut self, at: usize, numbers: impl IntoIterator<Item = impl Into<u32>>) {
        let unit = self.unit;
        for (place, number) in self.places.get_mut(at..).unwrap_or_default().iter_mut().zip(numbers) {
            *place = number.into() as f32 * unit;
        }
    }

    /// Sets a flag.
    #[inline]
    pub fn flag(&mut self, at: usize) {
        if let Some(place) = self.places.get_mut(at) {
            *place = 1.0;
        }
    }

    /// Sets the flag of each bit, from a place on.
    #[inline]
    pub fn flags(&mut self, at: usize, bits: u64) {
        let places = self.places.get_mut(at..).unwrap_or_default();
        for bit in Bits(bits) {
            if let Some(place) = places.get_mut(bit as usize) {
                *place = 1.0;
            }
        }
    }
}

/// Notes the layout.
#[derive(Debug)]
pub struct Draft {
    spec: ObservationSpec,
    scratch: Vec<f32>,
}

impl Pen for Draft {
    fn part<const D: usize>(&mut self, name: &'static str, shape: [usize; D], scale: f32, meaning: &'static str) -> Room<'_> {
        let part = ObservationPart { name, start: self.spec.size, shape: shape.to_vec(), meaning, scale };
        self.spec.size += part.size();
        self.scratch = vec![0.0; part.size()];
        self.spec.parts.push(part);
        Room { places: &mut self.scratch, unit: 1.0 / scale }
    }
}

/// Writes the numbers.
#[derive(Debug)]
pub struct Writer<'a> {
    rest: &'a mut [f32],
}

impl<'a> Writer<'a> {
    /// Over places that it clears first.
    pub fn new(out: &'a mut [f32]) -> Self {
        out.fill(0.0);
        Self { rest: out }
    }
}

impl Pen for Writer<'_> {
    #[inline]
    fn part<const D: usize>(&mut self, _name: &'static str, shape: [usize; D], scale: f32, _meaning: &'static str) -> Room<'_> {
        let size = shape.iter().product::<usize>();
        let (places, rest) = std::mem::take(&mut self.rest).split_at_mut_checked(size).unwrap_or_default();
        self.rest = rest;
        Room { places, unit: 1.0 / scale }
    }
}

/// The seats as a viewer counts them: itself 0, then clockwise. A spectator counts as seat 0 does.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    first: usize,
    seats: usize,
}

impl Around {
    /// Of a viewer among so many seats.
    #[inline]
    pub fn new(viewer: Option<Seat>, seats: usize) -> Self {
        let first = viewer.map_or(0, Seat::index);
        Self { first: if first < seats { first } else { 0 }, seats }
    }

    /// The place of a seat; what is no seat, such as a neutral owner behind the seats, keeps its own.
    #[inline]
    pub const fn place(self, seat: usize) -> usize {
        if seat >= self.seats {
            seat
        } else if seat >= self.first {
            seat - self.first
        } else {
            seat + self.seats - self.first
        }
    }

    /// The seats, each with its place.
    #[inline]
    pub fn seats(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.seats).map(move |seat| (self.place(seat), seat))
    }

    /// The first `owners` owners, each with its place: the seats and what is behind them.
    #[inline]
    pub fn owners(self, owners: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..owners).map(move |owner| (self.place(owner), owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paint(pen: &mut impl Pen) {
        pen.part("one", [2], 4.0, "by side: a number").put_all(0, [2_u32, 4]);
        let mut room = pen.part("two", [2, 3], 1.0, "by row and column: flags");
        room.flags(3, 0b101);
        room.flag(17);
    }

    #[test]
    fn a_draft_and_a_writer_agree() {
        let spec = ObservationSpec::of(3, paint);
        assert_eq!((spec.version, spec.size), (3, 8));
        assert_eq!(spec.parts.iter().map(|part| (part.name, part.start)).collect::<Vec<_>>(), [("one", 0), ("two", 2)]);
        let mut out = [7.0; 8];
        paint(&mut Writer::new(&mut out));
        assert_eq!(out, [0.5, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn the_viewer_counts_as_first() {
        let around = Around::new(Some(Seat(2)), 3);
        assert_eq!([0, 1, 2, 3].map(|seat| around.place(seat)), [1, 2, 0, 3]);
        assert_eq!(Around::new(None, 3).seats().collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 2)]);
    }
}
