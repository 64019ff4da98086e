//! Dirichlet noise from the project's own generator, so that a seed brings it again.

use crate::rng::Rng;

/// A normal deviate (Marsaglia's polar method).
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (u, v) = (2.0 * rng.random() - 1.0, 2.0 * rng.random() - 1.0);
        let s = u * u + v * v;
        if s > 0.0 && s < 1.0 {
            return u * (-2.0 * s.ln() / s).sqrt();
        }
    }
}

/// A gamma deviate of scale 1 (Marsaglia and Tsang).
fn gamma(alpha: f64, rng: &mut Rng) -> f64 {
    if alpha < 1.0 {
        let u = 1.0 - rng.random();
        return gamma(alpha + 1.0, rng) * u.powf(1.0 / alpha);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - rng.random()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// `n` shares that sum to 1.
pub fn dirichlet(alpha: f64, n: usize, rng: &mut Rng) -> Vec<f32> {
    let draws: Vec<f64> = (0..n).map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = draws.iter().sum();
    // A tiny alpha can bring nothing but zeros.
    if sum > 0.0 { draws.iter().map(|draw| (draw / sum) as f32).collect() } else { vec![1.0 / n as f32; n] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_moments_of_the_distribution() {
        for alpha in [0.3, 1.0, 4.0] {
            let (mut rng, n, draws) = (Rng::new(1), 5, 20_000);
            let (mut mean, mut square) = (0.0, 0.0);
            for _ in 0..draws {
                let shares = dirichlet(alpha, n, &mut rng);
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let first = f64::from(shares[0]);
                mean += first / f64::from(draws);
                square += first * first / f64::from(draws);
            }
            let expected = 0.2 * 0.8 / (alpha * n as f64 + 1.0);
            assert!((mean - 0.2).abs() < 0.01, "{mean}");
            assert!((square - mean * mean - expected).abs() < 0.1 * expected, "{alpha}: {} for {expected}", square - mean * mean);
        }
    }
}
