//! A connection such as Terraform's: TLS as go-plugin does it, gRPC by hand.

use crate::identity::Identity;
use crate::line::Line;
use crate::stream::RequestBody;
use crate::trust::Announced;
use bytes::{BufMut as _, Bytes, BytesMut};
use http::Uri;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use std::fmt;
use std::net::Shutdown;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};

pub use crate::stream::{Messages, Upload};

trait Io: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Io for T {}

type Breaker = Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>;

/// A connection; clones share it.
#[derive(Clone)]
pub struct Client {
    send: SendRequest<RequestBody>,
    breaker: Breaker,
    /// Scheme and authority.
    base: &'static str,
}

/// A call that failed.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its gRPC status; nothing if the connection failed, or if the answer is not gRPC.
    pub status: Option<u32>,
    /// What the server or the connection says.
    pub message: String,
}

impl Failure {
    pub(crate) fn broken(error: impl fmt::Display) -> Self {
        Self {
            status: None,
            message: error.to_string(),
        }
    }

    /// How a call ended that has this head, or these trailers.
    pub(crate) fn of(trailers: &http::HeaderMap) -> Result<(), Self> {
        let text = |name| trailers.get(name).and_then(|value| value.to_str().ok());
        match text("grpc-status").map(str::parse) {
            Some(Ok(0)) => Ok(()),
            Some(Ok(status)) => Err(Self {
                status: Some(status),
                message: percent_decoded(text("grpc-message").unwrap_or_default()),
            }),
            _ => Err(Self::broken("no gRPC status")),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            None => f.write_str(&self.message),
            Some(status) => write!(f, "gRPC status {status}: {}", self.message),
        }
    }
}

impl std::error::Error for Failure {}

/// A message as a body of gRPC: not compressed, with its length in front.
///
/// # Errors
/// The message has 4 GiB or more.
pub fn frame(message: &impl Message) -> Result<Bytes, Failure> {
    let length = u32::try_from(message.encoded_len()).map_err(Failure::broken)?;
    let mut frame = BytesMut::new();
    frame.put_u8(0);
    frame.put_u32(length);
    message.encode(&mut frame).map_err(Failure::broken)?;
    Ok(frame.freeze())
}

/// The message in a body of gRPC.
///
/// # Errors
/// The body is compressed or is not one whole message of the type.
pub fn unframe<M: Message + Default>(body: &Bytes) -> Result<M, Failure> {
    let Some((&[compressed, a, b, c, d], _)) = body.split_first_chunk() else {
        return Err(Failure::broken("the answer has no message"));
    };
    let message = body.slice(5..);
    let length = u32::from_be_bytes([a, b, c, d]);
    if compressed != 0 || usize::try_from(length) != Ok(message.len()) {
        let text = format!(
            "a frame of {length} bytes, flag {compressed}, with {}",
            message.len()
        );
        return Err(Failure::broken(text));
    }
    M::decode(message).map_err(Failure::broken)
}

impl Client {
    /// Dials; `identity` is what the client shows, if anything.
    ///
    /// # Errors
    /// There is nobody, or they do not agree on TLS. With TLS 1.3 a server that does not like the client's certificate
    /// may say so only in the first call.
    pub async fn connect(line: &Line, identity: Option<&Identity>) -> Result<Self, Failure> {
        let (raw, breaker) = dial(line).map_err(Failure::broken)?;
        let Some(server) = &line.certificate else {
            return Self::http(raw, breaker, "http://unused").await;
        };
        let config = tls(server.clone(), identity).map_err(Failure::broken)?;
        let name = ServerName::try_from("localhost").map_err(Failure::broken)?;
        let stream = tokio_rustls::TlsConnector::from(Arc::new(config))
            .connect(name, raw)
            .await
            .map_err(Failure::broken)?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            return Err(Failure::broken("the server did not choose h2"));
        }
        Self::http(Box::new(stream), breaker, "https://localhost").await
    }

    async fn http(
        stream: Box<dyn Io>,
        breaker: Breaker,
        base: &'static str,
    ) -> Result<Self, Failure> {
        let (send, connection) = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
            .handshake(TokioIo::new(stream))
            .await
            .map_err(Failure::broken)?;
        tokio::spawn(async move {
            // How it ends shows in the calls.
            let _ = connection.await;
        });
        Ok(Self {
            send,
            breaker,
            base,
        })
    }

    /// Breaks the connection without a word, as a killed process does.
    pub fn kill(self) {
        // It fails if the server was quicker.
        let _ = (self.breaker)();
    }

    /// The address of a method, such as `/tfplugin6.Provider/ReadResource`.
    ///
    /// # Errors
    /// It is no path.
    pub fn uri(&self, path: &str) -> Result<Uri, Failure> {
        format!("{}{path}", self.base)
            .parse()
            .map_err(Failure::broken)
    }

    /// A call on messages.
    ///
    /// # Errors
    /// The call failed, or the answer is not of that type.
    pub async fn call<A: Message + Default>(
        &self,
        path: &str,
        request: &impl Message,
    ) -> Result<A, Failure> {
        unframe(&self.raw(path, frame(request)?).await?)
    }

    /// A call on bytes, with their gRPC frame.
    ///
    /// # Errors
    /// The call failed.
    pub async fn raw(&self, path: &str, frame: Bytes) -> Result<Bytes, Failure> {
        self.send(self.uri(path)?, frame).await
    }

    /// The same with a path that is made already, for calls in great number.
    ///
    /// # Errors
    /// The call failed.
    pub async fn send(&self, uri: Uri, frame: Bytes) -> Result<Bytes, Failure> {
        Self::answer(self.open_at(uri, frame).await?).await
    }

    /// The one message of an answer, with its frame.
    pub(crate) async fn answer(response: http::Response<Incoming>) -> Result<Bytes, Failure> {
        let (head, body) = response.into_parts();
        let body = body.collect().await.map_err(Failure::broken)?;
        // An answer that has no message has its status in its head.
        let ended = Failure::of(body.trailers().unwrap_or(&head.headers));
        ended.map_err(|failure| match failure.status {
            Some(_) => failure,
            None => Failure::broken(format!("{failure} (HTTP status {})", head.status)),
        })?;
        Ok(body.to_bytes())
    }

    /// A call whose answer's head is there; the body may be a long time coming.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn open(
        &self,
        path: &str,
        frame: Bytes,
    ) -> Result<http::Response<Incoming>, Failure> {
        self.open_at(self.uri(path)?, frame).await
    }

    async fn open_at(&self, uri: Uri, frame: Bytes) -> Result<http::Response<Incoming>, Failure> {
        self.request(uri, RequestBody::One(Some(frame))).await
    }

    pub(crate) async fn request(
        &self,
        uri: Uri,
        body: RequestBody,
    ) -> Result<http::Response<Incoming>, Failure> {
        let request = http::Request::post(uri)
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(body)
            .map_err(Failure::broken)?;
        let mut send = self.send.clone();
        send.ready().await.map_err(Failure::broken)?;
        send.send_request(request).await.map_err(Failure::broken)
    }
}

/// A stream, and what breaks it through a second handle to its socket.
fn dial(line: &Line) -> std::io::Result<(Box<dyn Io>, Breaker)> {
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
            // Not `with_client_auth_cert`, which would notice a key that does not fit.
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

/// `%20` and the like as what they stand for.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = tail.get(..2).filter(|_| first == b'%').and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Client, frame, percent_decoded, unframe};
    use crate::identity::Identity;
    use crate::line::Line;
    use bytes::Bytes;
    use schema_transport::proto::v6::DynamicValue;
    use std::sync::Arc;

    /// A server in Go shows such a certificate as this client does: P-521, and a CA.
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
                // A client that refuses the certificate ends the handshake.
                let _ = acceptor.accept(stream).await;
            }
        });
        let mut line = Line {
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
    fn messages_of_a_status() {
        assert_eq!(percent_decoded("a%20b%25%C3%A4"), "a b%ä");
        assert_eq!(percent_decoded("100%"), "100%");
        assert_eq!(percent_decoded("%zz%4"), "%zz%4");
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
