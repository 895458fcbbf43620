//! The code around the methods with a stream in one direction.

use super::{BoxFuture, Rpc, caught_method, decode, room_for};
use crate::budget::Account;
use crate::framed::AnswerFrame;
use crate::handler::ForwardedStream;
use crate::stream::{EventBody, FrameSender, Source, StreamReceiver, StreamSender};
use bytes::Bytes;
use prost::Message;
use std::future::Future;
use std::sync::Arc;
use tonic::Status;
use tracing::{Instrument as _, Span};

impl Rpc {
    /// The code specific to each method, with the shared code around it and a span.
    pub(super) fn stream<Q, M, F, Fut>(
        self,
        request: Bytes,
        account: &Arc<Account>,
        method: F,
    ) -> BoxFuture<Result<EventBody, Status>>
    where
        Q: Message + Default + 'static,
        M: Message + 'static,
        F: FnOnce(Q, StreamSender<M>) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let account = Arc::clone(account);
        let span = self.span();
        let within = span.clone();
        let answer = async move {
            room_for(&request, &account).await?;
            let request = decode::<Q>(request)?;
            let method = |to| method(request, StreamSender::new(to));
            Ok(self.body(method, within, account))
        };
        Box::pin(answer.instrument(span))
    }

    /// The answer of another program.
    pub(super) fn forward_stream(
        self,
        answer: ForwardedStream,
        account: &Arc<Account>,
    ) -> BoxFuture<Result<EventBody, Status>> {
        let span = self.span();
        let method = async move |frames: FrameSender| {
            let told = answer(frames.clone()).await;
            if told.is_empty() {
                return;
            }
            let last = self.with_diagnostics(Bytes::new(), told);
            let length = last.as_ref().map_or(0, Bytes::len);
            // A dropped receiver needs no answer.
            let _ = frames.put(length, || AnswerFrame::copied(&last?)).await;
        };
        let body = self.body(method, span, Arc::clone(account));
        Box::pin(std::future::ready(Ok(body)))
    }

    /// The body that a method sends.
    fn body<F, Fut>(self, method: F, span: Span, account: Arc<Account>) -> EventBody
    where
        F: FnOnce(FrameSender) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let (send, frames) = FrameSender::to_client(account.budget());
        let producer = caught_method(async { method(send).await }).instrument(span);
        let refused = Box::new(move |status| self.refused(status));
        EventBody::new(frames, Box::pin(producer), refused, account)
    }

    /// The code around a method whose request is a stream.
    pub(super) fn answer_to<M, F, Fut>(
        self,
        mut messages: Box<dyn Source>,
        method: F,
    ) -> BoxFuture<Result<AnswerFrame, Status>>
    where
        M: Message + Default + 'static,
        F: FnOnce(StreamReceiver<M>) -> Fut + Send + 'static,
        Fut: Future<Output = Result<AnswerFrame, Status>> + Send + 'static,
    {
        let answer = async move {
            let (send, receive) = StreamReceiver::channel();
            let messages = async move {
                // Each is read when there is room for it; a method that wants no more has closed
                // the channel.
                while let Ok(place) = send.reserve().await {
                    let message = messages.next().await?.map(decode::<M>).transpose()?;
                    let end = message.is_none();
                    place.send(message);
                    if end {
                        break;
                    }
                }
                Ok(())
            };
            tokio::select! {
                // A failed request ends the call, however the method handles it.
                biased;
                Err(status) = messages => Err(status),
                answer = caught_method(async { method(receive).await }) => answer?,
            }
        };
        Box::pin(answer.instrument(self.span()))
    }
}
