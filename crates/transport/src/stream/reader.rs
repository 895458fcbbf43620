//! The body of a request that is a stream of messages.

use crate::budget::{Budget, Charge};
use crate::framed::{HEADER, frame_length, not_compressed};
use bytes::{BufMut as _, Bytes, BytesMut};
use http::HeaderMap;
use hyper::body::Body;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use tonic::Status;

/// How long a client may take to send one message of a stream, or to say that there is none.
const MESSAGE_TIME: Duration = Duration::from_secs(60);

type NextMessage<'a> = Pin<Box<dyn Future<Output = Result<Option<Bytes>, Status>> + Send + 'a>>;

/// The messages of a request with any body.
pub(crate) trait Source: Send {
    /// The next message; `None` at the end. Its bytes are on the budget as long as anybody holds a
    /// part of them.
    fn next(&mut self) -> NextMessage<'_>;
}

/// Messages, read one by one.
pub(crate) struct Reader<B> {
    body: B,
    budget: Arc<Budget>,
    /// Data received after the last message.
    rest: Bytes,
}

/// A message on the budget.
struct BudgetedMessage {
    bytes: Bytes,
    _room: Charge,
}

impl AsRef<[u8]> for BudgetedMessage {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<B> Reader<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// # Errors
    /// The messages are compressed.
    pub(crate) fn new(head: &HeaderMap, body: B, budget: &Arc<Budget>) -> Result<Self, Status> {
        not_compressed(head)?;
        Ok(Self {
            body,
            budget: Arc::clone(budget),
            rest: Bytes::new(),
        })
    }

    /// Reads until there are this many bytes; false if the body ends before.
    async fn fill(&mut self, bytes: &mut BytesMut, length: usize) -> Result<bool, Status> {
        while bytes.len() < length {
            if self.rest.is_empty() {
                let frame = poll_fn(|context| Pin::new(&mut self.body).poll_frame(context)).await;
                let Some(frame) = frame else { return Ok(false) };
                let Ok(data) = frame
                    .map_err(|error| Status::from_error(error.into()))?
                    .into_data()
                else {
                    return Ok(false);
                };
                self.rest = data;
            }
            let part = self.rest.len().min(length - bytes.len());
            bytes.put_slice(&self.rest.split_to(part));
        }
        Ok(true)
    }

    async fn read(&mut self) -> Result<Option<Bytes>, Status> {
        let cut_off = || Status::internal("a message of the request is cut off");
        let mut header = BytesMut::with_capacity(HEADER);
        if !self.fill(&mut header, HEADER).await? {
            return if header.is_empty() {
                Ok(None)
            } else {
                Err(cut_off())
            };
        }
        let length = frame_length(header.iter())?.unwrap_or(HEADER) - HEADER;
        // Once more for the data that decoding copies.
        let room = self.budget.room(length.saturating_mul(2)).await?;
        let mut message = BytesMut::with_capacity(length);
        if !self.fill(&mut message, length).await? {
            return Err(cut_off());
        }
        Ok(Some(Bytes::from_owner(BudgetedMessage {
            bytes: message.freeze(),
            _room: room,
        })))
    }
}

impl<B> Source for Reader<B>
where
    B: Body<Data = Bytes> + Send + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + Send,
{
    fn next(&mut self) -> NextMessage<'_> {
        Box::pin(async {
            let read = timeout(MESSAGE_TIME, self.read()).await;
            read.unwrap_or_else(|_| {
                Err(Status::deadline_exceeded(format!(
                    "the request's next message did not come within {MESSAGE_TIME:?}"
                )))
            })
        })
    }
}
