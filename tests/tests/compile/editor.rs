//! What an editor shows an author: rust-analyzer is asked, over its own protocol, what may follow
//! `Image::` and what it says of a field's constant.
//!
//! Skipped, with a line on standard error, where rust-analyzer or its server for procedural macros
//! is not installed. Ends by itself when its time is over, and says what it was waiting for.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// The first run builds what the derive needs.
const TIME: Duration = Duration::from_secs(180);

/// What the author has written, with one line that is not finished.
const SOURCE: &str = r#"//! A provider's beginning.
use schema_runtime::Schema;

/// A disk image.
#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    /// The name of the file.
    #[field(required, force_new, validate = length(1..=64))]
    pub name: String,
    /// How large it is.
    #[field(optional, default = 8, validate = range(2..=1024), conflicts_with(snapshot))]
    pub size_mb: i64,
    /// What it is copied from.
    #[field(optional, sensitive)]
    pub snapshot: Option<String>,
    /// Where it is.
    #[field(computed)]
    pub path: String,
}

pub fn handles() {
    let _ = Image::SIZE_MB;
    let _ = Image::NAME;
}
"#;

#[test]
fn an_editor_completes_and_explains_the_fields() {
    let Some(mut editor) = Editor::start() else {
        return;
    };

    // The line as it is while the author types.
    let typing = SOURCE.replace("Image::NAME", "Image::");
    editor.open(&typing);
    let place = place(&typing, "Image::;", "Image::".len());
    let completed = editor.until("completion after `Image::`", |editor| {
        let found = editor.ask("textDocument/completion", &place)?;
        let items = found.get("items").unwrap_or(&found).as_array()?.clone();
        let labels: Vec<String> = items
            .iter()
            .filter_map(|item| Some(item["label"].as_str()?.to_owned()))
            .collect();
        labels.contains(&"NAME".to_owned()).then_some(labels)
    });
    for name in ["NAME", "SIZE_MB", "SNAPSHOT", "PATH"] {
        assert!(completed.iter().any(|label| label == name), "{completed:?}");
    }
    // What generated code needs for itself is not offered.
    let private: Vec<_> = completed.iter().filter(|l| l.starts_with("__")).collect();
    assert!(private.is_empty(), "{private:?}");

    let size = self::place(&typing, "Image::SIZE_MB", "Image::S".len());
    let shown = editor.until("hover on `Image::SIZE_MB`", |editor| {
        let found = editor.ask("textDocument/hover", &size)?;
        Some(found["contents"]["value"].as_str()?.to_owned())
    });
    for words in [
        "pub const SIZE_MB: ",
        "Attr<Image, i64>",
        "How large it is.",
        "`size_mb`: whole number",
        "optional",
        "default `8`",
        "between 2 and 1024",
        "conflicts with `snapshot`",
    ] {
        assert!(shown.contains(words), "{words:?} is not in:\n{shown}");
    }
}

/// The place in a text, as the protocol counts.
fn place(text: &str, words: &str, after: usize) -> Json {
    let offset = text.find(words).expect("the words") + after;
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": column })
}

/// rust-analyzer over a package of its own.
struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Json>,
    file: String,
    deadline: Instant,
    last: i64,
    _directory: tempfile::TempDir,
}

impl Editor {
    /// Nothing where something is not installed.
    fn start() -> Option<Self> {
        installed()?;
        let directory = tempfile::tempdir().expect("a directory");
        let root = fs::canonicalize(directory.path()).expect("its path");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("the workspace");
        fs::write(root.join("Cargo.toml"), manifest(workspace)).expect("the manifest");
        // The versions that are on this machine.
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock")).expect("the lock file");
        fs::create_dir(root.join("src")).expect("the sources");
        let file = root.join("src/lib.rs");
        fs::write(&file, SOURCE).expect("the source");

        // Beside what the workspace has built, so that a second run builds nothing.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
        let mut server = Command::new("rust-analyzer")
            .current_dir(&root)
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
            file: format!("file://{}", file.display()),
            deadline: Instant::now() + TIME,
            last: 0,
            _directory: directory,
        };
        editor.initialize(&root, &target);
        Some(editor)
    }

    fn initialize(&mut self, root: &Path, target: &Path) {
        let answer = self.ask_with(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": format!("file://{}", root.display()),
                "capabilities": {
                    "textDocument": { "hover": { "contentFormat": ["markdown"] } },
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
        // Questions before the macros are built would be answered without them.
        while !self
            .next("rust-analyzer to have built the derive")
            .is_some_and(|message| {
                message["method"] == "experimental/serverStatus"
                    && message["params"]["quiescent"] == true
            })
        {}
    }

    fn open(&mut self, text: &str) {
        let document =
            json!({ "uri": self.file, "languageId": "rust", "version": 1, "text": text });
        self.send(&json!({
            "jsonrpc": "2.0", "method": "textDocument/didOpen",
            "params": { "textDocument": document },
        }));
    }

    /// Asks about a place until the answer will do; the server may still be at work.
    fn until<T>(&mut self, what: &str, mut ask: impl FnMut(&mut Self) -> Option<T>) -> T {
        loop {
            if let Some(found) = ask(self) {
                return found;
            }
            self.in_time(what);
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// One question about a place in the file; nothing where it is refused.
    fn ask(&mut self, method: &str, position: &Json) -> Option<Json> {
        let document = json!({ "uri": self.file });
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

    /// The next message; the server's own questions are answered with nothing.
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

fn manifest(workspace: &Path) -> String {
    format!(
        "[package]\nname = \"editor\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         schema-runtime = {{ path = {:?} }}\n\n[workspace]\n",
        workspace.join("schema-runtime")
    )
}

/// Whether rust-analyzer and what it runs macros with are here.
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
