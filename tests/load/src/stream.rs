//! Calls of a connection with a stream of messages in one direction.

use crate::client::{Client, Failure, frame, unframe};
use bytes::{Bytes, BytesMut};
use http::Response;
use http_body_util::BodyExt as _;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use prost::Message;
use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The body of a request: one message, or those that come.
pub(crate) enum RequestBody {
    One(Option<Bytes>),
    /// Nothing is the end; without that the call is given up.
    Stream(mpsc::Receiver<Option<Bytes>>),
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let next = match &mut *self {
            Self::One(frame) => frame.take(),
            Self::Stream(frames) => match std::task::ready!(frames.poll_recv(context)) {
                Some(frame) => frame,
                None => return Poll::Ready(Some(Err(Failure::broken("given up")))),
            },
        };
        Poll::Ready(next.map(|frame| Ok(Frame::data(frame))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::One(None))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

/// The messages of an answer. Who drops them before their end gives the call up.
pub struct Messages<M> {
    head: http::HeaderMap,
    body: Incoming,
    came: BytesMut,
    /// Messages that came whole.
    whole: VecDeque<Bytes>,
    ended: bool,
    of: PhantomData<fn() -> M>,
}

impl<M> fmt::Debug for Messages<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}

impl<M: Message + Default> Messages<M> {
    pub(crate) fn new(response: Response<Incoming>) -> Self {
        let (head, body) = response.into_parts();
        Self {
            head: head.headers,
            body,
            came: BytesMut::new(),
            whole: VecDeque::new(),
            ended: false,
            of: PhantomData,
        }
    }

    /// The next one; nothing when the call has ended well.
    ///
    /// # Errors
    /// The call failed.
    pub async fn next(&mut self) -> Result<Option<M>, Failure> {
        loop {
            if let Some(message) = self.whole.pop_front() {
                return unframe(&message).map(Some);
            }
            if self.ended {
                return Ok(None);
            }
            let frame = match self.body.frame().await {
                None => {
                    // An answer without a message has its status in its head.
                    self.ended = true;
                    Failure::of(&self.head)?;
                    continue;
                }
                Some(frame) => frame.map_err(Failure::broken)?,
            };
            match frame.into_data() {
                Ok(data) => {
                    self.came.extend_from_slice(&data);
                    self.split();
                }
                Err(frame) => {
                    self.ended = true;
                    let trailers = frame.into_trailers().unwrap_or_default();
                    Failure::of(&trailers)?;
                    if !self.came.is_empty() {
                        return Err(Failure::broken("a message is cut off"));
                    }
                }
            }
        }
    }

    /// All that are left.
    ///
    /// # Errors
    /// The call failed.
    pub async fn collect(mut self) -> Result<Vec<M>, Failure> {
        let mut all = Vec::new();
        while let Some(message) = self.next().await? {
            all.push(message);
        }
        Ok(all)
    }

    /// Takes the whole messages out of what came.
    fn split(&mut self) {
        while let Some((&[_, a, b, c, d], _)) = self.came.split_first_chunk() {
            let length = 5 + u32::from_be_bytes([a, b, c, d]) as usize;
            if self.came.len() < length {
                self.came.reserve(length - self.came.len());
                break;
            }
            self.whole.push_back(self.came.split_to(length).freeze());
        }
    }
}

/// A call whose request is sent message by message. Who drops it before its end gives the call up.
pub struct Upload<M, A> {
    frames: mpsc::Sender<Option<Bytes>>,
    answer: Answering,
    of: PhantomData<fn(M) -> A>,
}

/// What waits for the answer, and no longer once it is dropped.
struct Answering(JoinHandle<Result<Bytes, Failure>>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<M, A> fmt::Debug for Upload<M, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").finish_non_exhaustive()
    }
}

impl<M: Message, A: Message + Default> Upload<M, A> {
    /// Sends a message, once those before are on their way; false when the server wants no more.
    ///
    /// # Errors
    /// The message is too large.
    pub async fn send(&mut self, message: &M) -> Result<bool, Failure> {
        self.send_bytes(frame(message)?).await
    }

    /// The same with bytes, whatever they are.
    ///
    /// # Errors
    /// None.
    pub async fn send_bytes(&mut self, bytes: Bytes) -> Result<bool, Failure> {
        Ok(self.frames.send(Some(bytes)).await.is_ok())
    }

    /// Whether the answer is there.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.answer.0.is_finished()
    }

    /// Says that these were all, and waits for the answer.
    ///
    /// # Errors
    /// The call failed.
    pub async fn finish(self) -> Result<A, Failure> {
        let Self {
            frames, mut answer, ..
        } = self;
        // Who has its answer does not hear it.
        let _ = frames.send(None).await;
        unframe(&(&mut answer.0).await.map_err(Failure::broken)??)
    }

    /// Waits for the answer without saying that these were all.
    ///
    /// # Errors
    /// The call failed.
    pub async fn answer(mut self) -> Result<A, Failure> {
        unframe(&(&mut self.answer.0).await.map_err(Failure::broken)??)
    }
}

impl Client {
    /// A call whose answer is a stream.
    ///
    /// # Errors
    /// The connection failed, or the server refused the call at once.
    pub async fn server_stream<A: Message + Default>(
        &self,
        path: &str,
        request: &impl Message,
    ) -> Result<Messages<A>, Failure> {
        let response = self.open(path, frame(request)?).await?;
        if response.headers().contains_key("grpc-status") {
            Failure::of(response.headers())?;
        }
        Ok(Messages::new(response))
    }

    /// A call whose request is a stream.
    ///
    /// # Errors
    /// The path is none.
    pub async fn client_stream<M: Message, A: Message + Default>(
        &self,
        path: &str,
    ) -> Result<Upload<M, A>, Failure> {
        let uri = self.uri(path)?;
        let (frames, body) = mpsc::channel(1);
        let client = self.clone();
        let answer = tokio::spawn(async move {
            let response = client.request(uri, RequestBody::Stream(body)).await?;
            Client::answer(response).await
        });
        Ok(Upload {
            frames,
            answer: Answering(answer),
            of: PhantomData,
        })
    }
}
