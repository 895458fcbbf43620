//! Operations that take their time.

use std::time::Duration;

use schema_provider::prelude::*;

use super::provider::Kitchen;

/// Takes its time.
#[derive(Schema)]
#[schema(
    resource = "kitchen_slow",
    timeouts(create = "10m", read = "1m", update = "5m", delete = "5m")
)]
pub(crate) struct Slow {
    #[field(required, force_new)]
    name: String,
    /// How long a create takes.
    #[field(optional, default = 0.0)]
    create_seconds: f64,
    #[field(optional, default = 0.0)]
    update_seconds: f64,
    #[field(optional, default = 0.0)]
    delete_seconds: f64,
    /// Whether it keeps its thread meanwhile: what an async function must not do.
    #[field(optional, default = false)]
    blocks: bool,
    /// Whether it prints a line of so many bytes on standard output first.
    #[field(optional, default = 0)]
    prints: i64,
    /// Whether it ends when it is told to.
    #[field(optional, default = true)]
    heeds: bool,
    #[field(optional)]
    note: Option<String>,
    /// The timeout of the operation that came last, in seconds.
    #[field(computed(volatile))]
    allowed_seconds: i64,
}

impl Slow {
    async fn take(cx: &Cx<Self>, data: &ResourceData<Self>, seconds: f64) -> Result {
        let line = usize::try_from(data.get(Slow::PRINTS)).unwrap_or_default();
        if line > 0 {
            println!("{}", "x".repeat(line));
        }
        if seconds <= 0.0 {
            return Ok(());
        }
        // Tells the test that it may come now, and whom to kill.
        let sign = format!("{}.{}", data.get(Slow::NAME), cx.operation());
        let sign = cx.client()?.directory.join(sign);
        std::fs::write(sign, std::process::id().to_string())?;
        let time = Duration::from_secs_f64(seconds);
        if data.get(Slow::BLOCKS) {
            std::thread::sleep(time);
            return Ok(());
        }
        let time = tokio::time::sleep(time);
        if data.get(Slow::HEEDS) {
            Ok(cx.race(time).await?)
        } else {
            time.await;
            Ok(())
        }
    }

    fn allowed(cx: &Cx<Self>) -> i64 {
        i64::try_from(cx.timeout().as_secs()).unwrap_or(i64::MAX)
    }
}

impl Resource for Slow {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Slow::ALLOWED_SECONDS, Slow::allowed(cx));
        let key = data.get(Slow::NAME);
        data.set_id(key);
        Slow::take(cx, data, data.get(Slow::CREATE_SECONDS)).await?;
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Slow::take(cx, data, data.get(Slow::DELETE_SECONDS)).await?;
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for Slow {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Slow::ALLOWED_SECONDS, Slow::allowed(cx));
        Slow::take(cx, data, data.get(Slow::UPDATE_SECONDS)).await?;
        cx.client()?.store.update(data.dynamic_mut())
    }
}
