//! Calls with a stream of messages in one direction.
//!
//! The handler has one end of a stream, and HTTP the other. Between them there is room for one
//! message, so the sender waits for the reader, and each message is on the budget as long as it
//! exists.

mod body;
mod reader;

use crate::budget::{Budget, on_budget};
use crate::framed::AnswerFrame;
use bytes::Bytes;
use prost::Message;
use std::fmt;
use std::sync::Arc;
use tokio::sync::mpsc;
use tonic::Status;

pub(crate) use body::EventBody;
pub(crate) use reader::{Reader, Source};

/// A message of at most this size is always sent, like answers: the outcome of a call must not be
/// lost for lack of memory, and a stream holds only one waiting message.
const SMALL: usize = 64 << 10;

/// A stream ended early: its client cancelled the call, its connection is gone, or the call failed
/// otherwise. Nobody reads what is sent, and nothing more is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamClosed;

impl fmt::Display for StreamClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stream is closed: its client is gone, or the call failed")
    }
}

impl std::error::Error for StreamClosed {}

/// Sends the messages of the answer of a handler's method.
///
/// The stream ends successfully when the method's future is ready. When the client cancels the
/// call, that future is dropped; code elsewhere with a clone of this notices it by
/// [`send`](Self::send) and [`closed`](Self::closed).
pub struct StreamSender<M> {
    to: To<M>,
}

enum To<M> {
    Client(FrameSender),
    Local(mpsc::Sender<M>),
}

/// Sends the messages of an answer that another program encoded: see
/// [`Handler::forwarded_stream`](crate::Handler::forwarded_stream).
#[derive(Clone)]
pub struct FrameSender {
    frames: mpsc::Sender<Result<Bytes, Status>>,
    budget: Arc<Budget>,
}

impl FrameSender {
    /// A stream for a call's body, which receives the frames.
    pub(crate) fn to_client(budget: &Arc<Budget>) -> (Self, mpsc::Receiver<Result<Bytes, Status>>) {
        let (frames, taken) = mpsc::channel(1);
        let budget = Arc::clone(budget);
        (Self { frames, budget }, taken)
    }

    /// Sends a message with its gRPC frame, as [`StreamSender::send`] does.
    ///
    /// # Errors
    /// Nobody receives it.
    pub async fn send(&self, frame: Bytes) -> Result<(), StreamClosed> {
        let length = frame.len();
        self.put(length, || Ok(AnswerFrame::whole(frame))).await
    }

    /// Waits until nobody receives what is sent any more.
    pub async fn closed(&self) {
        self.frames.closed().await;
    }

    /// Sends the frame of a message of this length.
    pub(crate) async fn put(
        &self,
        length: usize,
        frame: impl FnOnce() -> Result<AnswerFrame, Status>,
    ) -> Result<(), StreamClosed> {
        let place = self.frames.reserve().await.map_err(|_| StreamClosed)?;
        // It is encoded only when there is room for its bytes.
        let framed = tokio::select! {
            framed = framed(length, frame, &self.budget) => framed,
            () = self.frames.closed() => return Err(StreamClosed),
        };
        let failed = framed.is_err();
        place.send(framed);
        if failed { Err(StreamClosed) } else { Ok(()) }
    }
}

__opaque_debug!(FrameSender);

impl<M: Message> StreamSender<M> {
    pub(crate) fn new(frames: FrameSender) -> Self {
        let to = To::Client(frames);
        Self { to }
    }

    /// For a manual call, as in tests: returns what is sent; dropping the receiver closes the
    /// stream.
    #[must_use]
    pub fn local() -> (Self, mpsc::Receiver<M>) {
        let (messages, taken) = mpsc::channel(1);
        let to = To::Local(messages);
        (Self { to }, taken)
    }

    /// Sends a message, once there is room for it: the client must receive earlier ones first.
    ///
    /// # Errors
    /// Nobody receives it.
    pub async fn send(&self, message: M) -> Result<(), StreamClosed> {
        match &self.to {
            To::Local(messages) => messages.send(message).await.map_err(|_| StreamClosed),
            To::Client(to) => {
                let frame = || AnswerFrame::of(&message);
                to.put(message.encoded_len(), frame).await
            }
        }
    }

    /// Waits until nobody receives what is sent any more.
    pub async fn closed(&self) {
        match &self.to {
            To::Client(to) => to.closed().await,
            To::Local(messages) => messages.closed().await,
        }
    }

    /// Whether nobody receives what is sent any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match &self.to {
            To::Client(to) => to.frames.is_closed(),
            To::Local(messages) => messages.is_closed(),
        }
    }
}

/// A message in its frame, on the budget until it is written.
async fn framed(
    length: usize,
    frame: impl FnOnce() -> Result<AnswerFrame, Status>,
    budget: &Arc<Budget>,
) -> Result<Bytes, Status> {
    let room = if length <= SMALL {
        budget.room_in_any_case(length)
    } else {
        budget.room(length).await?
    };
    Ok(on_budget(frame()?.bytes(), room))
}

impl<M> Clone for StreamSender<M> {
    fn clone(&self) -> Self {
        let to = match &self.to {
            To::Client(to) => To::Client(to.clone()),
            To::Local(messages) => To::Local(messages.clone()),
        };
        Self { to }
    }
}

__opaque_debug!(StreamSender<M>);

/// Receives the client's messages for a handler's method.
///
/// When the client cancels the call, or sends an invalid message, the call fails and the method's
/// future is dropped.
pub struct StreamReceiver<M> {
    /// `None` is the end.
    messages: mpsc::Receiver<Option<M>>,
    ended: bool,
}

impl<M> StreamReceiver<M> {
    /// The receiver and its sender; `None` is the end.
    pub(crate) fn channel() -> (mpsc::Sender<Option<M>>, Self) {
        let (send, messages) = mpsc::channel(1);
        let ended = false;
        (send, Self { messages, ended })
    }

    /// For a manual call, as in tests: these messages, and nothing after them.
    #[must_use]
    pub fn new(messages: Vec<M>) -> Self {
        Self::from_messages(messages, true)
    }

    /// The same for a client that disconnects before it has sent everything.
    #[must_use]
    pub fn cut_off(messages: Vec<M>) -> Self {
        Self::from_messages(messages, false)
    }

    fn from_messages(given: Vec<M>, to_the_end: bool) -> Self {
        let (send, messages) = mpsc::channel(given.len() + 1);
        let end = to_the_end.then_some(None);
        for message in given.into_iter().map(Some).chain(end) {
            // There is room for all of them.
            let _ = send.try_send(message);
        }
        let ended = false;
        Self { messages, ended }
    }

    /// The next message; `None` after the client has sent all.
    ///
    /// # Errors
    /// The stream ended before that. Code in the method's own future never sees this error, because
    /// the future is dropped instead; elsewhere it must not be mistaken for the end.
    pub async fn next(&mut self) -> Result<Option<M>, StreamClosed> {
        if self.ended {
            return Ok(None);
        }
        let message = self.messages.recv().await.ok_or(StreamClosed)?;
        self.ended = message.is_none();
        Ok(message)
    }
}

__opaque_debug!(StreamReceiver<M>);
