//! A connection like Terraform's: TLS as in go-plugin, gRPC without a library.

use crate::error::CallError;
use crate::handshake_line::HandshakeLine;
use crate::identity::Identity;
use crate::request_body::RequestBody;
use crate::trust::Announced;
use bytes::Bytes;
use http::Uri;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use std::future::Future;
use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;

trait Io: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Io for T {}

type Breaker = Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>;

/// The default limit of an answer: as much as Terraform accepts.
const MAX_ANSWER: usize = 256 << 20;

/// A connection; clones share it.
#[derive(Clone)]
pub struct Client {
    send: SendRequest<RequestBody>,
    breaker: Breaker,
    /// Scheme and authority.
    base: &'static str,
    pub(crate) limits: Limits,
}

/// The limits of a client.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The bytes of one message of an answer.
    pub(crate) answer: usize,
    /// The time for an answer, or for its next message.
    deadline: Option<Duration>,
}

impl Limits {
    /// The result, if it arrives in time.
    pub(crate) async fn in_time<T>(
        self,
        work: impl Future<Output = Result<T, CallError>>,
    ) -> Result<T, CallError> {
        match self.deadline {
            None => work.await,
            Some(deadline) => match tokio::time::timeout(deadline, work).await {
                Ok(result) => result,
                Err(_) => Err(CallError::TimedOut(deadline)),
            },
        }
    }
}

schema_transport::__opaque_debug!(Client);

/// The size of the flag and length in front of each message.
pub(crate) const FRAME_HEAD: usize = 5;

/// A message as a gRPC body: uncompressed, with its length in front.
///
/// # Errors
/// The message has 4 GiB or more.
pub fn frame(message: &impl Message) -> Result<Bytes, CallError> {
    frame_of(&message.encode_to_vec())
}

/// The same for an encoded message.
pub(crate) fn frame_of(message: &[u8]) -> Result<Bytes, CallError> {
    let length = u32::try_from(message.len()).map_err(CallError::broken)?;
    Ok([&[0], &length.to_be_bytes()[..], message].concat().into())
}

/// The message in a gRPC body.
///
/// # Errors
/// The body is compressed or is not one whole message of the type.
pub fn unframe<M: Message + Default>(body: &Bytes) -> Result<M, CallError> {
    M::decode(message_of(body)?).map_err(CallError::broken)
}

/// The same, still encoded.
pub(crate) fn message_of(body: &Bytes) -> Result<Bytes, CallError> {
    let Some((&[compressed, a, b, c, d], _)) = body.split_first_chunk() else {
        return Err(CallError::broken("the answer has no message"));
    };
    let message = body.slice(5..);
    let length = u32::from_be_bytes([a, b, c, d]);
    if compressed != 0 || usize::try_from(length) != Ok(message.len()) {
        let text = format!(
            "a frame of {length} bytes, flag {compressed}, with {}",
            message.len()
        );
        return Err(CallError::broken(text));
    }
    Ok(message)
}

impl Client {
    /// Dials. The client presents `identity`, if set.
    ///
    /// # Errors
    /// Nobody listens, or TLS fails. With TLS 1.3, a server may reject the client's certificate
    /// only in the first call.
    pub async fn connect(
        line: &HandshakeLine,
        identity: Option<&Identity>,
    ) -> Result<Self, CallError> {
        let (raw, breaker) = dial(line).map_err(CallError::broken)?;
        let Some(server) = &line.certificate else {
            return Self::http(raw, breaker, "http://unused").await;
        };
        let config = tls(server.clone(), identity).map_err(CallError::broken)?;
        let name = ServerName::try_from("localhost").map_err(CallError::broken)?;
        let stream = tokio_rustls::TlsConnector::from(Arc::new(config))
            .connect(name, raw)
            .await
            .map_err(CallError::broken)?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            return Err(CallError::broken("the server did not choose h2"));
        }
        Self::http(Box::new(stream), breaker, "https://localhost").await
    }

    async fn http(
        stream: Box<dyn Io>,
        breaker: Breaker,
        base: &'static str,
    ) -> Result<Self, CallError> {
        let (send, connection) = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
            .handshake(TokioIo::new(stream))
            .await
            .map_err(CallError::broken)?;
        tokio::spawn(async move {
            // The calls show how it ended.
            let _ = connection.await;
        });
        Ok(Self {
            send,
            breaker,
            base,
            limits: Limits {
                answer: MAX_ANSWER,
                deadline: None,
            },
        })
    }

    /// The same connection with a time limit for an answer, or for its next message. A call that
    /// exceeds it is cancelled, and the server is notified.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        self.limits.deadline = Some(deadline);
        self
    }

    /// The same connection with a limit for the bytes of one message of an answer. The default is
    /// 256 MiB.
    #[must_use]
    pub fn with_max_answer(mut self, bytes: usize) -> Self {
        self.limits.answer = bytes;
        self
    }

    /// Breaks the connection without notice, as a killed process does.
    pub fn kill(self) {
        // It fails if the server closed the connection first.
        let _ = (self.breaker)();
    }

    /// The URI of a method, such as `/tfplugin6.Provider/ReadResource`.
    ///
    /// # Errors
    /// `path` is not a path.
    pub fn uri(&self, path: &str) -> Result<Uri, CallError> {
        format!("{}{path}", self.base)
            .parse()
            .map_err(CallError::broken)
    }

    /// A call on messages.
    ///
    /// # Errors
    /// The call failed, or the answer is not of that type.
    pub async fn call<A: Message + Default>(
        &self,
        path: &str,
        request: &impl Message,
    ) -> Result<A, CallError> {
        unframe(&self.raw(path, frame(request)?).await?)
    }

    /// A call on bytes, with their gRPC frame.
    ///
    /// # Errors
    /// The call failed.
    pub async fn raw(&self, path: &str, frame: Bytes) -> Result<Bytes, CallError> {
        self.send(self.uri(path)?, frame).await
    }

    /// The same with a ready URI, for large numbers of calls.
    ///
    /// # Errors
    /// The call failed.
    pub async fn send(&self, uri: Uri, frame: Bytes) -> Result<Bytes, CallError> {
        let answer = async { self.answer(self.open_at(uri, frame).await?).await };
        self.limits.in_time(answer).await
    }

    /// The one message of an answer, with its frame.
    pub(crate) async fn answer(
        &self,
        response: http::Response<Incoming>,
    ) -> Result<Bytes, CallError> {
        let (head, body) = response.into_parts();
        let limit = self.limits.answer;
        let body = Limited::new(body, limit.saturating_add(FRAME_HEAD));
        let body = body.collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                CallError::TooLarge { limit }
            } else {
                CallError::Broken(error.to_string())
            }
        })?;
        // An answer without a message has its status in its head.
        let ended = CallError::of(body.trailers().unwrap_or(&head.headers));
        ended.map_err(|error| match error {
            CallError::Broken(text) => {
                CallError::broken(format!("{text} (HTTP status {})", head.status))
            }
            other => other,
        })?;
        Ok(body.to_bytes())
    }

    /// Starts a call and returns once the answer's head has arrived; the body may take a long time.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn open(
        &self,
        path: &str,
        frame: Bytes,
    ) -> Result<http::Response<Incoming>, CallError> {
        self.open_at(self.uri(path)?, frame).await
    }

    async fn open_at(&self, uri: Uri, frame: Bytes) -> Result<http::Response<Incoming>, CallError> {
        self.request(uri, RequestBody::One(Some(frame))).await
    }

    pub(crate) async fn request(
        &self,
        uri: Uri,
        body: RequestBody,
    ) -> Result<http::Response<Incoming>, CallError> {
        let request = http::Request::post(uri)
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(body)
            .map_err(CallError::broken)?;
        let mut send = self.send.clone();
        send.ready().await.map_err(CallError::broken)?;
        send.send_request(request).await.map_err(CallError::broken)
    }
}

/// A stream, and a function that breaks it through a second handle to its socket.
fn dial(line: &HandshakeLine) -> std::io::Result<(Box<dyn Io>, Breaker)> {
    #[cfg(unix)]
    if line.network == "unix" {
        let stream = std::os::unix::net::UnixStream::connect(&line.address)?;
        let other = stream.try_clone()?;
        stream.set_nonblocking(true)?;
        let breaker = Arc::new(move || other.shutdown(Shutdown::Both));
        return Ok((Box::new(UnixStream::from_std(stream)?), breaker));
    }
    let stream = std::net::TcpStream::connect(&line.address)?;
    stream.set_nodelay(true)?;
    let other = stream.try_clone()?;
    stream.set_nonblocking(true)?;
    let breaker = Arc::new(move || other.shutdown(Shutdown::Both));
    Ok((Box::new(TcpStream::from_std(stream)?), breaker))
}

fn tls(
    server: rustls::pki_types::CertificateDer<'static>,
    identity: Option<&Identity>,
) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let trust = Announced::new(server, Arc::clone(&provider))?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(trust));
    let mut config = match identity {
        None => builder.with_no_client_auth(),
        Some(identity) => {
            // Not `with_client_auth_cert`, which would reject a key that does not match.
            let key = rustls::crypto::aws_lc_rs::sign::any_supported_type(&identity.key())?;
            let chain = vec![identity.certificate.clone()];
            let certified = rustls::sign::CertifiedKey::new(chain, key);
            let resolver = rustls::sign::SingleCertAndKey::from(certified);
            builder.with_client_cert_resolver(Arc::new(resolver))
        }
    };
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::{Client, frame, unframe};
    use crate::handshake_line::HandshakeLine;
    use crate::identity::Identity;
    use bytes::Bytes;
    use schema_transport::proto::v6::DynamicValue;
    use std::sync::Arc;

    /// A Go server presents the same kind of certificate as this client: P-521, and a CA.
    #[tokio::test]
    async fn tls_with_a_server_of_go_plugin() {
        let directory = tempfile::tempdir().unwrap();
        let address = directory.path().join("socket");
        let server = Identity::new().unwrap();
        let listener = tokio::net::UnixListener::bind(&address).unwrap();
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = rustls::ServerConfig::builder_with_provider(provider);
        let mut config = builder
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![server.certificate.clone()], server.key())
            .unwrap();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that rejects the certificate ends the handshake.
                let _ = acceptor.accept(stream).await;
            }
        });
        let mut line = HandshakeLine {
            protocol: "6".to_owned(),
            network: "unix".to_owned(),
            address: address.to_str().unwrap().to_owned(),
            certificate: Some(server.certificate.clone()),
        };
        Client::connect(&line, None).await.map(drop).unwrap();
        line.certificate = Some(Identity::new().unwrap().certificate);
        assert!(Client::connect(&line, None).await.is_err());
    }

    #[test]
    fn frames() {
        let value = DynamicValue::from_msgpack("abc");
        let bytes = frame(&value).unwrap();
        assert_eq!(unframe::<DynamicValue>(&bytes), Ok(value));
        let unframe = |bytes: &'static [u8]| unframe::<DynamicValue>(&Bytes::from_static(bytes));
        for bad in [
            &b""[..],
            b"\0\0\0\0\x01",
            b"\x01\0\0\0\0",
            b"\0\0\0\0\x01\xff",
        ] {
            assert!(unframe(bad).is_err(), "{bad:?}");
        }
    }
}
