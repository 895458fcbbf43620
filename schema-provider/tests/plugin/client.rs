//! A client such as Terraform: TLS as go-plugin does it, gRPC by hand.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::{BufMut as _, Bytes, BytesMut};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use rcgen::{
    BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose,
};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use schema_provider::plugin::{Environment, MAGIC_COOKIE, Options, Protocol, Server};
use std::net::Shutdown;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::task::JoinHandle;

use crate::handler::Echo;

/// A certificate with its key.
pub(crate) struct Identity {
    pub(crate) certificate: CertificateDer<'static>,
    key: Vec<u8>,
}

impl Identity {
    /// As go-plugin makes it: P-521, self-signed, a CA that is used as a leaf.
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P521_SHA512).unwrap();
        let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![
            KeyUsagePurpose::DigitalSignature,
            KeyUsagePurpose::KeyEncipherment,
            KeyUsagePurpose::KeyAgreement,
            KeyUsagePurpose::KeyCertSign,
        ];
        params.extended_key_usages = vec![
            ExtendedKeyUsagePurpose::ClientAuth,
            ExtendedKeyUsagePurpose::ServerAuth,
        ];
        let certificate = params.self_signed(&key).unwrap().der().clone();
        Self {
            certificate,
            key: key.serialize_der(),
        }
    }

    /// This certificate with somebody else's key: what a thief of the certificate alone has.
    pub(crate) fn with_key_of(&self, other: &Self) -> Self {
        Self {
            certificate: self.certificate.clone(),
            key: other.key.clone(),
        }
    }

    /// For `PLUGIN_CLIENT_CERT`.
    pub(crate) fn pem(&self) -> String {
        let body = base64::engine::general_purpose::STANDARD.encode(&self.certificate);
        format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n")
    }
}

/// The parts of a handshake line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) protocol: String,
    pub(crate) network: String,
    pub(crate) address: String,
    certificate: Option<CertificateDer<'static>>,
}

impl Line {
    pub(crate) fn parse(line: &str) -> Self {
        let fields: Vec<_> = line
            .strip_suffix('\n')
            .expect("a whole line")
            .split('|')
            .collect();
        let [core, app, network, address, proto, certificate] = fields[..] else {
            panic!("six fields: {line}");
        };
        assert_eq!((core, proto), ("1", "grpc"));
        let der = STANDARD_NO_PAD.decode(certificate).unwrap();
        Self {
            protocol: app.to_owned(),
            network: network.to_owned(),
            address: address.to_owned(),
            certificate: (!der.is_empty()).then(|| der.into()),
        }
    }
}

trait Io: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Io for T {}

type Breaker = Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>;

/// A connection.
#[derive(Clone)]
pub(crate) struct Client {
    send: SendRequest<Full<Bytes>>,
    breaker: Breaker,
}

/// A call that failed: its gRPC status and message; no status if the connection did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) status: Option<u32>,
    pub(crate) message: String,
}

impl Failure {
    fn broken(error: impl std::fmt::Display) -> Self {
        Self {
            status: None,
            message: error.to_string(),
        }
    }
}

impl Client {
    /// Dials; `identity` is what the client shows, if anything.
    pub(crate) async fn connect(line: &Line, identity: Option<&Identity>) -> Result<Self, Failure> {
        // A second handle to the socket, to break the connection with.
        let (raw, breaker): (Box<dyn Io>, Breaker) = match line.network.as_str() {
            "unix" => {
                let stream = std::os::unix::net::UnixStream::connect(&line.address);
                let stream = stream.map_err(Failure::broken)?;
                let other = stream.try_clone().unwrap();
                stream.set_nonblocking(true).unwrap();
                let breaker = Arc::new(move || other.shutdown(Shutdown::Both));
                (Box::new(UnixStream::from_std(stream).unwrap()), breaker)
            }
            _ => {
                let stream =
                    std::net::TcpStream::connect(&line.address).map_err(Failure::broken)?;
                stream.set_nodelay(true).unwrap();
                let other = stream.try_clone().unwrap();
                stream.set_nonblocking(true).unwrap();
                let breaker = Arc::new(move || other.shutdown(Shutdown::Both));
                (Box::new(TcpStream::from_std(stream).unwrap()), breaker)
            }
        };
        let Some(server) = &line.certificate else {
            return Self::http(raw, breaker).await;
        };
        let mut roots = RootCertStore::empty();
        roots.add(server.clone()).map_err(Failure::broken)?;
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots);
        let mut config = match identity {
            None => builder.with_no_client_auth(),
            Some(identity) => {
                let key = PrivatePkcs8KeyDer::from(identity.key.clone());
                // Not `with_client_auth_cert`, which would notice a key that does not fit.
                let key = rustls::crypto::aws_lc_rs::sign::any_supported_type(&key.into()).unwrap();
                let chain = vec![identity.certificate.clone()];
                let certified = rustls::sign::CertifiedKey::new(chain, key);
                let resolver = rustls::sign::SingleCertAndKey::from(certified);
                builder.with_client_cert_resolver(Arc::new(resolver))
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        let name = ServerName::try_from("localhost").unwrap();
        let stream = tokio_rustls::TlsConnector::from(Arc::new(config))
            .connect(name, raw)
            .await;
        let stream = stream.map_err(Failure::broken)?;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"h2".as_slice()));
        Self::http(Box::new(stream), breaker).await
    }

    async fn http(stream: Box<dyn Io>, breaker: Breaker) -> Result<Self, Failure> {
        let builder = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
        let (send, connection) = builder
            .handshake(TokioIo::new(stream))
            .await
            .map_err(Failure::broken)?;
        tokio::spawn(async move {
            // How it ends shows in the calls.
            let _ = connection.await;
        });
        Ok(Self { send, breaker })
    }

    /// Breaks the connection without a word, as a killed process does.
    pub(crate) fn kill(self) {
        // It fails if the server was quicker.
        let _ = (self.breaker)();
    }

    /// A call on messages.
    pub(crate) async fn call<A: Message + Default>(
        &self,
        path: &str,
        request: &impl Message,
    ) -> Result<A, Failure> {
        let mut frame = BytesMut::new();
        frame.put_u8(0);
        frame.put_u32(request.encoded_len().try_into().unwrap());
        request.encode(&mut frame).unwrap();
        let answer = self.raw(path, frame.freeze()).await?;
        assert_eq!(answer[0], 0, "not compressed");
        let (length, message) = answer[1..].split_at(4);
        assert_eq!(
            u32::from_be_bytes(length.try_into().unwrap()) as usize,
            message.len()
        );
        Ok(A::decode(message).unwrap())
    }

    /// A call on bytes, with their gRPC frame.
    pub(crate) async fn raw(&self, path: &str, frame: Bytes) -> Result<Bytes, Failure> {
        let answer = self.open(path, frame).await?;
        let headers = answer.headers().clone();
        let body = answer
            .into_body()
            .collect()
            .await
            .map_err(Failure::broken)?;
        let trailers = body.trailers().cloned().unwrap_or(headers);
        let text = |name| {
            trailers
                .get(name)
                .map(|value| value.to_str().unwrap().to_owned())
        };
        match text("grpc-status").expect("a status").parse() {
            Ok(0) => Ok(body.to_bytes()),
            status => {
                let message = text("grpc-message").unwrap_or_default();
                Err(Failure {
                    status: status.ok(),
                    message: message.replace("%20", " "),
                })
            }
        }
    }

    /// A call whose answer's head is there; the body may be a long time coming.
    pub(crate) async fn open(
        &self,
        path: &str,
        frame: Bytes,
    ) -> Result<http::Response<Incoming>, Failure> {
        let request = http::Request::post(format!("http://unused{path}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(Full::new(frame))
            .unwrap();
        let mut send = self.send.clone();
        send.ready().await.map_err(Failure::broken)?;
        send.send_request(request).await.map_err(Failure::broken)
    }
}

/// A server in this process and what is needed to talk to it.
pub(crate) struct Running {
    pub(crate) echo: Echo,
    pub(crate) line: Line,
    pub(crate) identity: Identity,
    pub(crate) task: JoinHandle<()>,
    pub(crate) directory: tempfile::TempDir,
}

impl Running {
    pub(crate) async fn client(&self) -> Client {
        Client::connect(&self.line, Some(&self.identity))
            .await
            .unwrap()
    }
}

/// The environment that Terraform gives.
pub(crate) fn environment(identity: &Identity, directory: &tempfile::TempDir) -> Environment {
    Environment {
        magic_cookie: Some(MAGIC_COOKIE.to_owned()),
        protocol_versions: Some("5,6".to_owned()),
        client_cert: Some(identity.pem()),
        min_port: Some("10000".to_owned()),
        max_port: Some("25000".to_owned()),
        temp_dir: directory.path().to_owned(),
        ..Environment::default()
    }
}

/// Starts a server with mutual TLS.
pub(crate) fn start(options: Options) -> Running {
    let (echo, identity) = (Echo::default(), Identity::new());
    let directory = tempfile::tempdir().unwrap();
    let server = Server::bind(echo.clone(), options, &environment(&identity, &directory)).unwrap();
    let line = Line::parse(&server.announcement());
    let task = tokio::spawn(server.run(std::future::pending()));
    Running {
        echo,
        line,
        identity,
        task,
        directory,
    }
}

/// Starts a server that speaks one protocol.
pub(crate) fn start_protocol(protocol: Protocol) -> Running {
    start(Options {
        protocols: vec![protocol],
        ..Options::default()
    })
}
