//! Calls with a stream of messages in one direction.
//!
//! The handler has one end of a stream and HTTP the other one. Between them there is room for one
//! message, so that the sender of messages waits for who reads them, and each message
//! is on the budget for as long as it is anywhere.

mod body;
mod reader;

use crate::budget::Budget;
use crate::framed::AnswerFrame;
use bytes::Bytes;
use prost::Message;
use std::fmt;
use std::sync::Arc;
use tokio::sync::mpsc;
use tonic::Status;

pub(crate) use body::EventBody;
pub(crate) use reader::{Reader, Source};

/// A message no larger than this is sent in any case, as answers are: how a call ended must not be
/// lost without memory, and one that waits to be taken is all that a stream has of them.
const SMALL: usize = 64 << 10;

/// A stream has come to its end before all was said: its client gave the call up, its connection is
/// gone, or the call failed otherwise. Nobody reads what is sent, and nothing more is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamClosed;

impl fmt::Display for StreamClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stream is closed: its client is gone, or the call failed")
    }
}

impl std::error::Error for StreamClosed {}

/// Where a handler's method sends the messages of its answer.
///
/// The stream ends well when the method's future is ready. When the client gives the call up that
/// future is dropped; code that goes on elsewhere with a clone of this is reported by
/// [`send`](Self::send) and [`closed`](Self::closed).
pub struct StreamSender<M> {
    to: To<M>,
}

enum To<M> {
    Client {
        frames: mpsc::Sender<Result<Bytes, Status>>,
        budget: Arc<Budget>,
    },
    Local(mpsc::Sender<M>),
}

impl<M: Message> StreamSender<M> {
    /// For a call's body, which takes the frames.
    pub(crate) fn to_client(budget: &Arc<Budget>) -> (Self, mpsc::Receiver<Result<Bytes, Status>>) {
        let (frames, taken) = mpsc::channel(1);
        let budget = Arc::clone(budget);
        let to = To::Client { frames, budget };
        (Self { to }, taken)
    }

    /// For a call by hand, as tests make it: what is sent, and whoever drops that closes the
    /// stream.
    #[must_use]
    pub fn local() -> (Self, mpsc::Receiver<M>) {
        let (messages, taken) = mpsc::channel(1);
        let to = To::Local(messages);
        (Self { to }, taken)
    }

    /// Sends a message, once there is room for it: the client has to take those before.
    ///
    /// # Errors
    /// Nobody takes it.
    pub async fn send(&self, message: M) -> Result<(), StreamClosed> {
        let (frames, budget) = match &self.to {
            To::Local(messages) => {
                return messages.send(message).await.map_err(|_| StreamClosed);
            }
            To::Client { frames, budget } => (frames, budget),
        };
        let place = frames.reserve().await.map_err(|_| StreamClosed)?;
        // Its bytes come into being when there is a place for them.
        let framed = tokio::select! {
            framed = framed(&message, budget) => framed,
            () = frames.closed() => return Err(StreamClosed),
        };
        let failed = framed.is_err();
        place.send(framed);
        if failed { Err(StreamClosed) } else { Ok(()) }
    }

    /// Waits until nobody takes what is sent any more.
    pub async fn closed(&self) {
        match &self.to {
            To::Client { frames, .. } => frames.closed().await,
            To::Local(messages) => messages.closed().await,
        }
    }

    /// Whether nobody takes what is sent any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match &self.to {
            To::Client { frames, .. } => frames.is_closed(),
            To::Local(messages) => messages.is_closed(),
        }
    }
}

/// A message in its frame, on the budget until it is written.
async fn framed(message: &impl Message, budget: &Arc<Budget>) -> Result<Bytes, Status> {
    let length = message.encoded_len();
    let room = if length <= SMALL {
        budget.room_in_any_case(length)
    } else {
        budget.room(length).await?
    };
    Ok(AnswerFrame::of(message)?.held_by(room))
}

impl<M> Clone for StreamSender<M> {
    fn clone(&self) -> Self {
        let to = match &self.to {
            To::Client { frames, budget } => To::Client {
                frames: frames.clone(),
                budget: Arc::clone(budget),
            },
            To::Local(messages) => To::Local(messages.clone()),
        };
        Self { to }
    }
}

impl<M> fmt::Debug for StreamSender<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamSender").finish_non_exhaustive()
    }
}

/// Where a handler's method gets the messages that the client sends.
///
/// When the client gives the call up, or sends what is no message, the call fails and the method's
/// future is dropped.
pub struct StreamReceiver<M> {
    /// Nothing is the end.
    messages: mpsc::Receiver<Option<M>>,
    ended: bool,
}

impl<M> StreamReceiver<M> {
    /// With what sends to it; nothing is the end.
    pub(crate) fn channel() -> (mpsc::Sender<Option<M>>, Self) {
        let (send, messages) = mpsc::channel(1);
        let ended = false;
        (send, Self { messages, ended })
    }

    /// For a call by hand, as tests make it: these messages, and nothing after them.
    #[must_use]
    pub fn new(messages: Vec<M>) -> Self {
        Self::from_messages(messages, true)
    }

    /// The same for a client that goes before it has sent all.
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

    /// The next message; nothing when the client has said that these are all.
    ///
    /// # Errors
    /// The stream ended before that. Nobody sees it who takes messages in the method's own future,
    /// which is dropped instead; elsewhere it must not be mistaken for the end.
    pub async fn next(&mut self) -> Result<Option<M>, StreamClosed> {
        if self.ended {
            return Ok(None);
        }
        let message = self.messages.recv().await.ok_or(StreamClosed)?;
        self.ended = message.is_none();
        Ok(message)
    }
}

impl<M> fmt::Debug for StreamReceiver<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamReceiver").finish_non_exhaustive()
    }
}
