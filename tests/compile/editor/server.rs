//! A client of rust-analyzer over its own protocol.
//!
//! Gives up after a timeout, and reports what it was waiting for.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use sdk_tests::started_build;
use serde_json::{Value as Json, json};

/// The first run builds the macros' dependencies.
const TIME: Duration = Duration::from_secs(300);

/// A rust-analyzer process for a package or a workspace.
pub(super) struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Json>,
    deadline: Instant,
    last: i64,
    /// The number of writes of each document, by its URI.
    versions: HashMap<String, i64>,
}

impl Editor {
    /// Starts it in a directory; `None` if something is not installed.
    pub(super) fn start(root: &Path) -> Option<Self> {
        installed()?;
        // Beside the workspace's own builds, so that a second run builds nothing.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
        static STARTED: Once = Once::new();
        STARTED.call_once(|| started_build::start(&target, &crate::workspace()));
        let mut server = Command::new("rust-analyzer")
            .current_dir(root)
            .env("CARGO_TARGET_DIR", &target)
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts");
        let input = server.stdin.take().expect("its input");
        let output = server.stdout.take().expect("its output");
        let (sender, messages) = channel();
        std::thread::spawn(move || receive(output, &sender));
        let mut editor = Editor {
            server,
            input,
            messages,
            deadline: Instant::now() + TIME,
            last: 0,
            versions: HashMap::new(),
        };
        editor.initialize(root, &target);
        Some(editor)
    }

    fn initialize(&mut self, root: &Path, target: &Path) {
        let answer = self.ask_with(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": format!("file://{}", root.display()),
                "capabilities": {
                    "textDocument": {
                        "hover": { "contentFormat": ["markdown"] },
                        // Pulled diagnostics arrive when everything is known.
                        "diagnostic": { "dynamicRegistration": false },
                    },
                    "experimental": { "serverStatusNotification": true },
                },
                "initializationOptions": {
                    "cargo": { "targetDir": target, "buildScripts": { "enable": true } },
                    "procMacro": { "enable": true },
                    "checkOnSave": false,
                    "cachePriming": { "enable": false },
                },
            }),
        );
        assert!(answer.is_some(), "rust-analyzer refuses to start");
        self.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        // Requests before the macros are built would be answered without them.
        while !self
            .next("rust-analyzer to have built the derive")
            .is_some_and(|message| {
                message["method"] == "experimental/serverStatus"
                    && message["params"]["quiescent"] == true
            })
        {}
    }

    /// Opens a document, or replaces its text.
    pub(super) fn write(&mut self, file: &Path, text: &str) {
        let uri = address(file);
        let version = self.versions.entry(uri.clone()).or_default();
        *version += 1;
        let message = if *version == 1 {
            let document =
                json!({ "uri": uri, "languageId": "rust", "version": version, "text": text });
            json!({
                "jsonrpc": "2.0", "method": "textDocument/didOpen",
                "params": { "textDocument": document },
            })
        } else {
            json!({
                "jsonrpc": "2.0", "method": "textDocument/didChange",
                "params": {
                    "textDocument": { "uri": uri, "version": version },
                    "contentChanges": [{ "text": text }],
                },
            })
        };
        self.send(&message);
    }

    /// The errors in an open document: their lines, from 1, and their messages.
    pub(super) fn errors(&mut self, file: &Path) -> Vec<(u64, String)> {
        let params = json!({ "textDocument": { "uri": address(file) } });
        let what = format!("what is wrong in {}", file.display());
        let found = self.until(&what, |editor| {
            let report = editor.ask_with("textDocument/diagnostic", params.clone())?;
            Some(report.get("items")?.as_array()?.clone())
        });
        found
            .iter()
            .filter(|item| item["severity"] == 1)
            .map(|item| {
                let line = item["range"]["start"]["line"].as_u64().unwrap_or_default();
                let words = item["message"].as_str().unwrap_or_default();
                (line + 1, words.to_owned())
            })
            .collect()
    }

    /// The hover text at a position.
    pub(super) fn hover(&mut self, file: &Path, position: &Json) -> String {
        self.until(&format!("hover at {position}"), |editor| {
            let found = editor.ask("textDocument/hover", file, position)?;
            Some(found["contents"]["value"].as_str()?.to_owned())
        })
    }

    /// The completions at a position, once this name is among them.
    pub(super) fn completed(&mut self, file: &Path, position: &Json, name: &str) -> Vec<String> {
        self.until(&format!("completion with `{name}`"), |editor| {
            let found = editor.ask("textDocument/completion", file, position)?;
            let items = found.get("items").unwrap_or(&found).as_array()?.clone();
            let names: Vec<String> = items
                .iter()
                .filter_map(|item| Some(item["label"].as_str()?.split('(').next()?.to_owned()))
                .collect();
            names.iter().any(|label| label == name).then_some(names)
        })
    }

    /// Repeats a request until the answer is acceptable; the server may still be busy.
    pub(super) fn until<T>(
        &mut self,
        what: &str,
        mut ask: impl FnMut(&mut Self) -> Option<T>,
    ) -> T {
        loop {
            if let Some(found) = ask(self) {
                return found;
            }
            self.in_time(what);
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// One request about a position in the file; `None` if it is rejected.
    pub(super) fn ask(&mut self, method: &str, file: &Path, position: &Json) -> Option<Json> {
        let document = json!({ "uri": address(file) });
        self.ask_with(
            method,
            json!({ "textDocument": document, "position": position }),
        )
    }

    fn ask_with(&mut self, method: &str, params: Json) -> Option<Json> {
        self.last += 1;
        let id = self.last;
        let question = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&question);
        loop {
            if let Some(mut answer) = self.next(method)
                && answer.get("method").is_none()
                && answer["id"] == id
            {
                let result = answer["result"].take();
                return (!result.is_null()).then_some(result);
            }
        }
    }

    /// The next message; the server's own requests get empty answers.
    fn next(&mut self, what: &str) -> Option<Json> {
        self.in_time(what);
        match self.messages.recv_timeout(Duration::from_millis(500)) {
            Ok(message) => {
                if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
                    let id = id.clone();
                    self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }));
                }
                Some(message)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("rust-analyzer ended while this test waited for {what}")
            }
        }
    }

    fn in_time(&self, what: &str) {
        assert!(
            Instant::now() < self.deadline,
            "{} seconds are over; this test was waiting for: {what}",
            TIME.as_secs()
        );
    }

    fn send(&mut self, message: &Json) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| self.input.flush())
            .expect("rust-analyzer listens");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Reads messages until the server ends.
fn receive(output: impl Read, messages: &Sender<Json>) {
    let mut output = BufReader::new(output);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            match output.read_line(&mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("Content-Length:") {
                length = number.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        if output.read_exact(&mut body).is_err() {
            return;
        }
        let Ok(message) = serde_json::from_slice(&body) else {
            return;
        };
        if messages.send(message).is_err() {
            return;
        }
    }
}

fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// Whether rust-analyzer and its proc macro server are installed.
fn installed() -> Option<()> {
    let missing = |what: &str| sdk_tests::say!("SKIPPED: {what} is not installed");
    let version = Command::new("rust-analyzer").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        missing("rust-analyzer");
        return None;
    }
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if !sysroot
        .join("libexec/rust-analyzer-proc-macro-srv")
        .exists()
    {
        missing("rust-analyzer-proc-macro-srv");
        return None;
    }
    Some(())
}
