//! The body of a request that is a stream of messages.

use crate::budget::{Budget, on_budget};
use crate::framed::Messages;
use bytes::Bytes;
use http::HeaderMap;
use hyper::body::Body;
use std::future::Future;
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

/// Messages on the budget.
pub(crate) struct Reader<B> {
    messages: Messages<B>,
    budget: Arc<Budget>,
}

impl<B> Reader<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// # Errors
    /// The messages are compressed.
    pub(crate) fn new(head: &HeaderMap, body: B, budget: &Arc<Budget>) -> Result<Self, Status> {
        Ok(Self {
            messages: Messages::new(head, body)?,
            budget: Arc::clone(budget),
        })
    }

    async fn read(&mut self) -> Result<Option<Bytes>, Status> {
        let cut_off = "a message of the request is cut off";
        let Some(length) = self.messages.length(cut_off).await? else {
            return Ok(None);
        };
        // Once more for the data that decoding copies.
        let room = self.budget.room(length.saturating_mul(2)).await?;
        let message = self.messages.message(length, cut_off).await?;
        Ok(Some(on_budget(message, room)))
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
