//! A state in chunks: split for Terraform, and reassembled when Terraform sends it.

use bytes::Bytes;
use schema_runtime::diagnostics::Diagnostic;

/// The chunk size if the other side offers none.
pub(crate) const USUAL_CHUNK: usize = 8 << 20;

/// The largest chunk size that Terraform accepts.
const LARGEST_CHUNK: usize = 128 << 20;

/// The agreed chunk size: the offered one, if possible.
pub(crate) fn chunk_size(offered: i64) -> usize {
    match usize::try_from(offered) {
        Ok(0) | Err(_) => USUAL_CHUNK,
        Ok(offered) => offered.min(LARGEST_CHUNK),
    }
}

/// A part of a state.
#[derive(Clone, PartialEq, Eq)]
pub struct StateChunk {
    /// The bytes of the chunk.
    pub bytes: Bytes,
    /// The positions of the first and the last byte in the state, if given.
    pub range: Option<(i64, i64)>,
    /// The length of the whole state.
    pub total_length: i64,
}

// States contain secrets.
schema_runtime::__debug!(
    StateChunk,
    |it| length = it.bytes.len(),
    range = it.range,
    total_length = it.total_length
);

/// The chunks of a state, without copying; an empty state has no chunks.
#[derive(Clone)]
pub struct StateChunks {
    rest: Bytes,
    start: i64,
    total_length: i64,
    chunk_size: usize,
}

schema_runtime::__debug!(
    StateChunks,
    |it| rest = it.rest.len(),
    chunk_size = it.chunk_size
);

impl StateChunks {
    pub(crate) fn new(state: Bytes, chunk_size: usize) -> Self {
        StateChunks {
            // No state is longer than an `i64` can express.
            total_length: i64::try_from(state.len()).unwrap_or(i64::MAX),
            rest: state,
            start: 0,
            chunk_size: chunk_size.max(1),
        }
    }
}

impl Iterator for StateChunks {
    type Item = StateChunk;

    fn next(&mut self) -> Option<StateChunk> {
        if self.rest.is_empty() {
            return None;
        }
        let length = self.rest.len().min(self.chunk_size);
        let bytes = self.rest.split_to(length);
        let start = self.start;
        self.start += i64::try_from(length).unwrap_or(i64::MAX);
        Some(StateChunk {
            bytes,
            range: Some((start, self.start - 1)),
            total_length: self.total_length,
        })
    }
}

/// A state that is being received, chunk by chunk.
pub struct IncomingState {
    type_name: String,
    chunk_size: i64,
    /// The state, if it came in a single chunk.
    only: Option<Bytes>,
    /// The received part of a longer state.
    state: Vec<u8>,
    received: i64,
    total_length: Option<i64>,
}

schema_runtime::__debug!(
    IncomingState,
    |it| type_name = it.type_name,
    received = it.received,
    total_length = it.total_length
);

impl IncomingState {
    pub(crate) fn new(type_name: &str, chunk_size: usize) -> Self {
        IncomingState {
            type_name: type_name.to_owned(),
            chunk_size: i64::try_from(chunk_size).unwrap_or(i64::MAX),
            only: None,
            state: Vec::new(),
            received: 0,
            total_length: None,
        }
    }

    /// Accepts the next chunk.
    ///
    /// # Errors
    /// It is not the next chunk, or does not have the agreed size.
    pub fn push(&mut self, chunk: StateChunk) -> Result<(), Diagnostic> {
        self.accept(chunk).map_err(|what| self.refused(&what))
    }

    fn accept(&mut self, chunk: StateChunk) -> Result<(), String> {
        let StateChunk {
            bytes,
            range,
            total_length,
        } = chunk;
        let (received, chunk_size) = (self.received, self.chunk_size);
        let expected = self.total_length.unwrap_or(total_length);
        if total_length <= 0 {
            return Err(format!(
                "The length of the whole state is given as {total_length} bytes."
            ));
        }
        if total_length != expected {
            return Err(format!(
                "The length of the whole state was given as {expected} bytes, and now as {total_length}."
            ));
        }
        let Some((start, end)) = range else {
            return Err(format!("The chunk after byte {received} has no range."));
        };
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let left = total_length - received;
        let wanted = left.min(chunk_size);
        if start != received || end.checked_sub(start) != Some(length - 1) {
            return Err(format!(
                "A chunk of {length} bytes is said to be bytes {start} to {end}, where byte {received} is the next one."
            ));
        }
        if length != wanted {
            return Err(format!(
                "The chunk from byte {start} on has {length} bytes. With {left} bytes left and chunks of {chunk_size} bytes it has \
                 {wanted}."
            ));
        }
        if length == total_length {
            self.only = Some(bytes);
        } else {
            if self.total_length.is_none() {
                // Nothing is copied twice. Memory that is never written to costs nothing.
                let room = usize::try_from(total_length).unwrap_or(usize::MAX);
                if self.state.try_reserve_exact(room).is_err() {
                    return Err(format!(
                        "The length of the whole state is given as {total_length} bytes, which do not fit in memory."
                    ));
                }
            }
            self.state.extend_from_slice(&bytes);
        }
        self.total_length = Some(total_length);
        self.received += length;
        Ok(())
    }

    /// The whole state: a single chunk is not copied, others are copied once.
    ///
    /// # Errors
    /// Chunks are missing.
    pub fn finish(self) -> Result<Bytes, Diagnostic> {
        let total_length = self.total_length.unwrap_or(0);
        if self.received != total_length || total_length == 0 {
            let received = self.received;
            return Err(self.refused(&format!("{received} of {total_length} bytes were sent.")));
        }
        Ok(self.only.unwrap_or_else(|| self.state.into()))
    }

    fn refused(&self, what: &str) -> Diagnostic {
        Diagnostic::error(format!(
            "{}: the state was not sent correctly",
            self.type_name
        ))
        .with_detail(format!(
            "{what} Nothing was written. This is a bug in Terraform, or in whatever else calls the provider."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn state(length: usize) -> Bytes {
        (0..length).map(|byte| byte as u8).collect()
    }

    fn chunks(length: usize, chunk_size: usize) -> Vec<StateChunk> {
        StateChunks::new(state(length), chunk_size).collect()
    }

    fn put_together(chunks: Vec<StateChunk>, chunk_size: usize) -> Result<Bytes, Diagnostic> {
        let mut incoming = IncomingState::new("disk_states", chunk_size);
        for chunk in chunks {
            incoming.push(chunk)?;
        }
        incoming.finish()
    }

    #[test]
    fn a_state_is_the_same_after_all_lengths_of_chunks() {
        for length in 1..20 {
            for chunk_size in 1..22 {
                let chunks = chunks(length, chunk_size);
                assert_eq!(chunks.len(), length.div_ceil(chunk_size));
                assert_eq!(put_together(chunks, chunk_size).unwrap(), state(length));
            }
        }
        assert_eq!(chunks(0, 4), []);
    }

    #[test]
    fn ranges_are_of_bytes_and_inclusive() {
        let ranges: Vec<_> = chunks(9, 4).iter().map(|chunk| chunk.range).collect();
        assert_eq!(ranges, [Some((0, 3)), Some((4, 7)), Some((8, 8))]);
    }

    #[test]
    fn neither_one_chunk_nor_what_is_cut_is_copied() {
        let whole = state(9);
        let cut: Vec<_> = StateChunks::new(whole.clone(), 4).collect();
        assert!(std::ptr::eq(cut[1].bytes.as_ptr(), whole[4..].as_ptr()));
        let put = put_together(StateChunks::new(whole.clone(), 9).collect(), 9).unwrap();
        assert!(std::ptr::eq(put.as_ptr(), whole.as_ptr()));
    }

    /// The error for a state of 9 bytes in chunks of 4, with this change.
    #[track_caller]
    fn refused(change: impl FnOnce(&mut Vec<StateChunk>), said: &str) {
        let mut chunks = chunks(9, 4);
        change(&mut chunks);
        let error = put_together(chunks, 4).unwrap_err();
        assert!(error.is_error() && error.summary.starts_with("disk_states: "));
        assert!(error.detail.starts_with(said), "{}", error.detail);
    }

    #[test]
    fn what_is_not_sent_as_agreed_is_rejected() {
        refused(|all| all.clear(), "0 of 0 bytes");
        refused(|all| drop(all.pop()), "8 of 9 bytes");
        refused(
            |all| drop(all.remove(1)),
            "A chunk of 1 bytes is said to be bytes 8 to 8, where byte 4 is",
        );
        refused(|all| all.swap(0, 1), "A chunk of 4 bytes is said");
        refused(|all| all.push(all[2].clone()), "A chunk of 1 bytes is said");
        refused(|all| all[1].range = None, "The chunk after byte 4 has no");
        refused(
            |all| all[1].range = Some((4, 8)),
            "A chunk of 4 bytes is said to be bytes 4 to 8,",
        );
        refused(
            |all| all[1].range = Some((i64::MIN, i64::MAX)),
            "A chunk of 4 bytes is said",
        );
        refused(
            |all| all[0].total_length = 0,
            "The length of the whole state is given as 0",
        );
        refused(
            |all| all[2].total_length = 10,
            "The length of the whole state was given as 9 bytes, and now as 10.",
        );
        // A chunk in the middle, the last one, and one too many.
        refused(
            |all| {
                all[1].bytes.truncate(3);
                all[1].range = Some((4, 6));
            },
            "The chunk from byte 4 on has 3 bytes. With 5 bytes left and chunks of 4 bytes it has 4.",
        );
        refused(
            |all| {
                all[2].bytes = state(2);
                all[2].range = Some((8, 9));
            },
            "The chunk from byte 8 on has 2 bytes. With 1 bytes left",
        );
        refused(
            |all| {
                all[0].bytes = state(0);
                all[0].range = Some((0, -1));
            },
            "The chunk from byte 0 on has 0 bytes.",
        );
    }

    #[test]
    fn a_length_that_is_a_lie_takes_no_memory() {
        let mut all = chunks(9, 4);
        for chunk in &mut all {
            chunk.total_length = i64::MAX;
        }
        let error = put_together(all, 4).unwrap_err();
        let said =
            "The length of the whole state is given as 9223372036854775807 bytes, which do not fit";
        assert!(error.detail.starts_with(said), "{}", error.detail);
    }

    /// A chunk of a state of up to 40 bytes in chunks of 8, valid or invalid.
    fn any_chunk() -> impl Strategy<Value = StateChunk> {
        let place = prop_oneof![0..40_i64, any::<i64>()];
        (
            0..12_usize,
            proptest::option::of((place.clone(), place)),
            0..5_usize,
            any::<bool>(),
            prop_oneof![1..40_i64, any::<i64>()],
        )
            .prop_map(|(length, range, number, right, total)| {
                if right {
                    let all = chunks(33, 8);
                    return all[number].clone();
                }
                StateChunk {
                    bytes: state(length),
                    range,
                    total_length: total,
                }
            })
    }

    proptest! {
        /// Any input is rejected or is the announced state.
        #[test]
        fn any_chunks(chunks in proptest::collection::vec(any_chunk(), 0..8)) {
            let lengths: usize = chunks.iter().map(|chunk| chunk.bytes.len()).sum();
            let total = chunks.first().map(|chunk| chunk.total_length);
            if let Ok(state) = put_together(chunks, 8) {
                prop_assert_eq!(state.len(), lengths);
                prop_assert_eq!(Some(state.len() as i64), total);
            }
        }
    }

    #[test]
    fn a_size_is_agreed_on_whatever_is_offered() {
        let offered = [i64::MIN, -1, 0, 1, 5, 128 << 20, (128 << 20) + 1, i64::MAX];
        let agreed = offered.map(super::chunk_size);
        let (usual, largest) = (8 << 20, 128 << 20);
        assert_eq!(
            agreed,
            [usual, usual, usual, 1, 5, largest, largest, largest]
        );
    }
}
