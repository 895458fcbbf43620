//! The protocol baseline: the cost of a call without this crate's work, with the same listener, TLS
//! and HTTP/2 on the same runtime, and bytes as answers. `tests/load` builds a program from it,
//! with which a provider's figures are compared.

use crate::admission::accept_client;
use crate::environment::Environment;
use crate::error::ServeError;
use crate::framed::{AnswerFrame, Framed};
use crate::handshake::{Protocol, line};
use crate::listener::{Listener, Network};
use crate::reserved_output::announce;
use crate::server::http2;
use crate::tls::Tls;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;
use tonic::Status;

/// The call that asks a plugin to end.
const SHUTDOWN: &str = "/plugin.GRPCController/Shutdown";

/// The source of the answers.
pub trait Answers: Send + Sync + 'static {
    /// The answer to a call with this path, with its gRPC frame; `None` if there is no such call.
    fn answer(&self, path: &str) -> impl Future<Output = Option<Bytes>> + Send;
}

/// Prints the handshake line and serves the first client until it no longer exists.
///
/// # Errors
/// The environment is not that of a plugin, or there is nothing to listen on.
pub async fn serve<A: Answers>(
    answers: A,
    protocol: Protocol,
    environment: &Environment,
) -> Result<(), ServeError> {
    if !environment.launched_by_terraform() {
        return Err(ServeError::NotAPlugin);
    }
    let certificate = environment.client_cert.as_deref();
    let tls = certificate.map(Tls::new).transpose()?;
    let listener = Listener::bind(Network::default(), environment)?;
    let own = tls.as_ref().map(|tls| &tls.certificate);
    let line = format!("{}\n", line(protocol, &listener.address, own));
    announce(&line).map_err(ServeError::io("Writing to standard output"))?;
    let stream = listener.accept().await;
    let stream = stream.map_err(ServeError::io("Accepting a connection"))?;
    let acceptor = tls.map(|tls| TlsAcceptor::from(tls.config));
    let Some(stream) = accept_client(acceptor, stream).await else {
        return Ok(());
    };
    let (answers, told) = (Arc::new(answers), Arc::new(Notify::new()));
    let to_end = Arc::clone(&told);
    let service = service_fn(move |request: http::Request<Incoming>| {
        let (answers, to_end) = (Arc::clone(&answers), Arc::clone(&to_end));
        async move {
            let (head, mut body) = request.into_parts();
            while let Some(Ok(_)) = body.frame().await {}
            let path = head.uri.path();
            if path == SHUTDOWN {
                to_end.notify_one();
            }
            let answer = answers.answer(path).await.map(AnswerFrame::whole);
            let answer = answer.ok_or_else(|| Status::unimplemented(path));
            Ok::<_, Infallible>(Framed::response(answer, None))
        }
    });
    let connection = http2(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // The way it ends does not matter.
    let _ = tokio::select! {
        ended = &mut connection => ended,
        // As a provider does: otherwise the measuring program would wait for the process until its
        // timeout.
        () = told.notified() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    Ok(())
}
