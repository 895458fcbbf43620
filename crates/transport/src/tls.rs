//! Mutual TLS as in go-plugin: each side makes a certificate for this run and trusts nothing else.
//!
//! The host's certificate comes through the environment, ours goes back in the handshake line. The
//! host's is a CA certificate used as a leaf with a P-521 key: webpki's chain verification rejects
//! the first, and `ring` cannot check the second. So the client's certificate is compared byte for
//! byte, which is enough for trust here, and its handshake signature is checked with aws-lc-rs.
//!
//! Only TLS 1.3 is supported, which hosts built with Go 1.13 or later use.

use super::error::ServeError;
use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::aws_lc_rs::{cipher_suite, default_provider, kx_group};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, ServerConfig,
    SignatureScheme,
};
use std::sync::Arc;

/// The TLS setup of one run.
pub(super) struct Tls {
    /// The configuration of the acceptor.
    pub(super) config: Arc<ServerConfig>,
    /// Our certificate, for the handshake line.
    pub(super) certificate: CertificateDer<'static>,
}

impl Tls {
    /// Makes a certificate, and accepts only the holder of a certificate in `client_pem`.
    pub(super) fn new(client_pem: &str) -> Result<Self, ServeError> {
        let clients = CertificateDer::pem_slice_iter(client_pem.as_bytes())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| ServeError::ClientCertificate(error.to_string()))?;
        if clients.is_empty() {
            return Err(ServeError::ClientCertificate(
                "it holds no PEM certificate".to_owned(),
            ));
        }
        let provider = Arc::new(provider());
        let verifier = Pinned {
            clients,
            provider: Arc::clone(&provider),
        };
        let (certificate, key) = generate().map_err(|error| ServeError::Tls(error.to_string()))?;
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .and_then(|builder| {
                builder
                    .with_client_cert_verifier(Arc::new(verifier))
                    .with_single_cert(vec![certificate.clone()], key.into())
            })
            .map_err(|error| ServeError::Tls(error.to_string()))?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        // The host keeps its one connection: a ticket to resume it is never used.
        config.send_tls13_tickets = 0;
        Ok(Self {
            config: Arc::new(config),
            certificate,
        })
    }
}

/// Algorithms: only those that Go offers, so the rest is not linked.
fn provider() -> CryptoProvider {
    CryptoProvider {
        cipher_suites: vec![
            cipher_suite::TLS13_AES_128_GCM_SHA256,
            cipher_suite::TLS13_AES_256_GCM_SHA384,
            cipher_suite::TLS13_CHACHA20_POLY1305_SHA256,
        ],
        kx_groups: vec![kx_group::X25519, kx_group::SECP256R1, kx_group::SECP384R1],
        ..default_provider()
    }
}

/// A self-signed certificate for `localhost`, the name that the host expects; P-256 because it is
/// the quickest to make.
fn generate() -> Result<(CertificateDer<'static>, PrivatePkcs8KeyDer<'static>), rcgen::Error> {
    let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256)?;
    let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()])?;
    params.distinguished_name = rcgen::DistinguishedName::new();
    params
        .distinguished_name
        .push(rcgen::DnType::CommonName, "localhost");
    let certificate = params.self_signed(&key)?;
    Ok((
        certificate.der().clone(),
        PrivatePkcs8KeyDer::from(key.serialize_der()),
    ))
}

/// Accepts a client that holds the key of one of exactly these certificates.
#[derive(Debug)]
struct Pinned {
    clients: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ClientCertVerifier for Pinned {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        if self.clients.iter().any(|client| client == end_entity) {
            Ok(ClientCertVerified::assertion())
        } else {
            Err(Error::InvalidCertificate(
                CertificateError::ApplicationVerificationFailure,
            ))
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(
            message,
            cert,
            dss,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(
            message,
            cert,
            dss,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_start_has_its_own_certificate() {
        let (one, _) = generate().unwrap();
        let (two, _) = generate().unwrap();
        assert_ne!(one, two);
    }

    #[test]
    fn what_is_not_a_certificate_is_rejected() {
        for pem in [
            "",
            "nonsense",
            "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
        ] {
            assert!(
                matches!(Tls::new(pem), Err(ServeError::ClientCertificate(_))),
                "{pem}"
            );
        }
    }
}
