//! Whole states, which travel in chunks.

use crate::error::CallError;
use crate::provider::{Provider, no_errors};
use bytes::{Bytes, BytesMut};
use schema_transport::proto::v6;

/// The chunk size that Terraform offers.
pub const CHUNK_SIZE: usize = 8 << 20;

impl Provider {
    /// Writes a state as Terraform does: in chunks of equal size. The first one names the state.
    ///
    /// # Errors
    /// The call failed.
    pub async fn write_state(
        &self,
        type_name: &str,
        state_id: &str,
        state: &Bytes,
        chunk_size: usize,
    ) -> Result<v6::write_state_bytes::Response, CallError> {
        let mut upload = self.write_state_bytes().await?;
        for chunk in state_chunks(type_name, state_id, state, chunk_size) {
            // A call that has its answer accepts no more chunks.
            if !upload.send(&chunk).await? {
                break;
            }
        }
        upload.finish().await
    }

    /// Reads a whole state, assembling the chunks as Terraform does; `None` if there are no chunks.
    ///
    /// # Errors
    /// The call failed, or the answer has errors.
    pub async fn read_state(
        &self,
        type_name: &str,
        state_id: &str,
    ) -> Result<Option<Bytes>, CallError> {
        let request = v6::read_state_bytes::Request {
            type_name: type_name.to_owned(),
            state_id: state_id.to_owned(),
        };
        let mut chunks = self.read_state_bytes(&request).await?;
        let mut read = ReadState::default();
        while let Some(chunk) = chunks.next().await? {
            read.push(chunk)?;
        }
        read.finish()
    }
}

/// A state that is being read. The first chunk sets the length of all but the last, which is not
/// longer.
#[derive(Default)]
struct ReadState {
    state: BytesMut,
    total: Option<usize>,
    chunk_size: usize,
}

impl ReadState {
    fn push(&mut self, chunk: v6::read_state_bytes::Response) -> Result<(), CallError> {
        no_errors(&chunk.diagnostics)?;
        let range = chunk
            .range
            .ok_or_else(|| CallError::broken("a chunk has no range"))?;
        let (start, end) = (size(range.start)?, size(range.end)?);
        let (at, length) = (self.state.len(), chunk.bytes.len());
        if start != at || (end + 1).checked_sub(start) != Some(length) {
            let why = format!("{length} bytes at {at} are said to be {range:?}");
            return Err(CallError::Broken(why));
        }
        let total = size(chunk.total_length)?;
        let expected = *self.total.get_or_insert(total);
        if total != expected {
            let why = format!("the state had {expected} bytes, and has {total}");
            return Err(CallError::Broken(why));
        }
        if at == 0 {
            self.chunk_size = length;
        }
        let left = total.saturating_sub(at);
        let wanted = left.min(self.chunk_size);
        if length != wanted {
            let size = self.chunk_size;
            let why = format!(
                "a chunk at {at} has {length} bytes; with {left} bytes left and chunks of {size} it has {wanted}"
            );
            return Err(CallError::Broken(why));
        }
        self.state.extend_from_slice(&chunk.bytes);
        Ok(())
    }

    fn finish(self) -> Result<Option<Bytes>, CallError> {
        match self.total {
            None => Ok(None),
            Some(total) if total == self.state.len() => Ok(Some(self.state.freeze())),
            Some(total) => {
                let why = format!("{} bytes came of {total}", self.state.len());
                Err(CallError::Broken(why))
            }
        }
    }
}

fn size(number: i64) -> Result<usize, CallError> {
    usize::try_from(number).map_err(CallError::broken)
}

/// A state in chunks as Terraform sends them.
#[must_use]
pub fn state_chunks(
    type_name: &str,
    state_id: &str,
    state: &Bytes,
    chunk_size: usize,
) -> Vec<v6::write_state_bytes::RequestChunk> {
    let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    let chunk = |at: usize| {
        let end = (at + chunk_size).min(state.len());
        let meta = v6::write_state_bytes::RequestChunkMeta {
            type_name: type_name.to_owned(),
            state_id: state_id.to_owned(),
        };
        v6::write_state_bytes::RequestChunk {
            meta: (at == 0).then_some(meta),
            bytes: state.slice(at..end),
            total_length: place(state.len()),
            range: Some(v6::StateRange {
                start: place(at),
                end: place(end) - 1,
            }),
        }
    };
    (0..state.len()).step_by(chunk_size).map(chunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use v6::read_state_bytes::Response;

    /// A state of 20 bytes in chunks of 8.
    fn chunks() -> Vec<Response> {
        let all = state_chunks("s", "default", &vec![b'x'; 20].into(), 8);
        let read = |chunk: v6::write_state_bytes::RequestChunk| Response {
            bytes: chunk.bytes,
            total_length: chunk.total_length,
            range: chunk.range,
            ..Default::default()
        };
        all.into_iter().map(read).collect()
    }

    /// Checks the client's error for the chunks after this change.
    #[track_caller]
    fn refused(change: impl FnOnce(&mut Vec<Response>), said: &str) {
        let mut all = chunks();
        change(&mut all);
        let mut read = ReadState::default();
        let pushed = all.into_iter().try_for_each(|chunk| read.push(chunk));
        let error = pushed.and_then(|()| read.finish().map(drop)).unwrap_err();
        assert!(error.to_string().contains(said), "{said}: {error}");
    }

    fn replace(chunk: &mut Response, length: usize, (start, end): (i64, i64)) {
        chunk.bytes = vec![b'x'; length].into();
        chunk.range = Some(v6::StateRange { start, end });
    }

    #[test]
    fn what_a_provider_sends_wrongly_is_seen() {
        let mut read = ReadState::default();
        for chunk in chunks() {
            read.push(chunk).unwrap();
        }
        assert_eq!(read.finish().unwrap().unwrap().len(), 20);
        assert_eq!(ReadState::default().finish().unwrap(), None);
        refused(|all| all[1].range = None, "no range");
        refused(|all| drop(all.pop()), "16 bytes came of 20");
        refused(
            |all| all[1].bytes.truncate(7),
            "7 bytes at 8 are said to be",
        );
        refused(|all| all[1].total_length = 21, "had 20 bytes, and has 21");
        // Each one declares its range correctly.
        refused(
            |all| replace(&mut all[1], 7, (8, 14)),
            "at 8 has 7 bytes; with 12 bytes left and chunks of 8 it has 8",
        );
        refused(
            |all| replace(&mut all[2], 5, (16, 20)),
            "at 16 has 5 bytes; with 4 bytes left and chunks of 8 it has 4",
        );
        refused(
            |all| {
                all.pop();
                replace(&mut all[1], 12, (8, 19));
            },
            "at 8 has 12 bytes; with 12 bytes left and chunks of 8 it has 8",
        );
    }
}
