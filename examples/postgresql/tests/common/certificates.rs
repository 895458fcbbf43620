//! Certificates of an authority, a server and a client, made for one cluster.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// Where the certificates are, in PEM form.
pub struct Certificates {
    /// The authority that has signed those of the server and of the client.
    pub authority: PathBuf,
    /// Another authority.
    pub stranger: PathBuf,
    /// The certificate of the user `certificate_only`.
    pub client: PathBuf,
    pub client_key: PathBuf,
}

impl Certificates {
    /// Writes them into a folder, where the server finds `server.crt`, `server.key` and `ca.crt`.
    pub fn write(folder: &Path) -> Certificates {
        let file = |name: &str, label: &str, der: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, pem(label, der)).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("permissions");
            path
        };
        let authority = authority("test authority");
        // The server is known as localhost, and not as 127.0.0.1.
        let (server, server_key) = signed("server", &["localhost"], &authority);
        file("server.crt", "CERTIFICATE", &server);
        file("server.key", "PRIVATE KEY", &server_key);
        let (client, client_key) = signed("certificate_only", &[], &authority);
        Certificates {
            authority: file("ca.crt", "CERTIFICATE", authority.der()),
            stranger: file(
                "stranger.crt",
                "CERTIFICATE",
                self::authority("a stranger").der(),
            ),
            client: file("client.crt", "CERTIFICATE", &client),
            client_key: file("client.key", "PRIVATE KEY", &client_key),
        }
    }
}

type Issuer = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Issuer {
    let mut parameters = CertificateParams::new([]).expect("parameters");
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    parameters.distinguished_name.push(DnType::CommonName, name);
    CertifiedIssuer::self_signed(parameters, KeyPair::generate().expect("a key")).expect("signed")
}

fn signed(name: &str, hosts: &[&str], issuer: &Issuer) -> (Vec<u8>, Vec<u8>) {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    let mut parameters = CertificateParams::new(hosts).expect("parameters");
    parameters.distinguished_name.push(DnType::CommonName, name);
    let key = KeyPair::generate().expect("a key");
    let certificate = parameters.signed_by(&key, issuer).expect("signed");
    (certificate.der().to_vec(), key.serialize_der())
}

fn pem(label: &str, der: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .map(|line| std::str::from_utf8(line).expect("ASCII"))
        .collect();
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.join("\n")
    )
}
