//! Many independent pieces of work over threads of their own. The result does not depend on how many there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a caller's `tick` may have to wait.
const TICK: Duration = Duration::from_millis(20);

/// Runs `work(k, &mut out[k])` for each place of `out`, on `threads` threads, the calling one among them; with one thread none is started.
/// `worker` makes what a thread keeps for itself. `tick` is called by the calling thread every 20 ms or so; when it returns false `stop` is set,
/// which `work` may look at too, and the rest is left undone. Returns whether all was done.
pub fn run<T: Send, W>(
    out: &mut [T],
    threads: usize,
    stop: &AtomicBool,
    tick: &mut dyn FnMut() -> bool,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &mut T) + Sync,
) -> bool {
    // Pieces small enough to share out evenly, large enough not to queue for.
    let piece = (out.len() / (threads.max(1) * 16)).clamp(1, 64);
    let pieces = Mutex::new(out.chunks_mut(piece).enumerate());
    let next = || pieces.lock().ok().and_then(|mut pieces| pieces.next());
    let run_piece = |kept: &mut W, (index, places): (usize, &mut [T])| {
        for (offset, place) in places.iter_mut().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            work(kept, index * piece + offset, place);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| {
                let mut kept = worker();
                while let Some(taken) = next() {
                    run_piece(&mut kept, taken);
                }
            });
        }
        let mut kept = worker();
        let mut last = Instant::now();
        while let Some(taken) = next() {
            run_piece(&mut kept, taken);
            if last.elapsed() >= TICK {
                last = Instant::now();
                if !tick() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    !stop.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut out = vec![0; 1000];
            let done = run(&mut out, threads, &AtomicBool::new(false), &mut || true, || 7, |kept, k, place| *place = k * *kept);
            assert!(done);
            assert!(out.iter().enumerate().all(|(k, &value)| value == 7 * k));
        }
    }

    #[test]
    fn stops_when_told() {
        let mut out = vec![0; 100_000];
        let stop = AtomicBool::new(false);
        let done = run(
            &mut out,
            2,
            &stop,
            &mut || false,
            || (),
            |(), _, place| {
                std::thread::sleep(Duration::from_micros(50));
                *place = 1;
            },
        );
        assert!(!done && out.contains(&0));
    }
}
