//! A SOCKS5 proxy that leads to one server, under the proxy's own name for it.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

/// The port of a proxy that knows the host `db.invalid`, and requires this login if there is one.
pub fn proxy(server: u16, login: Option<(&'static str, &'static str)>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("a port").port();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            thread::spawn(move || {
                // Ignores a client that gives up.
                let _ = lead(client, server, login);
            });
        }
    });
    port
}

fn lead(mut client: TcpStream, port: u16, login: Option<(&str, &str)>) -> io::Result<()> {
    let head: [u8; 2] = read(&mut client)?;
    let mut ways = vec![0; head[1].into()];
    client.read_exact(&mut ways)?;
    let way = if login.is_some() { 2 } else { 0 };
    if head[0] != 5 || !ways.contains(&way) {
        return client.write_all(&[5, 0xff]);
    }
    client.write_all(&[5, way])?;
    if let Some((user, password)) = login {
        let [_version]: [u8; 1] = read(&mut client)?;
        let told = (text(&mut client)?, text(&mut client)?);
        let is_right = told == (user.to_owned(), password.to_owned());
        client.write_all(&[1, u8::from(!is_right)])?;
        if !is_right {
            return Ok(());
        }
    }
    let [_, command, _, kind]: [u8; 4] = read(&mut client)?;
    assert_eq!((command, kind), (1, 3), "a connection to a name");
    let host = text(&mut client)?;
    let asked = u16::from_be_bytes(read(&mut client)?);
    let code = match host.as_str() {
        "db.invalid" if asked == port => 0,
        _ => 5,
    };
    client.write_all(&[5, code, 0, 1, 127, 0, 0, 1, 0, 0])?;
    if code != 0 {
        return Ok(());
    }
    let server = TcpStream::connect(("127.0.0.1", port))?;
    let (from, to) = (server.try_clone()?, client.try_clone()?);
    let back = thread::spawn(move || copy(from, to));
    copy(client, server);
    let _ = back.join();
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream) {
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}

fn read<const N: usize>(client: &mut TcpStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    client.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn text(client: &mut TcpStream) -> io::Result<String> {
    let [length]: [u8; 1] = read(client)?;
    let mut text = vec![0; length.into()];
    client.read_exact(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
