//! Where the server listens: a unix socket, or a TCP port on the loopback interface.

use super::environment::Environment;
use super::error::ServeError;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::server::TlsStream;

/// What a server listens on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// A unix socket if the system has them, else TCP.
    #[default]
    Auto,
    /// TCP on 127.0.0.1.
    Tcp,
}

/// The address at which a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A socket file.
    Unix(PathBuf),
    /// A TCP port.
    Tcp(SocketAddr),
}

impl Address {
    /// The network's name in the handshake: `unix` or `tcp`.
    #[must_use]
    pub fn network(&self) -> &'static str {
        match self {
            Self::Unix(_) => "unix",
            Self::Tcp(_) => "tcp",
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => path.display().fmt(f),
            Self::Tcp(address) => address.fmt(f),
        }
    }
}

/// One type for all connections, so that the HTTP/2 machinery is compiled once.
pub(super) trait Io: AsyncRead + AsyncWrite + Unpin + Send {
    /// Ready once the other side has sent something, which stays unread.
    fn poll_first_byte(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>>;
}

#[cfg(unix)]
impl Io for tokio::net::UnixStream {
    fn poll_first_byte(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        use rustix::net::{RecvFlags, recv};
        use tokio::io::Interest;
        // Tokio may report a socket without data as ready: only reading shows.
        loop {
            ready!(self.poll_read_ready(context))?;
            let looked = self.try_io(Interest::READABLE, || {
                let mut first = [0; 1];
                let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
                let (count, _) = recv(&*self, &mut first, flags)?;
                Ok(count)
            });
            match looked {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                looked => return Poll::Ready(first_byte(looked?)),
            }
        }
    }
}

impl Io for TcpStream {
    fn poll_first_byte(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut first = [0; 1];
        let count = ready!(self.poll_peek(context, &mut ReadBuf::new(&mut first)))?;
        Poll::Ready(first_byte(count))
    }
}

/// The number of bytes available; 0 if the other side closed without sending anything.
fn first_byte(count: usize) -> io::Result<()> {
    match count {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}

impl Io for TlsStream<Box<dyn Io>> {
    fn poll_first_byte(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The handshake is done.
        Poll::Ready(Ok(()))
    }
}

/// A listening socket; dropping it deletes the socket file.
pub(super) struct Listener {
    socket: Socket,
    pub(super) address: Address,
}

enum Socket {
    #[cfg(unix)]
    Unix(tokio::net::UnixListener),
    Tcp(TcpListener),
}

impl Listener {
    /// Starts to listen; requires a tokio runtime.
    pub(super) fn bind(network: Network, environment: &Environment) -> Result<Self, ServeError> {
        match network {
            #[cfg(unix)]
            Network::Auto => unix::bind(environment),
            _ => bind_tcp(environment),
        }
    }

    /// Removes sockets next to this one on which nobody listens any more: those of killed plugins.
    pub(super) fn sweep(&self) {
        #[cfg(unix)]
        if let Address::Unix(path) = &self.address {
            let directory = path.parent().map(std::path::Path::to_owned);
            // A folder for temporary files may be large, and nothing waits for this.
            tokio::task::spawn_blocking(move || directory.as_deref().map(unix::sweep));
        }
    }

    pub(super) async fn accept(&self) -> io::Result<Box<dyn Io>> {
        let stream: Box<dyn Io> = match &self.socket {
            #[cfg(unix)]
            Socket::Unix(listener) => Box::new(listener.accept().await?.0),
            Socket::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Without it each reply waits up to 40 ms for the client's acknowledgement.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
        };
        Ok(stream)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Address::Unix(path) = &self.address {
            // If the file is already gone, that is fine; nobody is left to receive any other error.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn bind_tcp(environment: &Environment) -> Result<Listener, ServeError> {
    let port = |name: &str, value: &Option<String>| match value {
        None => Ok(0),
        Some(text) => text
            .trim()
            .parse::<u16>()
            .map_err(|_| ServeError::Ports(format!("{name} is \"{text}\", not a port number"))),
    };
    let min = port("PLUGIN_MIN_PORT", &environment.min_port)?;
    let max = port("PLUGIN_MAX_PORT", &environment.max_port)?;
    if min > max {
        let reason = format!("PLUGIN_MIN_PORT {min} is above PLUGIN_MAX_PORT {max}");
        return Err(ServeError::Ports(reason));
    }
    let bound = (min..=max).find_map(|port| {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?;
        listener.set_nonblocking(true).ok()?;
        Some(listener)
    });
    let Some(listener) = bound else {
        return Err(ServeError::Ports(format!(
            "none from {min} to {max} is free"
        )));
    };
    let address = listener
        .local_addr()
        .map_err(ServeError::io("Asking for the port"))?;
    let listener = TcpListener::from_std(listener).map_err(ServeError::io("Listening"))?;
    Ok(Listener {
        socket: Socket::Tcp(listener),
        address: Address::Tcp(address),
    })
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::fs::{DirBuilder, Permissions};
    use std::hash::{BuildHasher as _, RandomState};
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, chown};
    use std::path::Path;

    /// The longest path that macOS accepts; Linux takes four bytes more.
    const MAX_PATH: usize = 103;

    pub(super) fn bind(environment: &Environment) -> Result<Listener, ServeError> {
        let group = environment
            .unix_socket_group
            .as_deref()
            .map(group_id)
            .transpose()?;
        let directory = match &environment.unix_socket_dir {
            Some(directory) => directory.as_path(),
            // A long TMPDIR, as on macOS or in a build sandbox, leaves no room for the name.
            None if environment.temp_dir.as_os_str().len() + 30 > MAX_PATH => Path::new("/tmp"),
            None => environment.temp_dir.as_path(),
        };
        let mode = if group.is_some() { 0o660 } else { 0o600 };
        let mut attempts = 0;
        loop {
            let path = directory.join(format!(
                "plugin{:016x}",
                RandomState::new().hash_one(attempts)
            ));
            if path.as_os_str().as_bytes().len() + INNER.len() > MAX_PATH {
                let most = MAX_PATH - INNER.len();
                let source = io::Error::other(format!("the path is longer than {most} bytes"));
                return Err(ServeError::Socket { path, source });
            }
            match bind_private(&path, mode, group) {
                Ok(socket) => {
                    let address = Address::Unix(path);
                    return Ok(Listener { socket, address });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempts < 10 => {
                    attempts += 1;
                }
                Err(source) => return Err(ServeError::Socket { path, source }),
            }
        }
    }

    pub(super) fn sweep(directory: &Path) {
        use std::os::unix::fs::FileTypeExt as _;
        use std::os::unix::net::UnixDatagram;
        let is_ours = |name: &OsStr| {
            let drawn = name.as_bytes().strip_prefix(b"plugin");
            let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            drawn.is_some_and(|drawn| drawn.len() == 16 && drawn.iter().all(is_digit))
        };
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let is_socket = entry.file_type().is_ok_and(|kind| kind.is_socket());
            if !is_socket || !is_ours(&entry.file_name()) {
                continue;
            }
            // If somebody listens, a datagram is rejected for its type, and the listener does not
            // notice; if nobody listens, it is rejected like anything else.
            let path = entry.path();
            let asked = UnixDatagram::unbound().and_then(|socket| socket.connect(&path));
            if asked.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused) {
                let _ = std::fs::remove_file(&path);
            }
        }
    }

    /// The end of the socket's path while nobody may know it: its own directory, and its name
    /// there.
    const INNER: &str = ".new/s";

    /// A socket that has its permissions from the first moment at which others can reach it: it is
    /// created in a directory that nobody else can enter, and then moved to its place. (The umask
    /// applies to the whole process, and other threads create files.)
    fn bind_private(path: &Path, mode: u32, group: Option<u32>) -> io::Result<Socket> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let inner = PathBuf::from([path.as_os_str(), INNER.as_ref()].join(OsStr::new("")));
        let private = Private(inner.parent().unwrap_or(path));
        DirBuilder::new().mode(0o700).create(private.0)?;
        let listener = tokio::net::UnixListener::bind(&inner)?;
        chown(&inner, None, group)?;
        std::fs::set_permissions(&inner, Permissions::from_mode(mode))?;
        std::fs::rename(&inner, path)?;
        Ok(Socket::Unix(listener))
    }

    /// A directory that is removed with everything in it.
    struct Private<'a>(&'a Path);

    impl Drop for Private<'_> {
        fn drop(&mut self) {
            // After a success it is empty; remaining files do no harm.
            let _ = std::fs::remove_dir_all(self.0);
        }
    }

    fn group_id(group: &str) -> Result<u32, ServeError> {
        if let Ok(id) = group.parse() {
            return Ok(id);
        }
        let groups = std::fs::read_to_string("/etc/group").unwrap_or_default();
        find_group(&groups, group).ok_or_else(|| ServeError::Group(group.to_owned()))
    }

    /// Lines of `/etc/group` are `name:password:id:members`.
    fn find_group(groups: &str, name: &str) -> Option<u32> {
        groups.lines().find_map(|line| {
            let mut fields = line.split(':');
            if fields.next() != Some(name) {
                return None;
            }
            fields.nth(1)?.parse().ok()
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn sockets_of_nobody_are_swept() {
            use std::os::unix::net::UnixListener;
            let place = tempfile::tempdir().unwrap();
            let path = |name: &str| place.path().join(name);
            let listens = UnixListener::bind(path("plugin0123456789abcdef")).unwrap();
            listens.set_nonblocking(true).unwrap();
            drop(UnixListener::bind(path("plugin00000000000000ff")).unwrap());
            // A file of a different plugin, and a file that is not a socket.
            drop(UnixListener::bind(path("plugin123456789")).unwrap());
            std::fs::write(path("plugin00000000000000aa"), "").unwrap();
            sweep(place.path());
            assert!(!path("plugin00000000000000ff").exists());
            for kept in [
                "plugin0123456789abcdef",
                "plugin123456789",
                "plugin00000000000000aa",
            ] {
                assert!(path(kept).exists(), "{kept}");
            }
            // The listener has received nothing.
            let heard = listens.accept().unwrap_err();
            assert_eq!(heard.kind(), io::ErrorKind::WouldBlock);
        }

        #[test]
        fn groups_by_name() {
            let groups = "root:x:0:\nbroken\nterraform:x:4711:alice,bob\nodd:x:word:\n";
            assert_eq!(find_group(groups, "terraform"), Some(4711));
            assert_eq!(find_group(groups, "odd"), None);
            assert_eq!(find_group(groups, "broken"), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(directory: &std::path::Path) -> Environment {
        Environment {
            temp_dir: directory.to_owned(),
            ..Environment::default()
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_socket_is_private_and_goes_with_its_listener() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let listener = Listener::bind(Network::Auto, &environment(directory.path())).unwrap();
        let Address::Unix(path) = listener.address.clone() else {
            panic!("a socket")
        };
        assert_eq!(path.parent(), Some(directory.path()));
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        drop(listener);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn directory_and_group_of_the_host_are_used() {
        use std::os::unix::fs::MetadataExt as _;
        let directory = tempfile::tempdir().unwrap();
        let group = std::fs::metadata(directory.path()).unwrap().gid();
        let environment = Environment {
            unix_socket_dir: Some(directory.path().to_owned()),
            unix_socket_group: Some(group.to_string()),
            ..Environment::default()
        };
        let listener = Listener::bind(Network::Auto, &environment).unwrap();
        let Address::Unix(path) = &listener.address else {
            panic!("a socket")
        };
        let metadata = std::fs::metadata(path).unwrap();
        assert_eq!((metadata.gid(), metadata.mode() & 0o777), (group, 0o660));
        let unknown = Environment {
            unix_socket_group: Some("no such group".to_owned()),
            ..environment
        };
        assert!(matches!(
            Listener::bind(Network::Auto, &unknown),
            Err(ServeError::Group(_))
        ));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn long_directories() {
        let long = std::path::PathBuf::from(format!("/{}", "d".repeat(200)));
        let listener = Listener::bind(Network::Auto, &environment(&long)).unwrap();
        assert!(listener.address.to_string().starts_with("/tmp/plugin"));
        let wanted = Environment {
            unix_socket_dir: Some(long),
            ..Environment::default()
        };
        assert!(matches!(
            Listener::bind(Network::Auto, &wanted),
            Err(ServeError::Socket { .. })
        ));
    }

    #[tokio::test]
    async fn ports_are_tried_in_order() {
        let taken = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let range = |min: u16, max: u16| Environment {
            min_port: Some(min.to_string()),
            max_port: Some(max.to_string()),
            ..Environment::default()
        };
        let only = Listener::bind(Network::Tcp, &range(port, port));
        assert!(matches!(only, Err(ServeError::Ports(_))));
        let last = port.saturating_add(50);
        let next = Listener::bind(Network::Tcp, &range(port, last)).unwrap();
        let Address::Tcp(address) = &next.address else {
            panic!("a port")
        };
        assert!(address.port() > port && address.port() <= last && address.ip().is_loopback());
        let wrong = Listener::bind(Network::Tcp, &range(2, 1));
        assert!(matches!(wrong, Err(ServeError::Ports(reason)) if reason.contains("above")));
    }
}
