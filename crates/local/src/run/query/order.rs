//! The order of lists and of local values, by what they refer to.

use std::collections::BTreeSet;

use crate::message::Message;

/// Orders these so that each is ready when those before it are done: all that are ready at the same
/// time stay in their order.
///
/// # Errors
/// Those that wait for each other.
pub(super) fn in_order<T, K: Ord>(
    mut waiting: Vec<T>,
    key: impl Fn(&T) -> K,
    is_ready: impl Fn(&T, &BTreeSet<K>) -> bool,
) -> Result<Vec<T>, Vec<T>> {
    let (mut done, mut ordered) = (BTreeSet::new(), Vec::new());
    while !waiting.is_empty() {
        let (ready, left): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|one| is_ready(one, &done));
        if ready.is_empty() {
            return Err(left);
        }
        done.extend(ready.iter().map(&key));
        ordered.extend(ready);
        waiting = left;
    }
    Ok(ordered)
}

/// The error about these.
pub(super) fn cycle(names: impl Iterator<Item = String>) -> Message {
    let names: Vec<String> = names.collect();
    let detail = format!("These refer to each other: {}.", names.join(", "));
    Message::error("Cycle").detail(detail)
}
