//! Every service of the listener: the provider's own and those that go-plugin also expects.

use super::budget::{Account, Budget};
use super::framed::{AnswerFrame, Framed, message, not_compressed};
use super::handler::Handler;
use super::handshake::Protocol;
use super::proto::go_plugin::{Empty, HealthCheckRequest, HealthCheckResponse, ServingStatus};
use super::rpc::{Method, Rpc, decode};
use super::stream::{EventBody, FrameSender, Reader, StreamSender};
use bytes::Bytes;
use http::HeaderMap;
use http_body_util::{BodyExt as _, Either};
use hyper::body::Body;
use std::future::{Future, pending};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use tokio::sync::watch;
use tonic::Status;

/// Shared by all connections.
pub(super) struct Services<H> {
    pub(super) handler: Arc<H>,
    pub(super) protocol: Protocol,
    /// True once the server must end.
    pub(super) shutdown: watch::Sender<bool>,
    /// The memory budget that all calls share.
    pub(super) budget: Arc<Budget>,
}

impl<H> Clone for Services<H> {
    fn clone(&self) -> Self {
        Self {
            handler: Arc::clone(&self.handler),
            protocol: self.protocol,
            shutdown: self.shutdown.clone(),
            budget: Arc::clone(&self.budget),
        }
    }
}

impl<H: Handler> Services<H> {
    /// The same for one more connection in debug mode, whose client has its own settings.
    pub(super) fn for_connection(&self) -> Self {
        match self.handler.for_connection() {
            Some(handler) => Self {
                handler: Arc::new(handler),
                ..self.clone()
            },
            None => self.clone(),
        }
    }
}

/// Ready once the server must end, or no longer exists.
pub(super) async fn shut_down(mut shutdown: watch::Receiver<bool>) {
    // The value is a lock guard, which is not needed.
    let _ = shutdown.wait_for(|shutdown| *shutdown).await;
}

/// A call by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Provider(Rpc),
    HealthCheck,
    HealthWatch,
    Broker,
    Stdio,
    Shutdown,
}

impl Call {
    fn named(protocol: Protocol, path: &str) -> Option<Self> {
        let (service, method) = path.strip_prefix('/')?.split_once('/')?;
        match (service, method, protocol) {
            ("tfplugin6.Provider", _, Protocol::V6) | ("tfplugin5.Provider", _, Protocol::V5) => {
                Rpc::named(protocol, method).map(Self::Provider)
            }
            ("grpc.health.v1.Health", "Check", _) => Some(Self::HealthCheck),
            ("grpc.health.v1.Health", "Watch", _) => Some(Self::HealthWatch),
            ("plugin.GRPCBroker", "StartStream", _) => Some(Self::Broker),
            ("plugin.GRPCStdio", "StreamStdio", _) => Some(Self::Stdio),
            ("plugin.GRPCController", "Shutdown", _) => Some(Self::Shutdown),
            _ => None,
        }
    }
}

impl<H: Handler> Services<H> {
    /// Answers one HTTP request of a connection, which counts calls of the provider's service.
    pub(super) async fn serve<B>(
        self,
        request: http::Request<B>,
        calls: &Arc<AtomicUsize>,
    ) -> http::Response<Either<Framed, EventBody>>
    where
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + Send,
    {
        let Some(call) = Call::named(self.protocol, request.uri().path()) else {
            let text = format!("unknown method {}", request.uri().path());
            return Framed::response(Err(Status::unimplemented(text)), None).map(Either::Left);
        };
        let refused = |status| match call {
            Call::Provider(rpc) => rpc.refused(status),
            _ => Err(status),
        };
        let calls = matches!(call, Call::Provider(_)).then_some(calls);
        let account = match Account::open(&self.budget, calls) {
            Ok(account) => account,
            Err(status) => return Framed::response(refused(status), None).map(Either::Left),
        };
        let (head, body) = request.into_parts();
        let answer = match self.answer(call, &head.headers, body, &account).await {
            Ok(Answer::Events(events)) => return events.response().map(Either::Right),
            Ok(Answer::One(frame)) => Ok(frame),
            Err(status) => refused(status),
        };
        // Nothing is left of the request, unless code continues with it.
        let answered = answer.as_ref().ok();
        let answered = answered.map(|frame| account.answered(frame.size()));
        Framed::response(answer, answered).map(Either::Left)
    }

    async fn answer<B>(
        &self,
        call: Call,
        head: &HeaderMap,
        mut body: B,
        account: &Arc<Account>,
    ) -> Result<Answer, Status>
    where
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + Send,
    {
        let handler = &self.handler;
        let message = |body| message(head, body, account);
        Ok(match call {
            Call::Provider(rpc) => match rpc.method {
                Method::Unary(method) => {
                    let request = message(body).await?;
                    Answer::One(rpc.unary(method, handler, request, account).await?)
                }
                Method::ServerStream(method) => {
                    let request = message(body).await?;
                    Answer::Events(rpc.server_stream(method, handler, request, account).await?)
                }
                Method::ClientStream(method) => {
                    let messages = Box::new(Reader::new(head, body, account.budget())?);
                    Answer::One(
                        rpc.client_stream(method, handler, messages, account)
                            .await?,
                    )
                }
            },
            Call::HealthCheck => match health(message(body).await?)? {
                status @ ServingStatus::Serving => {
                    Answer::One(AnswerFrame::of(&health_reply(status))?)
                }
                _ => return Err(Status::not_found("unknown service")),
            },
            Call::HealthWatch => {
                let status = health(message(body).await?)?;
                self.stays_open(Some(health_reply(status)), pending(), account)
            }
            Call::Stdio => {
                message(body).await?;
                self.stays_open(None, pending(), account)
            }
            Call::Broker => {
                not_compressed(head)?;
                // We ignore what the client sends, but need to see its end; unread, it would also
                // fill the window.
                let client_ends = async move { while let Some(Ok(_)) = body.frame().await {} };
                self.stays_open(None, client_ends, account)
            }
            Call::Shutdown => {
                // An invalid message requests nothing.
                let empty = decode::<Empty>(message(body).await?)?;
                // The connections let calls in flight end, this one too.
                self.shutdown.send_replace(true);
                Answer::One(AnswerFrame::of(&empty)?)
            }
        })
    }

    /// The answer to a call that stays open until the client disconnects or the server ends: broker
    /// and stdio, on which we send nothing, and the watch of a health status that does not change.
    fn stays_open(
        &self,
        first: Option<HealthCheckResponse>,
        client_ends: impl Future<Output = ()> + Send + 'static,
        account: &Arc<Account>,
    ) -> Answer {
        let (send, frames) = FrameSender::to_client(account.budget());
        let server_ends = shut_down(self.shutdown.subscribe());
        let producer = async move {
            if let Some(first) = first {
                // If nobody receives it, the call is over.
                let _ = StreamSender::new(send).send(first).await;
            }
            tokio::select! {
                () = server_ends => Ok(()),
                () = client_ends => Ok(()),
            }
        };
        let account = Arc::clone(account);
        Answer::Events(EventBody::new(
            frames,
            Box::pin(producer),
            Box::new(Err),
            account,
        ))
    }
}

/// The answer to a call: a message, or a stream of them.
enum Answer {
    One(AnswerFrame),
    Events(EventBody),
}

fn health(request: Bytes) -> Result<ServingStatus, Status> {
    let service = decode::<HealthCheckRequest>(request)?.service;
    // The empty name is the server as a whole.
    Ok(match service.as_str() {
        "" | "plugin" => ServingStatus::Serving,
        _ => ServingStatus::ServiceUnknown,
    })
}

fn health_reply(status: ServingStatus) -> HealthCheckResponse {
    let status = status.into();
    HealthCheckResponse { status }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_negotiated_protocol_is_served() {
        let named = |protocol, path| Call::named(protocol, path).is_some();
        assert!(named(Protocol::V6, "/tfplugin6.Provider/GetProviderSchema"));
        assert!(!named(Protocol::V6, "/tfplugin6.Provider/GetSchema"));
        assert!(!named(Protocol::V6, "/tfplugin5.Provider/GetSchema"));
        assert!(named(Protocol::V5, "/tfplugin5.Provider/GetSchema"));
        assert!(!named(Protocol::V5, "/tfplugin5.Provider/StopProvider"));
        for path in [
            "",
            "/",
            "//",
            "tfplugin6.Provider/ReadResource",
            "/plugin.GRPCStdio/",
        ] {
            assert!(!named(Protocol::V6, path), "{path}");
        }
    }
}
