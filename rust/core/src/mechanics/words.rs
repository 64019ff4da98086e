//! Sets that need more than one machine word, and the sharing of items among up to eight holders.

/// Makes a set type over an array of words (a power of two of them), with the words of [`super::sets`].
macro_rules! wordset {
    ($(#[$doc:meta])* $set:ident([u64; $words:literal]) of $item:ident($number:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
        pub struct $set(pub [u64; $words]);

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self([0; $words]);

            /// The set of one.
            #[inline]
            pub const fn of(item: $item) -> Self {
                let mut set = Self::EMPTY;
                set.insert(item);
                set
            }

            /// The first `count` items.
            pub fn first(count: usize) -> Self {
                (0..count).map(|item| $item(item as $number)).collect()
            }

            /// The items after this one.
            pub fn after(item: $item) -> Self {
                let mut set = Self([u64::MAX; $words]);
                for (word, bits) in set.0.iter_mut().enumerate() {
                    match word.cmp(&(item.0 as usize >> 6)) {
                        std::cmp::Ordering::Less => *bits = 0,
                        std::cmp::Ordering::Equal => *bits = u64::MAX << (item.0 & 63) & !(1 << (item.0 & 63)),
                        std::cmp::Ordering::Greater => {}
                    }
                }
                set
            }

            /// Whether the item is in it.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0[item.0 as usize >> 6 & ($words - 1)] >> (item.0 & 63) & 1 == 1
            }

            /// Whether nothing is in it.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0.iter().fold(0, |all, word| all | word) == 0
            }

            /// How many are in it.
            #[inline]
            pub fn len(self) -> u32 {
                self.0.iter().map(|word| word.count_ones()).sum()
            }

            /// Adds an item.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0[item.0 as usize >> 6 & ($words - 1)] |= 1 << (item.0 & 63);
            }

            /// Takes an item out.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0[item.0 as usize >> 6 & ($words - 1)] &= !(1 << (item.0 & 63));
            }

            /// Adds an item or takes it out.
            #[inline]
            pub const fn put(&mut self, item: $item, present: bool) {
                let word = &mut self.0[item.0 as usize >> 6 & ($words - 1)];
                *word = *word & !(1 << (item.0 & 63)) | (present as u64) << (item.0 & 63);
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(mut self, other: Self) -> Self {
                self |= other;
                self
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                for (word, more) in self.0.iter_mut().zip(other.0) {
                    *word |= more;
                }
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(mut self, other: Self) -> Self {
                for (word, more) in self.0.iter_mut().zip(other.0) {
                    *word &= more;
                }
                self
            }
        }

        impl std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(mut self, other: Self) -> Self {
                self -= other;
                self
            }
        }

        impl std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                for (word, less) in self.0.iter_mut().zip(other.0) {
                    *word &= !less;
                }
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = std::iter::Map<$crate::mechanics::words::WordBits<$words>, fn(u32) -> $item>;
            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                $crate::mechanics::words::WordBits::new(self.0).map(|k| $item(k as $number))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                items.into_iter().for_each(|item| set.insert(item));
                set
            }
        }
    };
}
pub(crate) use wordset;

/// The places of the set bits of some words, ascending.
#[derive(Debug, Clone, Copy)]
pub struct WordBits<const N: usize> {
    words: [u64; N],
    at: usize,
}

impl<const N: usize> WordBits<N> {
    /// All of them.
    #[inline]
    pub const fn new(words: [u64; N]) -> Self {
        Self { words, at: 0 }
    }
}

impl<const N: usize> Iterator for WordBits<N> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let k = word.trailing_zeros();
                *word &= *word - 1;
                return Some(self.at as u32 * 64 + k);
            }
            self.at += 1;
        }
        None
    }

    /// Words stay in registers here, as they can't between two calls of `next`: hot loops are written with `for_each`.
    #[inline]
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (place, word) in (0..).zip(self.words) {
            for k in crate::action::Bits(word) {
                folded = f(folded, place * 64 + k);
            }
        }
        folded
    }
}

/// Which of the holders 0 to 7 each of `64 * N` items belongs to: bit planes, so that a holder's items are a few operations away and one
/// item moves by three bits. Holder 7 is nobody, where all begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares<const N: usize>(pub [[u64; N]; 3]);

/// The holder that stands for none.
pub const NOBODY: u8 = 7;

impl<const N: usize> Shares<N> {
    /// All items are nobody's.
    pub const NONE: Self = Self([[u64::MAX; N]; 3]);

    /// The items of a holder. Of nobody they include those that do not exist.
    #[inline]
    pub fn of(&self, holder: u8) -> [u64; N] {
        let mut set = [u64::MAX; N];
        for (bit, plane) in self.0.iter().enumerate() {
            // All ones where the holder's bit is 0.
            let flip = u64::from(holder >> bit & 1).wrapping_sub(1);
            for (word, plane) in set.iter_mut().zip(plane) {
                *word &= plane ^ flip;
            }
        }
        set
    }

    /// The holder of an item.
    #[inline]
    pub fn holder(&self, item: usize) -> u8 {
        let (word, place) = (item >> 6, item & 63);
        self.0.iter().enumerate().fold(0, |holder, (bit, plane)| holder | ((plane[word & (N - 1)] >> place & 1) as u8) << bit)
    }

    /// Gives an item to a holder.
    #[inline]
    pub fn give(&mut self, item: usize, holder: u8) {
        let (word, place) = (item >> 6, item & 63);
        for (bit, plane) in self.0.iter_mut().enumerate() {
            let word = &mut plane[word & (N - 1)];
            *word = *word & !(1 << place) | u64::from(holder >> bit & 1) << place;
        }
    }

    /// Gives all these items to a holder.
    #[inline]
    pub fn give_all(&mut self, items: [u64; N], holder: u8) {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            for (word, items) in plane.iter_mut().zip(items) {
                *word = if holder >> bit & 1 == 1 { *word | items } else { *word & !items };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Thing(u8);

    wordset! {
        /// For the test.
        Things([u64; 2]) of Thing(u8)
    }

    #[test]
    fn words_are_a_set() {
        let items = [0, 5, 63, 64, 99, 127];
        let set: Things = items.into_iter().map(Thing).collect();
        assert_eq!(set.into_iter().map(|item| item.0).collect::<Vec<_>>(), items);
        assert_eq!(set.len(), 6);
        for from in [0, 5, 62, 63, 64, 126, 127] {
            let after: Vec<u8> = (set & Things::after(Thing(from))).into_iter().map(|item| item.0).collect();
            assert_eq!(after, items.into_iter().filter(|&item| item > from).collect::<Vec<_>>());
        }
        let mut other = set;
        other.remove(Thing(64));
        other.put(Thing(65), true);
        other.put(Thing(5), false);
        assert_eq!(other.into_iter().map(|item| item.0).collect::<Vec<_>>(), [0, 63, 65, 99, 127]);
        assert!(other.contains(Thing(65)) && !other.contains(Thing(64)) && !Things::first(65).contains(Thing(65)));
        assert_eq!((set | other).len(), 7);
        assert_eq!((set & other).len(), 4);
        assert_eq!(Things::first(70).len(), 70);
        assert!((set - set).is_empty() && (set - Things::of(Thing(64))).len() == 5);
    }

    #[test]
    fn shares_are_a_partition() {
        let mut rng = crate::rng::Rng::new(2);
        let mut shares = Shares::<2>::NONE;
        let mut plain = [NOBODY; 128];
        for _ in 0..2000 {
            let (item, holder) = (rng.below(128) as usize, rng.below(8) as u8);
            shares.give(item, holder);
            plain[item] = holder;
        }
        for holder in 0..8 {
            let set = Things(shares.of(holder));
            for (item, &owner) in plain.iter().enumerate() {
                assert_eq!(set.contains(Thing(item as u8)), owner == holder);
                assert_eq!(shares.holder(item), owner);
            }
        }
        shares.give_all(shares.of(3), 6);
        assert!(Things(shares.of(3)).is_empty());
    }
}
