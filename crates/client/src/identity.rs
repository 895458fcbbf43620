//! The client's certificate.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair,
    KeyUsagePurpose,
};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// A certificate with its key.
pub struct Identity {
    /// The certificate.
    pub certificate: CertificateDer<'static>,
    key: Vec<u8>,
}

impl Identity {
    /// Creates one as go-plugin does for Terraform: P-521, self-signed, a CA used as a leaf.
    ///
    /// # Errors
    /// The cryptography fails, which does not happen on a working machine.
    pub fn new() -> Result<Self, rcgen::Error> {
        let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P521_SHA512)?;
        let mut params = CertificateParams::new(vec!["localhost".to_owned()])?;
        params.distinguished_name = rcgen::DistinguishedName::new();
        let name = &mut params.distinguished_name;
        name.push(DnType::OrganizationName, "HashiCorp");
        name.push(DnType::CommonName, "localhost");
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
        let certificate = params.self_signed(&key)?.der().clone();
        Ok(Self {
            certificate,
            key: key.serialize_der(),
        })
    }

    /// This certificate with another one's key: all that a thief of the certificate has.
    #[must_use]
    pub fn with_key_of(&self, other: &Self) -> Self {
        Self {
            certificate: self.certificate.clone(),
            key: other.key.clone(),
        }
    }

    /// The value of `PLUGIN_CLIENT_CERT`.
    #[must_use]
    pub fn pem(&self) -> String {
        let body = STANDARD.encode(&self.certificate);
        let lines = body.as_bytes().chunks(64).map(String::from_utf8_lossy);
        let body = lines.collect::<Vec<_>>().join("\n");
        format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n")
    }

    pub(crate) fn key(&self) -> PrivateKeyDer<'static> {
        PrivatePkcs8KeyDer::from(self.key.clone()).into()
    }
}
