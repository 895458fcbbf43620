//! The remote system of `mem`, which stores the things of one test.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

/// The things of one test.
#[derive(Default)]
pub struct Remote {
    /// What was called, in order: `create a`.
    pub calls: Mutex<Vec<String>>,
    /// What exists: id to size.
    pub things: Mutex<HashMap<String, i64>>,
    /// How often provider code came to its flaw.
    reached: AtomicUsize,
    /// Whether code that blocks its thread may continue.
    released: AtomicBool,
    /// The file of a remote system that outlives its process.
    file: Option<PathBuf>,
}

impl Remote {
    pub fn of(name: &str) -> Arc<Remote> {
        static REMOTES: LazyLock<Mutex<HashMap<String, Arc<Remote>>>> =
            LazyLock::new(Mutex::default);
        let mut remotes = REMOTES.lock().unwrap();
        let remote = remotes.entry(name.to_owned());
        Arc::clone(remote.or_insert_with(|| Arc::new(Remote::open(name))))
    }

    /// A name with a slash is that of a file.
    fn open(name: &str) -> Remote {
        let file = name.contains('/').then(|| PathBuf::from(name));
        let kept = file.as_ref().and_then(|file| std::fs::read(file).ok());
        let things = kept.map_or_else(HashMap::new, |kept| serde_json::from_slice(&kept).unwrap());
        Remote {
            things: Mutex::new(things),
            file,
            ..Remote::default()
        }
    }

    pub fn change(&self, change: impl FnOnce(&mut HashMap<String, i64>)) {
        let mut things = self.things.lock().unwrap();
        change(&mut things);
        if let Some(file) = &self.file {
            std::fs::write(file, serde_json::to_vec(&*things).unwrap()).unwrap();
        }
    }

    /// Creates a thing at once, and answers later.
    pub async fn post(&self, name: &str, size: i64, answer: &str) -> std::io::Result<String> {
        self.called("post", name);
        let id = format!("id-{name}");
        self.change(|things| {
            things.insert(id.clone(), size);
        });
        self.reach();
        match answer {
            "late" => tokio::time::sleep(Duration::from_millis(50)).await,
            "never" => std::future::pending().await,
            _ => self.block(|| std::thread::sleep(Duration::from_millis(2)))?,
        }
        Ok(id)
    }

    /// Provider code is at its flaw: what comes before it is done.
    pub fn reach(&self) {
        self.reached.fetch_add(1, Ordering::SeqCst);
    }

    /// Waits until provider code came to its flaw this often.
    pub async fn reached(&self, times: usize) {
        while self.reached.load(Ordering::SeqCst) < times {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// How often provider code came to its flaw.
    pub fn flaws(&self) -> usize {
        self.reached.load(Ordering::SeqCst)
    }

    /// Blocks the thread until the test releases it; an error if nobody does.
    pub fn block(&self, pause: impl Fn()) -> std::io::Result<()> {
        let start = Instant::now();
        while !self.released.load(Ordering::SeqCst) {
            if start.elapsed() > Duration::from_secs(60) {
                return Err(std::io::Error::other("nobody released it"));
            }
            pause();
        }
        Ok(())
    }

    /// Code that blocks its thread continues, and never blocks again.
    pub fn release(&self) {
        self.released.store(true, Ordering::SeqCst);
    }

    pub fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    pub fn called(&self, operation: &str, name: &str) {
        self.calls
            .lock()
            .unwrap()
            .push(format!("{operation} {name}"));
    }
}
