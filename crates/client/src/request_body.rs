//! The body of an HTTP request.

use crate::error::CallError;
use bytes::Bytes;
use hyper::body::{Body, Frame};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;

/// The body of a request: one message, or a stream of messages.
pub(crate) enum RequestBody {
    One(Option<Bytes>),
    /// `None` is the end; if it never arrives, the call is cancelled.
    Stream(mpsc::Receiver<Option<Bytes>>),
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = CallError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, CallError>>> {
        let next = match &mut *self {
            Self::One(frame) => frame.take(),
            Self::Stream(frames) => match std::task::ready!(frames.poll_recv(context)) {
                Some(frame) => frame,
                None => return Poll::Ready(Some(Err(CallError::broken("given up")))),
            },
        };
        Poll::Ready(next.map(|frame| Ok(Frame::data(frame))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::One(None))
    }
}
