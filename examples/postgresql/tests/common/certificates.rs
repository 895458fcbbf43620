//! Certificates of an authority, a server and a client, created for one cluster.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, SigningKey as _,
};

/// Where the certificates are, in PEM form.
pub struct Certificates {
    /// The authority that signed those of the server and of the client.
    pub authority: PathBuf,
    /// Another authority.
    pub stranger: PathBuf,
    /// The certificate of the user `certificate_only`.
    pub client: PathBuf,
    pub client_key: PathBuf,
}

impl Certificates {
    /// Writes them into a folder, with the names that the server expects: `server.crt`,
    /// `server.key` and `ca.crt`.
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

/// Writes a self-signed certificate of version 1, as very old servers have, with its key. It has no
/// extensions, and so no host names.
pub fn write_version_1(certificate: &Path, key: &Path) {
    let pair = KeyPair::generate().expect("a key");
    let mut parameters = CertificateParams::new([]).expect("parameters");
    parameters
        .distinguished_name
        .push(DnType::CommonName, "localhost");
    let newer = parameters.self_signed(&pair).expect("signed");
    let outer = parts(content(newer.der()));
    let [(_, signed), (_, algorithm), _] = outer[..] else {
        panic!("a certificate has three parts");
    };
    // The version and the extensions, which newer certificates have.
    let old = parts(content(signed))
        .into_iter()
        .filter(|(tag, _)| ![0xa0, 0xa3].contains(tag));
    let signed = sequence(&old.map(|(_, part)| part).collect::<Vec<_>>().concat());
    let mut signature = vec![0];
    signature.extend(pair.sign(&signed).expect("a signature"));
    let whole = [&signed[..], algorithm, &tagged(0x03, &signature)].concat();
    fs::write(certificate, pem("CERTIFICATE", &sequence(&whole))).expect("a file");
    fs::write(key, pem("PRIVATE KEY", &pair.serialize_der())).expect("a file");
}

/// The content of a DER value.
fn content(der: &[u8]) -> &[u8] {
    &der[head(der).0..]
}

/// Consecutive DER values, with their tags.
fn parts(mut der: &[u8]) -> Vec<(u8, &[u8])> {
    let mut parts = Vec::new();
    while !der.is_empty() {
        let (start, length) = head(der);
        let (part, rest) = der.split_at(start + length);
        parts.push((part[0], part));
        der = rest;
    }
    parts
}

/// Where the content begins, and its length.
fn head(der: &[u8]) -> (usize, usize) {
    match der[1] {
        length @ ..0x80 => (2, length.into()),
        bytes => {
            let end = 2 + usize::from(bytes & 0x7f);
            let length = der[2..end].iter();
            (
                end,
                length.fold(0, |length, byte| length << 8 | usize::from(*byte)),
            )
        }
    }
}

fn sequence(content: &[u8]) -> Vec<u8> {
    tagged(0x30, content)
}

fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).expect("a short value");
    let [high, low] = length.to_be_bytes();
    let mut der = match length {
        ..0x80 => vec![tag, low],
        0x80..0x100 => vec![tag, 0x81, low],
        _ => vec![tag, 0x82, high, low],
    };
    der.extend(content);
    der
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
