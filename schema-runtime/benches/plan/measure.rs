//! Times of two things to compare: measured in turn, so that other load on the machine slows both.

use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::AllocationInfo;

/// The cost of one call.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// The median of all calls.
    pub(crate) median: Duration,
    /// The number of allocations per call.
    pub(crate) allocations: u64,
}

/// Calls both in turn for about `time`, at least eleven times; fast ones many times in a row. The
/// input of the first is made before the clock starts, and the results are dropped after it stops.
pub(crate) fn compare<I, A, B>(
    time: Duration,
    mut prepare: impl FnMut() -> I,
    mut a: impl FnMut(I) -> A,
    mut b: impl FnMut() -> B,
) -> (Cost, Cost) {
    let mut nothing = || ();
    let mut b = |()| b();
    let first = counted(&mut prepare, &mut a);
    let second = counted(&mut nothing, &mut b);
    // The clock is read once per 20 µs of work or so.
    let once = timed(1, &mut prepare, &mut a).min(timed(1, &mut prepare, &mut a));
    let batch = (20_000 / once.as_nanos().max(1)).max(1) as u32;
    let (mut times_a, mut times_b) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while times_a.len() < 11 || start.elapsed() < time {
        times_a.push(timed(batch, &mut prepare, &mut a));
        times_b.push(timed(batch, &mut nothing, &mut b));
    }
    (cost(times_a, &first), cost(times_b, &second))
}

fn counted<I, T>(prepare: &mut impl FnMut() -> I, f: &mut impl FnMut(I) -> T) -> AllocationInfo {
    // One-time initialisation does not count.
    drop(f(prepare()));
    let input = prepare();
    let mut result = None;
    let counted = allocation_counter::measure(|| result = Some(f(input)));
    drop(result);
    counted
}

/// The average time of one of these calls.
fn timed<I, T>(
    calls: u32,
    prepare: &mut impl FnMut() -> I,
    f: &mut impl FnMut(I) -> T,
) -> Duration {
    let inputs: Vec<I> = (0..calls).map(|_| prepare()).collect();
    let mut results = Vec::with_capacity(inputs.len());
    let start = Instant::now();
    for input in inputs {
        results.push(black_box(f(input)));
    }
    start.elapsed() / calls
}

fn cost(mut times: Vec<Duration>, allocations: &AllocationInfo) -> Cost {
    times.sort();
    Cost {
        median: times[times.len() / 2],
        allocations: allocations.count_total,
    }
}
