//! A proxy that breaks connections as networks and servers do.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// When a connection is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Before the server gets the statement.
    Before(&'static str),
    /// After the server has answered, and before its answer arrives.
    After(&'static str),
}

type Hook = Arc<dyn Fn(usize) + Send + Sync>;

/// A port that leads to the server.
#[derive(Clone)]
pub struct Proxy {
    pub port: u16,
    cut: Arc<Mutex<Option<Cut>>>,
    count: Arc<AtomicUsize>,
}

impl Proxy {
    /// A proxy that calls `before` with a count before each use of a connection, new or from the
    /// pool.
    pub fn new(server: u16, before: impl Fn(usize) + Send + Sync + 'static) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let proxy = Proxy {
            port: listener.local_addr().expect("a port").port(),
            cut: Arc::default(),
            count: Arc::default(),
        };
        let (cut, count) = (Arc::clone(&proxy.cut), Arc::clone(&proxy.count));
        let before: Hook = Arc::new(before);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (cut, before, count) =
                    (Arc::clone(&cut), Arc::clone(&before), Arc::clone(&count));
                let used = move || before(count.fetch_add(1, Ordering::SeqCst));
                thread::spawn(move || {
                    used();
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", server)) {
                        lead(client, server, &cut, &used);
                    }
                });
            }
        });
        proxy
    }

    /// How often connections have been used.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    /// Cuts one connection at this point.
    pub fn cut(&self, cut: Cut) {
        *self.cut.lock().unwrap() = Some(cut);
    }
}

/// Whether the server has completed or refused the statement: an earlier answer may be about
/// another one, such as a prepared statement that was closed just before.
fn is_answer(mut messages: &[u8]) -> bool {
    while let [kind, a, b, c, d, ..] = *messages {
        if matches!(kind, b'C' | b'E') {
            return true;
        }
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(rest) = messages.get(1 + length..) else {
            return false;
        };
        messages = rest;
    }
    false
}

/// The first message of the provider on a reused connection.
pub const USED_AGAIN: &str = "SET SESSION AUTHORIZATION DEFAULT";

fn lead(mut client: TcpStream, mut server: TcpStream, cut: &Mutex<Option<Cut>>, used: &dyn Fn()) {
    let (mut answers, mut to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    // Set once the answers are to be withheld.
    let silent = Arc::new(AtomicUsize::new(0));
    let kept = Arc::clone(&silent);
    let back = thread::spawn(move || {
        let mut buffer = [0; 65536];
        let mut held = Vec::new();
        while let Ok(length @ 1..) = answers.read(&mut buffer) {
            if kept.load(Ordering::SeqCst) == 1 {
                held.extend_from_slice(&buffer[..length]);
                if is_answer(&held) {
                    break;
                }
                continue;
            }
            if to_client.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = to_client.shutdown(Shutdown::Both);
    });
    let mut buffer = [0; 65536];
    while let Ok(length @ 1..) = client.read(&mut buffer) {
        let sent = String::from_utf8_lossy(&buffer[..length]).into_owned();
        if sent.contains(USED_AGAIN) {
            used();
        }
        let wanted = {
            let mut cut = cut.lock().unwrap();
            let comes = cut.is_some_and(|cut| match cut {
                Cut::Before(text) | Cut::After(text) => sent.contains(text),
            });
            if comes { cut.take() } else { None }
        };
        match wanted {
            Some(Cut::Before(_)) => break,
            Some(Cut::After(_)) => silent.store(1, Ordering::SeqCst),
            None => {}
        }
        if server.write_all(&buffer[..length]).is_err() {
            break;
        }
        if silent.load(Ordering::SeqCst) == 1 {
            // Until the server has answered.
            let _ = back.join();
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
            return;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
    let _ = back.join();
}
