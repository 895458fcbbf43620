//! The certificate that the client trusts: the one in the handshake line.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, crypto,
};
use std::sync::Arc;

/// Checks the server's certificate as Go does with a pool of the announced one.
///
/// So does webpki, except that it rejects a CA as a leaf, which go-plugin's own servers use. Only
/// this error is ignored, if the certificate equals the announced one byte for byte and is valid
/// for the name.
#[derive(Debug)]
pub(crate) struct Announced {
    certificate: CertificateDer<'static>,
    strict: Arc<WebPkiServerVerifier>,
}

impl Announced {
    pub(crate) fn new(
        certificate: CertificateDer<'static>,
        provider: Arc<crypto::CryptoProvider>,
    ) -> Result<Self, Error> {
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone())?;
        let strict = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .build()
            .map_err(|error| Error::General(error.to_string()))?;
        Ok(Self {
            certificate,
            strict,
        })
    }
}

impl ServerCertVerifier for Announced {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let strictly = self.strict.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        match strictly {
            // rustls passes the reason on only as a string.
            Err(Error::InvalidCertificate(CertificateError::Other(error)))
                if error.to_string() == "CaUsedAsEndEntity" && *end_entity == self.certificate =>
            {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
                Ok(ServerCertVerified::assertion())
            }
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.strict
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.strict
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.strict.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::Announced;
    use crate::identity::Identity;
    use rustls::client::danger::ServerCertVerifier as _;
    use rustls::pki_types::{ServerName, UnixTime};
    use std::sync::Arc;

    #[test]
    fn a_ca_passes_as_leaf_only_if_it_is_the_announced_one() {
        // go-plugin's servers create theirs as its clients do.
        let (ours, other) = (Identity::new().unwrap(), Identity::new().unwrap());
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let trust = Announced::new(ours.certificate.clone(), provider).unwrap();
        let accepts = |identity: &Identity, name: &str| {
            let name = ServerName::try_from(name).unwrap();
            let now = UnixTime::now();
            trust
                .verify_server_cert(&identity.certificate, &[], &name, &[], now)
                .is_ok()
        };
        assert!(accepts(&ours, "localhost"));
        assert!(!accepts(&ours, "elsewhere"));
        assert!(!accepts(&other, "localhost"));
    }
}
