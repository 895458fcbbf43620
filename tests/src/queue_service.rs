//! The message queue of the chapter on HTTP: a small server in the test's own process. It
//! throttles, breaks, gives ids of its own, and shows a new topic a little later.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};

/// A topic.
#[derive(Debug)]
pub struct Topic {
    /// Its name, which a test may change.
    pub name: String,
    /// How often it was asked for.
    asked: u32,
}

/// The server.
#[derive(Clone, Debug)]
pub struct Service {
    /// Where it listens.
    pub address: String,
    /// The topics by their ids.
    pub topics: Arc<Mutex<BTreeMap<String, Topic>>>,
    /// How many reads were answered with 502.
    pub broken: Arc<Mutex<u32>>,
}

impl Service {
    /// Starts it on a free port.
    ///
    /// # Panics
    /// There is none, or a client breaks off.
    #[must_use]
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let service = Service {
            address: format!("http://{address}"),
            topics: Arc::default(),
            broken: Arc::default(),
        };
        let answering = service.clone();
        std::thread::spawn(move || {
            for (count, stream) in listener.incoming().enumerate() {
                answering.serve(count, stream.expect("a client"));
            }
        });
        service
    }

    fn serve(&self, count: usize, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let (mut head, mut line) = (String::new(), String::new());
        while stream.read_line(&mut line).unwrap_or(0) > 2 {
            head.push_str(&std::mem::take(&mut line));
        }
        let lower = head.to_lowercase();
        let length = lower
            .lines()
            .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).expect("a body");
        let body = serde_json::from_slice(&body).unwrap_or_default();
        let (status, answer) = self.answer(count, &head, &body);
        let text = answer.to_string();
        let answer = format!(
            "HTTP/1.1 {status} Said\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        );
        // A client that has disconnected hears nothing.
        let _ = stream.get_mut().write_all(answer.as_bytes());
    }

    fn answer(&self, count: usize, head: &str, body: &Json) -> (u16, Json) {
        if !head.contains("Bearer sesame") {
            return (401, json!("who are you?"));
        }
        if count % 4 == 1 {
            return (429, json!("slow down"));
        }
        let mut words = head.split(' ');
        let method = words.next().unwrap_or_default();
        let path = words.next().unwrap_or_default();
        let id = path.rsplit('/').next().unwrap_or_default();
        if method == "GET" && count % 4 == 3 {
            *self.broken.lock().expect("a count") += 1;
            return (502, json!("bad gateway"));
        }
        let name = body["name"].as_str().unwrap_or_default();
        if name == "broken" {
            return (500, json!("oops"));
        }
        let mut topics = self.topics.lock().expect("the topics");
        if method == "POST" {
            let id = format!("top-{count}");
            let answer = json!({"id": id});
            let name = name.to_owned();
            topics.insert(id, Topic { name, asked: 0 });
            return (201, answer);
        }
        let Some(topic) = topics.get_mut(id) else {
            return (404, json!("nothing there"));
        };
        topic.asked += 1;
        match method {
            "GET" if topic.asked < 2 => (404, json!("not yet")),
            "GET" => {
                let status = if topic.asked < 3 {
                    "creating"
                } else {
                    "active"
                };
                let name = &topic.name;
                (
                    200,
                    json!({"name": name, "publish_token": "pub-12345", "status": status}),
                )
            }
            "PATCH" => {
                name.clone_into(&mut topic.name);
                (200, json!({}))
            }
            _ => {
                topics.remove(id);
                (204, json!(""))
            }
        }
    }
}
