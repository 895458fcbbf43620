//! go-plugin's handshake line, from the side that reads it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rustls::pki_types::CertificateDer;
use schema_transport::Protocol;
use serde_json::{Map, Value as Json};
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::ChildStdout;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a host waits for the line, as go-plugin does.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// More bytes than a line has.
const MAX_LINE: u64 = 1 << 16;

/// The parts of a handshake line.
#[derive(Clone, Debug)]
pub struct HandshakeLine {
    /// The protocol's version: `5` or `6`.
    pub protocol: String,
    /// `unix` or `tcp`.
    pub network: String,
    /// A path, or an address with a port.
    pub address: String,
    /// The server's certificate; without one there is no TLS.
    pub certificate: Option<CertificateDer<'static>>,
}

impl HandshakeLine {
    /// Reads a line, including its end.
    ///
    /// # Errors
    /// The line is one that a host would not accept: a wrong number of fields, a core version other
    /// than 1, a plugin other than gRPC, a certificate that is not base64. Six fields are required,
    /// because go-plugin writes six even without a certificate.
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

    /// The line of a provider in debug mode, from the value of `TF_REATTACH_PROVIDERS` or the one
    /// entry in it. There is no TLS then.
    ///
    /// # Errors
    /// It is not such JSON, or has several providers and none with this address.
    pub fn from_reattach(json: &str, address: Option<&str>) -> Result<Self, String> {
        let all: Map<String, Json> = serde_json::from_str(json)
            .map_err(|error| format!("TF_REATTACH_PROVIDERS is not a JSON object: {error}"))?;
        let entry = match address {
            Some(address) => all.get(address),
            // One provider may be listed under several addresses, as ours are for Terraform and
            // OpenTofu.
            None => {
                let mut entries = all.values();
                let first = entries.next();
                first.filter(|first| entries.all(|other| other == *first))
            }
        };
        let entry = entry.ok_or_else(|| {
            let names: Vec<&str> = all.keys().map(String::as_str).collect();
            let names = names.join(", ");
            format!("name one of the providers in TF_REATTACH_PROVIDERS: {names}")
        })?;
        let text = |value: &Json| value.as_str().map(str::to_owned);
        let line = || {
            Some(Self {
                protocol: entry["ProtocolVersion"].as_u64()?.to_string(),
                network: text(&entry["Addr"]["Network"])?,
                address: text(&entry["Addr"]["String"])?,
                certificate: None,
            })
        };
        line().ok_or_else(|| {
            "an entry of TF_REATTACH_PROVIDERS has ProtocolVersion and Addr with Network and String".into()
        })
    }

    /// The protocol of this version.
    ///
    /// # Errors
    /// The version is unknown; the error contains it.
    pub fn protocol(&self) -> Result<Protocol, String> {
        match self.protocol.as_str() {
            "5" => Ok(Protocol::V5),
            "6" => Ok(Protocol::V6),
            other => Err(other.to_owned()),
        }
    }
}

/// Reads the first line and discards the rest: the program might wait for a reader.
pub(crate) fn first_line(stdout: ChildStdout) -> mpsc::Receiver<(String, Instant)> {
    let (sender, receiver) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut line = Vec::new();
        // A line that cannot be read counts as empty.
        let _ = stdout.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let line = String::from_utf8_lossy(&line).into_owned();
        // Nobody listens any more after the timeout.
        let _ = sender.send((line, Instant::now()));
        let _ = std::io::copy(&mut stdout, &mut std::io::sink());
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::HandshakeLine;

    #[test]
    fn lines() {
        let line = HandshakeLine::parse("1|5|tcp|127.0.0.1:10000|grpc|\n").unwrap();
        assert_eq!((&*line.protocol, &*line.network), ("5", "tcp"));
        assert_eq!(
            (&*line.address, line.certificate),
            ("127.0.0.1:10000", None)
        );
        let line = HandshakeLine::parse("1|6|unix|/a|grpc|AAEC\n").unwrap();
        assert_eq!(line.certificate.unwrap().as_ref(), [0, 1, 2]);
        for bad in [
            "1|6|unix|/a|grpc|",
            "2|6|unix|/a|grpc|\n",
            "1|6|unix|/a|netrpc|\n",
            "1|6|unix|/a|grpc\n",
            "1|6|unix|/a|grpc|=\n",
            "panic: no\n",
        ] {
            assert!(HandshakeLine::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn debug_mode() {
        let entry = r#"{"Protocol":"grpc","ProtocolVersion":6,"Pid":7,"Test":true,"Addr":{"Network":"unix","String":"/s"}}"#;
        let one = format!(r#"{{"registry.terraform.io/a/b":{entry}}}"#);
        let line = HandshakeLine::from_reattach(&one, None).unwrap();
        assert_eq!((&*line.network, &*line.address), ("unix", "/s"));
        let same = format!(r#"{{"a":{entry},"b":{entry}}}"#);
        assert!(HandshakeLine::from_reattach(&same, None).is_ok());
        let two = format!(r#"{{"a":{{}},"b":{entry}}}"#);
        assert!(HandshakeLine::from_reattach(&two, Some("b")).is_ok());
        let error = HandshakeLine::from_reattach(&two, None).unwrap_err();
        assert!(error.ends_with("a, b"), "{error}");
        for bad in ["", "[]", "{}", r#"{"a":{"ProtocolVersion":"6"}}"#] {
            assert!(HandshakeLine::from_reattach(bad, None).is_err(), "{bad}");
        }
    }
}
