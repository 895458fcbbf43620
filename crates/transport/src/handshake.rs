//! The version that both sides speak, and the line that tells the host where to connect.

use super::error::ServeError;
use super::listener::Address;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rustls::pki_types::CertificateDer;

/// A major version of the plugin protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Protocol {
    /// Protocol 5, without nested attributes.
    V5,
    /// Protocol 6.
    V6,
}

impl Protocol {
    /// The number on the wire.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }
}

/// The highest version that both sides have. If they have none in common, it is our lowest, and the
/// host's error names both sides' versions.
pub(super) fn negotiate(
    served: &[Protocol],
    offered: Option<&str>,
) -> Result<Protocol, ServeError> {
    let offered: Vec<u8> = offered
        .unwrap_or_default()
        .split(',')
        .filter_map(|version| version.trim().parse().ok())
        .collect();
    let common = served
        .iter()
        .filter(|protocol| offered.contains(&protocol.number()))
        .max();
    common
        .or(served.iter().min())
        .copied()
        .ok_or(ServeError::NoProtocol)
}

/// go-plugin's handshake line, without its end.
pub(super) fn line(
    protocol: Protocol,
    address: &Address,
    certificate: Option<&CertificateDer<'_>>,
) -> String {
    let certificate = certificate
        .map(|der| STANDARD_NO_PAD.encode(der))
        .unwrap_or_default();
    format!(
        "1|{}|{}|{address}|grpc|{certificate}",
        protocol.number(),
        address.network()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use Protocol::{V5, V6};

    #[test]
    fn the_highest_common_version_is_chosen() {
        let cases: [(&[Protocol], Option<&str>, Protocol); 8] = [
            (&[V5, V6], Some("5,6"), V6),
            (&[V6, V5], Some("6,5"), V6),
            (&[V5, V6], Some("5"), V5),
            (&[V6], Some("5, 6"), V6),
            (&[V6], Some("5"), V6),
            (&[V5, V6], Some("7"), V5),
            (&[V5, V6], None, V5),
            (&[V5, V6], Some("x,,300,6"), V6),
        ];
        for (served, offered, expected) in cases {
            assert_eq!(
                negotiate(served, offered).unwrap(),
                expected,
                "{served:?} {offered:?}"
            );
        }
        assert!(matches!(
            negotiate(&[], Some("6")),
            Err(ServeError::NoProtocol)
        ));
    }

    #[test]
    fn lines() {
        let address = Address::Unix("/tmp/plugin1".into());
        assert_eq!(line(V6, &address, None), "1|6|unix|/tmp/plugin1|grpc|");
        let address = Address::Tcp(([127, 0, 0, 1], 10_000).into());
        let certificate = CertificateDer::from(vec![0xfb, 0xff]);
        assert_eq!(
            line(V5, &address, Some(&certificate)),
            "1|5|tcp|127.0.0.1:10000|grpc|+/8"
        );
    }
}
