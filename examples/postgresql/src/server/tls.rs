//! TLS of connections: checks the server's certificate as `sslmode` requires, over rustls.

use std::fs;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{self, ChannelBinding, TlsConnect};
use tokio_rustls::TlsConnector;

use super::settings::{ClientCertificate, Settings, SslMode};

/// What the server's certificate must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Any certificate, also one that rustls cannot read, such as those of version 1: its owner is
    /// not checked.
    Anyone,
    /// Signed by a trusted authority.
    Authority,
    /// And for this host.
    AuthorityAndHost,
}

/// The TLS configuration of the settings. Files are read here.
pub(super) fn config(settings: &Settings) -> Result<Arc<ClientConfig>, String> {
    let trust = match (&settings.ssl_mode, &settings.root_certificate) {
        (SslMode::VerifyFull, _) => Trust::AuthorityAndHost,
        (SslMode::VerifyCa, _) => Trust::Authority,
        // As in libpq: a configured authority is checked.
        (SslMode::Require, Some(_)) => Trust::Authority,
        _ => Trust::Anyone,
    };
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Verifier {
        trusted: match trust {
            Trust::Anyone => Vec::new(),
            _ => trusted(settings.root_certificate.as_deref())?,
        },
        trust,
        provider: Arc::clone(&provider),
    };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier.checked()?));
    let config = match &settings.client_certificate {
        None => builder.with_no_client_auth(),
        Some(client) => {
            let (certificates, key) = client_certificate(client)?;
            builder
                .with_client_auth_cert(certificates, key)
                .map_err(|error| format!("clientcert: {error}"))?
        }
    };
    Ok(Arc::new(config))
}

/// The authorities: those of `sslrootcert`, or else those of the system.
fn trusted(path: Option<&str>) -> Result<Vec<CertificateDer<'static>>, String> {
    match path {
        Some(path) => certificates(&text_of("sslrootcert", path, path.contains(PEM))?)
            .map_err(|error| format!("sslrootcert: {error}")),
        None => {
            let found = rustls_native_certs::load_native_certs();
            match found.certs.is_empty() {
                true => {
                    Err("the system has no certificate authorities: set sslrootcert".to_owned())
                }
                false => Ok(found.certs),
            }
        }
    }
}

/// The beginning of PEM text.
const PEM: &str = "-----BEGIN ";

/// The PEM text, or that of the file; the value is not shown, since it may be a key instead of its
/// file.
fn text_of(attribute: &str, given: &str, inline: bool) -> Result<Vec<u8>, String> {
    match inline {
        true => Ok(given.as_bytes().to_vec()),
        false => fs::read(given)
            .map_err(|error| format!("{attribute}: the file cannot be read: {error}")),
    }
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, String> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match found {
        Ok(found) if found.is_empty() => Err("there is no certificate in it".to_owned()),
        Ok(found) => Ok(found),
        Err(error) => Err(format!("it is not a certificate in PEM form: {error}")),
    }
}

type CertificateAndKey = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

fn client_certificate(client: &ClientCertificate) -> Result<CertificateAndKey, String> {
    let certificate = text_of("clientcert.cert", &client.certificate, client.inline)?;
    let chain = certificates(&certificate).map_err(|error| format!("clientcert.cert: {error}"))?;
    let key = client.key.expose().unwrap_or_default();
    let key = text_of("clientcert.key", key, client.inline)?;
    let key = PrivateKeyDer::from_pem_slice(&key)
        .map_err(|_| "clientcert.key: it is not a private key in PEM form".to_owned())?;
    Ok((chain, key))
}

/// Checks a server's certificate as far as `sslmode` requires.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    trusted: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    /// The same, if the authorities can be used.
    fn checked(self) -> Result<Self, String> {
        let usable = self.roots();
        match self.trust != Trust::Anyone && usable.is_empty() {
            true => Err("sslrootcert: no certificate in it can be used".to_owned()),
            false => Ok(self),
        }
    }

    fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.trusted.iter().cloned());
        roots
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if self.trust == Trust::Anyone {
            return Ok(ServerCertVerified::assertion());
        }
        let certificate = ParsedCertificate::try_from(end_entity)?;
        // A self-signed server certificate may be given as the authority.
        if !self.trusted.contains(end_entity) {
            verify_server_cert_signed_by_trust_anchor(
                &certificate,
                &self.roots(),
                intermediates,
                now,
                self.provider.signature_verification_algorithms.all,
            )?;
        }
        if self.trust == Trust::AuthorityAndHost {
            verify_server_name(&certificate, server_name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        if self.trust == Trust::Anyone {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        if self.trust == Trust::Anyone {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

/// Makes the handshake of one connection.
pub(super) struct Connector {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

impl Connector {
    pub(super) fn new(config: Arc<ClientConfig>, host: &str) -> Result<Self, String> {
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| format!("host: {host:?} is not a valid host name for a certificate"))?;
        Ok(Connector { config, name })
    }
}

impl<S> TlsConnect<S> for Connector
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let connector = TlsConnector::from(self.config);
            Ok(Stream(connector.connect(self.name, stream).await?))
        })
    }
}

/// A connection under TLS.
pub(super) struct Stream<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> tls::TlsStream for Stream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
