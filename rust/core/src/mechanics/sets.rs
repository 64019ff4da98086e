//! Small sets as machine words.

macro_rules! bitset {
    ($(#[$doc:meta])* $set:ident($word:ty) of $item:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
        pub struct $set(pub $word);

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set of one.
            #[inline]
            pub const fn of(item: $item) -> Self {
                Self(1 << (item.0 as u32 & (<$word>::BITS - 1)))
            }

            /// The first `count` items.
            pub const fn first(count: usize) -> Self {
                if count == 0 { Self(0) } else { Self(<$word>::MAX >> (<$word>::BITS - count as u32)) }
            }

            /// Whether the item is in it.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 & Self::of(item).0 != 0
            }

            /// Whether nothing is in it.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in it.
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Adds an item.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= Self::of(item).0;
            }

            /// Takes an item out.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !Self::of(item).0;
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = std::iter::Map<$crate::action::Bits, fn(u32) -> $item>;
            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                $crate::action::Bits(self.0 as u64).map(|k| $item(k as u8))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self(0), |set, item| set | Self::of(item))
            }
        }
    };
}
pub(crate) use bitset;
