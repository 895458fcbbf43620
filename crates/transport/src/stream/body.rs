//! The body of an answer that is a stream: the messages of a handler's method, and how it ended.

use crate::budget::Account;
use crate::framed::{AnswerFrame, put_status};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, header::CONTENT_TYPE};
use hyper::body::{Body, Frame};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc;
use tonic::Status;

/// How the method ended.
type Producer = Pin<Box<dyn Future<Output = Result<(), Status>> + Send>>;

/// The message that says why a call failed; the status if there is no message for it.
type Refused = Box<dyn Fn(Status) -> Result<AnswerFrame, Status> + Send>;

/// The messages that a handler's method sends. The method runs when the client can receive, and is
/// dropped with this, as soon as the client cancels the call.
pub(crate) struct EventBody {
    frames: mpsc::Receiver<Result<Bytes, Status>>,
    /// `None` once it has ended.
    producer: Option<Producer>,
    /// How it ended, until that is sent.
    end: Option<Result<(), Status>>,
    said: bool,
    refused: Refused,
    /// The call's memory while it runs.
    account: Option<Arc<Account>>,
}

impl EventBody {
    pub(crate) fn new(
        frames: mpsc::Receiver<Result<Bytes, Status>>,
        producer: Producer,
        refused: Refused,
        account: Arc<Account>,
    ) -> Self {
        Self {
            frames,
            producer: Some(producer),
            end: None,
            said: false,
            refused,
            account: Some(account),
        }
    }

    /// The answer with this body.
    pub(crate) fn response(self) -> Response<Self> {
        let mut response = Response::new(self);
        let grpc = const { HeaderValue::from_static("application/grpc") };
        response.headers_mut().insert(CONTENT_TYPE, grpc);
        response
    }

    /// The next frame, or how the call ended.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Bytes, Result<(), Status>>> {
        // Ready frames are sent before the method continues.
        if self.producer.is_some()
            && let Poll::Ready(Some(frame)) = self.frames.poll_recv(context)
        {
            return Poll::Ready(self.taken(frame));
        }
        if let Some(producer) = &mut self.producer
            && let Poll::Ready(end) = producer.as_mut().poll(context)
        {
            self.producer = None;
            self.end = Some(end);
            // Code that still has an end of the stream gets an error.
            self.frames.close();
        }
        if let Ok(frame) = self.frames.try_recv() {
            return Poll::Ready(self.taken(frame));
        }
        match self.end.take() {
            Some(end) => Poll::Ready(Err(end)),
            None => Poll::Pending,
        }
    }

    fn taken(&mut self, frame: Result<Bytes, Status>) -> Result<Bytes, Result<(), Status>> {
        frame.map_err(|status| {
            // A message that cannot be sent ends the call.
            self.producer = None;
            self.frames.close();
            Err(status)
        })
    }
}

impl Body for EventBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.said {
            return Poll::Ready(None);
        }
        let mut end = match std::task::ready!(self.poll_next(context)) {
            Ok(frame) => return Poll::Ready(Some(Ok(Frame::data(frame)))),
            Err(end) => end,
        };
        if let Err(status) = end {
            match (self.refused)(status) {
                // The last message reports it.
                Ok(last) => {
                    self.end = Some(Ok(()));
                    return Poll::Ready(Some(Ok(Frame::data(last.bytes()))));
                }
                Err(status) => end = Err(status),
            }
        }
        self.said = true;
        self.account = None;
        let mut trailers = HeaderMap::with_capacity(2);
        put_status(&mut trailers, end.err());
        Poll::Ready(Some(Ok(Frame::trailers(trailers))))
    }

    fn is_end_stream(&self) -> bool {
        self.said
    }
}
