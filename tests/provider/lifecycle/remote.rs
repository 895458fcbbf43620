//! The remote system of `mem`, which stores the things of one test.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

/// The things of one test.
#[derive(Default)]
pub struct Remote {
    /// What was called, in order: `create a`.
    pub calls: Mutex<Vec<String>>,
    /// What exists: id to size.
    pub things: Mutex<HashMap<String, i64>>,
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
        match answer {
            "late" => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            "never" => std::future::pending().await,
            _ => std::thread::sleep(std::time::Duration::from_secs(3)),
        }
        Ok(id)
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
