//! Calls with a stream of messages in one direction.

use crate::connection::{Client, FRAME_HEAD, Limits, frame, unframe};
use crate::error::CallError;
use crate::request_body::RequestBody;
use bytes::{Bytes, BytesMut};
use http::Response;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use prost::Message;
use std::marker::PhantomData;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The messages of an answer. Dropping them before their end cancels the call.
pub struct Messages<M> {
    head: http::HeaderMap,
    body: Incoming,
    came: BytesMut,
    ended: bool,
    limits: Limits,
    of: PhantomData<fn() -> M>,
}

schema_transport::__opaque_debug!(Messages<M>);

impl<M: Message + Default> Messages<M> {
    fn new(response: Response<Incoming>, limits: Limits) -> Self {
        let (head, body) = response.into_parts();
        Self {
            head: head.headers,
            body,
            came: BytesMut::new(),
            ended: false,
            limits,
            of: PhantomData,
        }
    }

    /// The next one; `None` when the call has succeeded.
    ///
    /// # Errors
    /// The call failed.
    pub async fn next(&mut self) -> Result<Option<M>, CallError> {
        self.next_frame().await?.as_ref().map(unframe).transpose()
    }

    /// The same, still encoded and in its gRPC frame.
    ///
    /// # Errors
    /// The call failed.
    pub async fn next_frame(&mut self) -> Result<Option<Bytes>, CallError> {
        let limits = self.limits;
        limits.in_time(self.received()).await
    }

    async fn received(&mut self) -> Result<Option<Bytes>, CallError> {
        loop {
            if let Some(frame) = self.split()? {
                return Ok(Some(frame));
            }
            if self.ended {
                return Ok(None);
            }
            let frame = match self.body.frame().await {
                None => {
                    // An answer without a message has its status in its head.
                    self.ended = true;
                    CallError::of(&self.head)?;
                    continue;
                }
                Some(frame) => frame.map_err(CallError::broken)?,
            };
            match frame.into_data() {
                Ok(data) => self.came.extend_from_slice(&data),
                Err(frame) => {
                    self.ended = true;
                    let trailers = frame.into_trailers().unwrap_or_default();
                    CallError::of(&trailers)?;
                    if !self.came.is_empty() {
                        return Err(CallError::broken("a message is cut off"));
                    }
                }
            }
        }
    }

    /// All remaining messages.
    ///
    /// # Errors
    /// The call failed.
    pub async fn collect(mut self) -> Result<Vec<M>, CallError> {
        let mut all = Vec::new();
        while let Some(message) = self.next().await? {
            all.push(message);
        }
        Ok(all)
    }

    /// The next whole message of the received bytes.
    fn split(&mut self) -> Result<Option<Bytes>, CallError> {
        let Some((&[_, a, b, c, d], _)) = self.came.split_first_chunk() else {
            return Ok(None);
        };
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let limit = self.limits.answer;
        if length > limit {
            self.ended = true;
            self.came.clear();
            return Err(CallError::TooLarge { limit });
        }
        let length = FRAME_HEAD + length;
        if self.came.len() < length {
            self.came.reserve(length - self.came.len());
            return Ok(None);
        }
        Ok(Some(self.came.split_to(length).freeze()))
    }
}

/// A call whose request is sent message by message. Dropping it before its end cancels the call.
pub struct Upload<M, A> {
    frames: mpsc::Sender<Option<Bytes>>,
    answer: Answering,
    of: PhantomData<fn(M) -> A>,
}

/// The task that waits for the answer until this value is dropped.
struct Answering(JoinHandle<Result<Bytes, CallError>>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.abort();
    }
}

schema_transport::__opaque_debug!(Upload<M, A>);

impl<M: Message, A: Message + Default> Upload<M, A> {
    /// Sends a message once the previous ones are sent; false if the server accepts no more.
    ///
    /// # Errors
    /// The message is too large.
    pub async fn send(&mut self, message: &M) -> Result<bool, CallError> {
        self.send_bytes(frame(message)?).await
    }

    /// The same with arbitrary bytes.
    ///
    /// # Errors
    /// None.
    pub async fn send_bytes(&mut self, bytes: Bytes) -> Result<bool, CallError> {
        Ok(self.frames.send(Some(bytes)).await.is_ok())
    }

    /// Whether the answer has arrived.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.answer.0.is_finished()
    }

    /// Ends the request, and waits for the answer.
    ///
    /// # Errors
    /// The call failed.
    pub async fn finish(self) -> Result<A, CallError> {
        // A call that has its answer does not receive it.
        let _ = self.frames.send(None).await;
        self.answer().await
    }

    /// Waits for the answer without ending the request.
    ///
    /// # Errors
    /// The call failed.
    pub async fn answer(mut self) -> Result<A, CallError> {
        unframe(&(&mut self.answer.0).await.map_err(CallError::broken)??)
    }
}

impl Client {
    /// A call whose answer is a stream.
    ///
    /// # Errors
    /// The connection failed, or the server rejected the call at once.
    pub async fn server_stream<A: Message + Default>(
        &self,
        path: &str,
        request: &impl Message,
    ) -> Result<Messages<A>, CallError> {
        self.server_stream_of(path, frame(request)?).await
    }

    /// The same for a request with its gRPC frame.
    pub(crate) async fn server_stream_of<A: Message + Default>(
        &self,
        path: &str,
        frame: Bytes,
    ) -> Result<Messages<A>, CallError> {
        let response = self.limits.in_time(self.open(path, frame)).await?;
        if response.headers().contains_key("grpc-status") {
            CallError::of(response.headers())?;
        }
        Ok(Messages::new(response, self.limits))
    }

    /// A call whose request is a stream.
    ///
    /// # Errors
    /// The path is invalid.
    pub async fn client_stream<M: Message, A: Message + Default>(
        &self,
        path: &str,
    ) -> Result<Upload<M, A>, CallError> {
        let uri = self.uri(path)?;
        let (frames, body) = mpsc::channel(1);
        let client = self.clone();
        let answer = tokio::spawn(async move {
            let response = client.request(uri, RequestBody::Stream(body)).await?;
            client.answer(response).await
        });
        Ok(Upload {
            frames,
            answer: Answering(answer),
            of: PhantomData,
        })
    }
}
