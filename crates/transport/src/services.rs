//! Every service of the listener: the provider's own and those that go-plugin also expects.

use super::budget::{Account, Budget};
use super::bytes_codec::{Reply, grpc};
use super::framed::{AnswerFrame, Framed, message};
use super::handler::Handler;
use super::handshake::Protocol;
use super::metered::{Charged, Metered};
use super::proto::go_plugin::{Empty, HealthCheckRequest, HealthCheckResponse, ServingStatus};
use super::rpc::{BoxFuture, Rpc, decode};
use super::stream::{EventBody, Reader};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::task::{Context, Poll};
use tokio::sync::watch;
use tokio_stream::Stream;
use tonic::body::Body;
use tonic::server::{ServerStreamingService, StreamingService};
use tonic::{Request, Response, Status, Streaming};

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
    ) -> http::Response<ResponseBody>
    where
        B: hyper::body::Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + Send,
    {
        let Some(call) = Call::named(self.protocol, request.uri().path()) else {
            let text = format!("unknown method {}", request.uri().path());
            return Framed::response(Err(Status::unimplemented(text)), None).map(ResponseBody::One);
        };
        let refused = |status| match call {
            Call::Provider(rpc) => rpc.refused(status),
            _ => Err(status),
        };
        let account = match call {
            Call::Provider(_) => Account::open(&self.budget, calls),
            _ => Account::open_stream(&self.budget),
        };
        let account = match account {
            Ok(account) => account,
            Err(status) => return Framed::response(refused(status), None).map(ResponseBody::One),
        };
        let stream = call == Call::Broker;
        let (head, body) = request.into_parts();
        if let Call::Provider(Rpc::ClientStream(rpc)) = call {
            let answer = match Reader::new(&head.headers, body, account.budget()) {
                Ok(messages) => rpc.call(&self.handler, Box::new(messages), &account).await,
                Err(status) => Err(status),
            };
            return one(answer.or_else(refused), &account);
        }
        let body = Metered::new(body, Arc::clone(&account), stream);
        let open = || OpenCall {
            services: self.clone(),
            call,
        };
        let response = match call {
            Call::Provider(Rpc::ServerStream(rpc)) => {
                let events = match message(&head.headers, body).await {
                    Ok(message) => rpc.call(&self.handler, message, &account).await,
                    Err(status) => Err(status),
                };
                return match events {
                    Ok(events) => events.response().map(ResponseBody::Events),
                    Err(status) => one(refused(status), &account),
                };
            }
            Call::Provider(_) | Call::HealthCheck | Call::Shutdown => {
                let answer = match message(&head.headers, body).await {
                    Ok(message) => self.answer(call, message, &account).await,
                    Err(status) => Err(status),
                };
                return one(answer.or_else(refused), &account);
            }
            Call::HealthWatch | Call::Stdio => {
                let request = http::Request::from_parts(head, body);
                grpc().server_streaming(open(), request).await
            }
            Call::Broker => {
                let request = http::Request::from_parts(head, body);
                grpc().streaming(open(), request).await
            }
        };
        response.map(|body| ResponseBody::Open(Body::new(Charged::new(body, account))))
    }

    /// The answer to a call with one answer.
    async fn answer(
        &self,
        call: Call,
        request: Bytes,
        account: &Arc<Account>,
    ) -> Result<AnswerFrame, Status> {
        match call {
            Call::Provider(Rpc::Unary(rpc)) => rpc.call(&self.handler, request, account).await,
            Call::Shutdown => {
                // An invalid message requests nothing.
                let empty = decode::<Empty>(request)?;
                // The connections let calls in flight end, this one too.
                self.shutdown.send_replace(true);
                AnswerFrame::of(&empty)
            }
            _ => match health(request)? {
                status @ ServingStatus::Serving => AnswerFrame::of(&health_reply(status)),
                _ => Err(Status::not_found("unknown service")),
            },
        }
    }
}

/// An answer with one message.
fn one(
    answer: Result<AnswerFrame, Status>,
    account: &Arc<Account>,
) -> http::Response<ResponseBody> {
    // Nothing is left of the request, unless code continues with it.
    let answered = answer.as_ref().ok();
    let answered = answered.map(|frame| account.answered(frame.size()));
    Framed::response(answer, answered).map(ResponseBody::One)
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
    HealthCheckResponse {
        status: status.into(),
    }
}

/// Calls that stay open until the client disconnects or the server ends: broker and stdio, on which
/// we send nothing, and the watch of a health status that does not change.
struct OpenCall<H> {
    services: Services<H>,
    call: Call,
}

impl<H: Handler> OpenCall<H> {
    fn open(&self, first: Option<Box<dyn Reply>>, inbound: Option<Streaming<Bytes>>) -> OpenStream {
        let end = Box::pin(shut_down(self.services.shutdown.subscribe()));
        OpenStream {
            first: first.into_iter().collect(),
            inbound,
            end,
        }
    }
}

impl<H: Handler> ServerStreamingService<Bytes> for OpenCall<H> {
    type Response = Box<dyn Reply>;
    type ResponseStream = OpenStream;
    type Future = std::future::Ready<Result<Response<OpenStream>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let first = match self.call {
            Call::HealthWatch => {
                let reply = |status| Box::new(health_reply(status)) as Box<dyn Reply>;
                health(request.into_inner()).map(|status| Some(reply(status)))
            }
            _ => Ok(None),
        };
        std::future::ready(first.map(|first| Response::new(self.open(first, None))))
    }
}

impl<H: Handler> StreamingService<Bytes> for OpenCall<H> {
    type Response = Box<dyn Reply>;
    type ResponseStream = OpenStream;
    type Future = std::future::Ready<Result<Response<OpenStream>, Status>>;

    fn call(&mut self, request: Request<Streaming<Bytes>>) -> Self::Future {
        let open = self.open(None, Some(request.into_inner()));
        std::future::ready(Ok(Response::new(open)))
    }
}

/// A stream with at most one message that then stays open.
struct OpenStream {
    first: VecDeque<Box<dyn Reply>>,
    inbound: Option<Streaming<Bytes>>,
    end: BoxFuture<()>,
}

impl Stream for OpenStream {
    type Item = Result<Box<dyn Reply>, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.pop_front() {
            return Poll::Ready(Some(Ok(first)));
        }
        // We ignore what the client sends, but need to see its end; unread, it would also fill the
        // window.
        while let Some(inbound) = self.inbound.as_mut() {
            match Pin::new(inbound).poll_next(cx) {
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(None | Some(Err(_))) => return Poll::Ready(None),
                Poll::Pending => break,
            }
        }
        self.end.as_mut().poll(cx).map(|()| None)
    }
}

/// The body of any answer.
pub(super) enum ResponseBody {
    /// The body of a call with one answer.
    One(Framed),
    /// The body of a call whose answer is a stream.
    Events(EventBody),
    /// The body of one of go-plugin's calls that stay open.
    Open(Body),
}

impl hyper::body::Body for ResponseBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match &mut *self {
            Self::One(one) => Pin::new(one).poll_frame(context),
            Self::Events(events) => Pin::new(events).poll_frame(context),
            Self::Open(open) => Pin::new(open).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::One(one) => one.is_end_stream(),
            Self::Events(events) => events.is_end_stream(),
            Self::Open(open) => open.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
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
