//! Threads of a batch's own.

use std::sync::Mutex;

use crate::error::{Error, Result};

/// The calling thread and, for more than one, others that are parked between calls.
#[derive(Debug)]
pub(crate) struct Workers {
    pub threads: usize,
    pool: Option<(u32, rayon::ThreadPool)>,
}

impl Workers {
    pub const fn new(threads: usize) -> Self {
        Self { threads, pool: None }
    }

    /// The threads besides the calling one. They are started when first needed, and anew in a forked process, where they are not.
    fn pool(&mut self) -> Result<Option<&rayon::ThreadPool>> {
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|(made_in, _)| *made_in != process) {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads.saturating_sub(1).max(1))
                .build()
                .map_err(|error| Error::argument("no_threads", "threads", self.threads, format!("threads to be had ({error})")))?;
            // Threads that a fork left behind can't be joined: such a pool is let go of unfinished.
            if let Some(lost) = self.pool.replace((process, pool)) {
                std::mem::forget(lost);
            }
        }
        Ok(self.pool.as_ref().map(|(_, pool)| pool))
    }

    /// Does a piece of work for each item, in any order. The calling thread begins at once; the others join it as they wake.
    pub fn run<I: Send>(&mut self, items: impl Iterator<Item = I> + Send, work: impl Fn(I) + Sync) -> Result<()> {
        let useful = items.size_hint().1.map_or(self.threads, |most| most.min(self.threads));
        if useful < 2 {
            items.for_each(work);
            return Ok(());
        }
        let Some(pool) = self.pool()? else { return Ok(()) };
        let items = Mutex::new(items);
        let next = || items.lock().ok().and_then(|mut items| items.next());
        let drain = || {
            while let Some(item) = next() {
                work(item);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 1..useful {
                scope.spawn(|_| drain());
            }
            drain();
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_worked_on_once_by_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut workers = Workers::new(threads);
            for count in [0, 1, 2, 1000] {
                let mut out = vec![0; count];
                workers.run(out.iter_mut().enumerate(), |(k, place)| *place += k + 1).unwrap();
                assert!(out.iter().enumerate().all(|(k, &value)| value == k + 1));
            }
        }
    }
}
