//! go-plugin's handshake line, from the side that reads it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rustls::pki_types::CertificateDer;

/// The parts of a handshake line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The protocol's version: `5` or `6`.
    pub protocol: String,
    /// `unix` or `tcp`.
    pub network: String,
    /// A path, or an address with a port.
    pub address: String,
    /// The server's certificate; without one there is no TLS.
    pub certificate: Option<CertificateDer<'static>>,
}

impl Line {
    /// Reads a line, its end included.
    ///
    /// # Errors
    /// What a host would not accept: another number of fields, another core version than 1, another kind of plugin
    /// than gRPC, a certificate that is no base64. Six fields are required, for go-plugin writes so many also without
    /// a certificate.
    pub fn parse(line: &str) -> Result<Self, String> {
        let whole = line.strip_suffix('\n').ok_or("the line has no end")?;
        let fields: Vec<_> = whole.split('|').collect();
        let [core, app, network, address, proto, certificate] = fields[..] else {
            return Err(format!("six fields are required: {whole:?}"));
        };
        if (core, proto) != ("1", "grpc") {
            return Err(format!(
                "core version 1 and grpc are required, not {core} and {proto}"
            ));
        }
        let der = STANDARD_NO_PAD
            .decode(certificate)
            .map_err(|error| format!("the certificate: {error}"))?;
        Ok(Self {
            protocol: app.to_owned(),
            network: network.to_owned(),
            address: address.to_owned(),
            certificate: (!der.is_empty()).then(|| der.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn lines() {
        let line = Line::parse("1|5|tcp|127.0.0.1:10000|grpc|\n").unwrap();
        assert_eq!((&*line.protocol, &*line.network), ("5", "tcp"));
        assert_eq!(
            (&*line.address, line.certificate),
            ("127.0.0.1:10000", None)
        );
        let line = Line::parse("1|6|unix|/a|grpc|AAEC\n").unwrap();
        assert_eq!(line.certificate.unwrap().as_ref(), [0, 1, 2]);
        for bad in [
            "1|6|unix|/a|grpc|",
            "2|6|unix|/a|grpc|\n",
            "1|6|unix|/a|netrpc|\n",
            "1|6|unix|/a|grpc\n",
            "1|6|unix|/a|grpc|=\n",
            "panic: no\n",
        ] {
            assert!(Line::parse(bad).is_err(), "{bad:?}");
        }
    }
}
