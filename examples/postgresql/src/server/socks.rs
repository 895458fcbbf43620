//! [`Proxy`]: a connection through a SOCKS5 proxy, which resolves the host. Own code, since
//! tokio-socks, fast-socks5 and async-socks5 all bring a second thiserror (1.0), which deny.toml
//! rejects.

use std::fmt;
use std::io;
use std::net::IpAddr;

use schema_provider::prelude::Secret;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A SOCKS5 proxy.
#[derive(Clone, Debug)]
pub struct Proxy {
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The user and the password, if it asks for them.
    pub login: Option<(String, Secret)>,
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "socks5://{}:{}", self.host, self.port)
    }
}

const VERSION: u8 = 5;
const NO_LOGIN: u8 = 0;
const LOGIN: u8 = 2;

impl Proxy {
    /// A connection to this host.
    pub(super) async fn connect(&self, host: &str, port: u16) -> io::Result<TcpStream> {
        let made = async {
            let mut stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
            self.log_in(&mut stream).await?;
            ask(&mut stream, host, port).await?;
            Ok(stream)
        };
        made.await.map_err(|error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("the proxy {self}, which ALL_PROXY names: {error}"),
            )
        })
    }

    async fn log_in(&self, stream: &mut TcpStream) -> io::Result<()> {
        let ways: &[u8] = match self.login {
            Some(_) => &[VERSION, 2, NO_LOGIN, LOGIN],
            None => &[VERSION, 1, NO_LOGIN],
        };
        stream.write_all(ways).await?;
        let mut answer = [0; 2];
        stream.read_exact(&mut answer).await?;
        match (answer, &self.login) {
            ([VERSION, NO_LOGIN], _) => Ok(()),
            ([VERSION, LOGIN], Some((user, password))) => {
                let mut login = vec![1];
                push(&mut login, user)?;
                push(&mut login, password.expose().unwrap_or_default())?;
                stream.write_all(&login).await?;
                stream.read_exact(&mut answer).await?;
                match answer {
                    [_, 0] => Ok(()),
                    _ => Err(io::Error::other("it refuses the user or the password")),
                }
            }
            ([VERSION, _], _) => Err(io::Error::other("it wants another login")),
            _ => Err(io::Error::other("it is not a SOCKS5 proxy")),
        }
    }
}

/// Asks for a connection to a host.
async fn ask(stream: &mut TcpStream, host: &str, port: u16) -> io::Result<()> {
    const CONNECT: u8 = 1;
    let mut request = vec![VERSION, CONNECT, 0];
    match host.parse() {
        Ok(IpAddr::V4(address)) => {
            request.push(1);
            request.extend(address.octets());
        }
        Ok(IpAddr::V6(address)) => {
            request.push(4);
            request.extend(address.octets());
        }
        Err(_) => {
            request.push(3);
            push(&mut request, host)?;
        }
    }
    request.extend(port.to_be_bytes());
    stream.write_all(&request).await?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await?;
    let why = match answer[1] {
        0 => "",
        2 => "its rules forbid the connection",
        3 => "it finds no way to the network",
        4 => "it finds no way to the host",
        5 => "the host refuses the connection",
        6 => "the host does not answer in time",
        _ => "it cannot connect",
    };
    if !why.is_empty() {
        return Err(io::Error::other(format!("{why} ({host}:{port})")));
    }
    // The address that it connects from, which is not used.
    let length = match answer[3] {
        1 => 4,
        4 => 16,
        _ => stream.read_u8().await?.into(),
    };
    let mut from = vec![0; length + 2];
    stream.read_exact(&mut from).await?;
    Ok(())
}

/// A string after its length.
fn push(to: &mut Vec<u8>, text: &str) -> io::Result<()> {
    let length = u8::try_from(text.len())
        .map_err(|_| io::Error::other("it takes strings of at most 255 bytes"))?;
    to.push(length);
    to.extend(text.as_bytes());
    Ok(())
}
