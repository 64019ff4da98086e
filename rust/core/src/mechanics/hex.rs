//! Hexes in axial coordinates (q, r).

/// A cell.
pub type Hex = (i32, i32);

/// The six cells that border a cell.
pub const fn neighbours((q, r): Hex) -> [Hex; 6] {
    [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]
}

/// For each cell the cells of the list that border it: bit k is the k-th. At most 64 cells are looked at.
pub fn adjacency(cells: &[Hex]) -> Vec<u64> {
    let borders = |&cell: &Hex| {
        let around = neighbours(cell);
        cells.iter().take(64).enumerate().filter(|(_, other)| around.contains(other)).fold(0, |set, (k, _)| set | 1 << k)
    };
    cells.iter().map(borders).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_mutual_and_six_at_most() {
        let cells: Vec<Hex> = (-2..=2).flat_map(|q| (-2..=2).map(move |r| (q, r))).collect();
        let borders = adjacency(&cells);
        for (a, row) in borders.iter().enumerate() {
            assert!(row.count_ones() <= 6 && row >> a & 1 == 0);
            for (b, other) in borders.iter().enumerate() {
                assert_eq!(row >> b & 1, other >> a & 1);
                let (dq, dr) = (cells[a].0 - cells[b].0, cells[a].1 - cells[b].1);
                let distance = (dq.abs() + dr.abs() + (dq + dr).abs()) / 2;
                assert_eq!(row >> b & 1 == 1, distance == 1);
            }
        }
    }
}
