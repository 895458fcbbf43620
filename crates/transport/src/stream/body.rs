//! The body of an answer that is a stream: what a handler's method sends, and how that ended.

use crate::budget::Account;
use crate::framed::{AnswerFrame, put_status};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, header::CONTENT_TYPE};
use hyper::body::{Body, Frame, SizeHint};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc;
use tonic::Status;

/// How the method ended.
type Producer = Pin<Box<dyn Future<Output = Result<(), Status>> + Send>>;

/// The message that says why a call failed; the status where that has none.
type Refused = Box<dyn Fn(Status) -> Result<AnswerFrame, Status> + Send>;

/// What a handler's method sends. The method runs when the client can take something, and is
/// dropped with this, as soon as the client gives the call up.
pub(crate) struct EventBody {
    frames: mpsc::Receiver<Result<Bytes, Status>>,
    /// Nothing once it has ended.
    producer: Option<Producer>,
    /// How it ended, until that is said.
    end: Option<Result<(), Status>>,
    said: bool,
    refused: Refused,
    /// What the call holds while it goes on.
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

    /// The answer of which this is the body.
    pub(crate) fn response(self) -> Response<Self> {
        let mut response = Response::new(self);
        let grpc = const { HeaderValue::from_static("application/grpc") };
        response.headers_mut().insert(CONTENT_TYPE, grpc);
        response
    }

    /// The next frame, or how the call ended.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Bytes, Result<(), Status>>> {
        // Frames that are ready go out before the method continues.
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
            // Code that still has an end of the stream is reported.
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
            // A message that cannot be sent is the end of the call.
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
                // The last message says it.
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

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
