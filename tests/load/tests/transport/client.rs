//! A server in the tests' own process, and the client of the load tool.

pub(crate) use schema_client::HandshakeLine as Line;
pub(crate) use schema_client::Identity;
pub(crate) use schema_client::{CallError, Client};

use crate::handler::Echo;
use schema_transport::{Environment, MAGIC_COOKIE, Options, Protocol, Server};
use tokio::task::JoinHandle;

/// A server in this process, and what is needed to call it.
pub(crate) struct Running {
    pub(crate) echo: Echo,
    pub(crate) line: Line,
    pub(crate) identity: Identity,
    pub(crate) task: JoinHandle<()>,
    pub(crate) directory: tempfile::TempDir,
}

impl Running {
    pub(crate) async fn client(&self) -> Client {
        Client::connect(&self.line, Some(&self.identity))
            .await
            .unwrap()
    }
}

/// The environment that Terraform sets.
pub(crate) fn environment(identity: &Identity, directory: &tempfile::TempDir) -> Environment {
    Environment {
        magic_cookie: Some(MAGIC_COOKIE.to_owned()),
        protocol_versions: Some("5,6".to_owned()),
        client_cert: Some(identity.pem()),
        min_port: Some("10000".to_owned()),
        max_port: Some("25000".to_owned()),
        temp_dir: directory.path().to_owned(),
        ..Environment::default()
    }
}

/// Starts a server with mutual TLS.
pub(crate) fn start(options: Options) -> Running {
    let (echo, identity) = (Echo::default(), Identity::new().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let server = Server::bind(echo.clone(), options, &environment(&identity, &directory)).unwrap();
    let line = Line::parse(&server.announcement()).unwrap();
    let task = tokio::spawn(server.run(std::future::pending()));
    Running {
        echo,
        line,
        identity,
        task,
        directory,
    }
}

/// Starts a server with one protocol.
pub(crate) fn start_protocol(protocol: Protocol) -> Running {
    start(Options {
        protocols: vec![protocol],
        ..Options::default()
    })
}
