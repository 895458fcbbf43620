//! A provider whose create uses its thread like provider developers do.

use std::path::Path;
use std::time::{Duration, Instant};

use schema_provider::prelude::*;
use tokio::runtime::{Builder, Handle};

#[derive(Schema)]
#[schema(provider = "loom")]
pub struct Loom {}

impl Provider for Loom {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thread]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "loom_thread", timeouts(create = "2m"))]
pub struct Thread {
    /// What the create does.
    #[field(required, force_new)]
    does: String,
    /// The path prefix of the files by which tests and the create signal each other.
    #[field(required, force_new)]
    signs: String,
    #[field(computed)]
    done: String,
}

/// Waits for a signal while it blocks its thread; its timeout is longer than a test's.
fn block_until(path: &str) -> Result {
    let start = Instant::now();
    while !Path::new(path).exists() {
        if start.elapsed() > Duration::from_secs(60) {
            return Err(format!("nobody made {path}").into());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

fn sign(path: &str) -> Result {
    Ok(std::fs::write(path, "")?)
}

async fn soon() -> u32 {
    tokio::time::sleep(Duration::from_millis(1)).await;
    7
}

/// Signals when it is dropped, on which runtime, and blocks meanwhile.
struct Slow(String);

impl Drop for Slow {
    fn drop(&mut self) {
        let _ = sign(&format!("{}.drops", self.0));
        let found = block_until(&format!("{}.go", self.0));
        let spawned = Handle::current().block_on(tokio::spawn(soon()));
        if found.is_ok() && spawned.is_ok() {
            let _ = sign(&format!("{}.dropped", self.0));
        }
    }
}

/// Actions after which a create completes.
pub const FREE: &[&str] = &[
    "nothing",
    "sleep",
    "spawn",
    "select",
    "spawn_blocking",
    "block_in_place",
    "block_on",
    "block_on within block_in_place",
    "runtime",
    "large runtime",
    "runtime of another thread",
    "enter",
    "park",
    "leave a token",
    "local set",
    "yield often",
];

async fn does(cx: &Cx<Thread>, what: &str, signs: &str) -> Result<u32> {
    let current = |threads| {
        let mut builder = match threads {
            0 => Builder::new_current_thread(),
            _ => Builder::new_multi_thread(),
        };
        builder.worker_threads(threads.max(1)).enable_all().build()
    };
    Ok(match what {
        "nothing" => 7,
        "sleep" => soon().await,
        "spawn" => tokio::spawn(soon()).await?,
        "select" => tokio::select! {
            found = soon() => found,
            () = std::future::pending() => 0,
            () = tokio::time::sleep(Duration::from_secs(600)) => 1,
        },
        "spawn_blocking" => {
            let within = || Handle::current().block_on(soon());
            tokio::task::spawn_blocking(within).await?
        }
        "block_in_place" => tokio::task::block_in_place(|| {
            std::thread::sleep(Duration::from_millis(1));
            7
        }),
        "block_on" => Handle::current().block_on(async {
            let spawned = tokio::spawn(soon());
            soon().await - 7 + spawned.await.unwrap_or(0)
        }),
        "block_on within block_in_place" => {
            tokio::task::block_in_place(|| Handle::current().block_on(soon()))
        }
        "runtime" => current(0)?.block_on(soon()),
        "large runtime" => {
            let runtime = current(2)?;
            let found = runtime.block_on(async { tokio::spawn(soon()).await });
            drop(runtime);
            found?
        }
        "runtime of another thread" => {
            let runtime = current(0)?;
            let thread = std::thread::spawn(move || runtime.block_on(soon()));
            thread.join().unwrap_or(0)
        }
        "enter" => {
            let runtime = current(2)?;
            let spawned = {
                let _entered = runtime.enter();
                tokio::spawn(soon())
            };
            // Of its own again.
            Handle::current().block_on(spawned)?
        }
        "park" => {
            let here = std::thread::current();
            let wakes = std::thread::spawn(move || here.unpark());
            std::thread::park_timeout(Duration::from_secs(60));
            wakes.join().map_or(0, |()| 7)
        }
        "leave a token" => {
            std::thread::current().unpark();
            7
        }
        "local set" => {
            let set = tokio::task::LocalSet::new();
            set.block_on(&current(0)?, async {
                tokio::task::spawn_local(soon()).await.unwrap_or(0)
            })
        }
        "yield often" => {
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            7
        }
        "block" | "block later" => {
            if what == "block later" {
                soon().await;
            }
            sign(&format!("{signs}.begun"))?;
            block_until(&format!("{signs}.go"))?;
            7
        }
        "drop slowly" => {
            let _slow = Slow(signs.to_owned());
            7
        }
        "drop slowly later" => {
            let _slow = Slow(signs.to_owned());
            soon().await
        }
        "panic" => panic!("it tears"),
        "panic later" => {
            soon().await;
            panic!("it tears")
        }
        "wait for the end" => {
            sign(&format!("{signs}.begun"))?;
            cx.cancelled().await;
            return Err("it was to end".into());
        }
        other => return Err(format!("there is nothing called {other}").into()),
    })
}

impl Resource for Thread {
    type Provider = Loom;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (what, signs) = (data.get(Thread::DOES), data.get(Thread::SIGNS));
        data.set_id(&what);
        let found = does(cx, &what, &signs).await?;
        data.set(Thread::DONE, found.to_string());
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
