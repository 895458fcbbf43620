//! Plans, creates, reads and deletes objects for a long time.

use super::requests::Subject;
use super::{Sample, Served};
use crate::Result;
use crate::call::Description;
use schema_client::Client;
use schema_client::no_errors;
use schema_transport::Protocol;
use schema_transport::proto::v6;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The number of concurrent objects.
const IN_FLIGHT: usize = 16;

/// Creates and deletes objects for this long, and reports the number of calls and the process's
/// resources every ten seconds. Returns the reported samples.
///
/// # Errors
/// A call failed.
pub async fn run(
    program: &Path,
    description: Description,
    time: Duration,
    told: impl Fn(u64, Sample),
) -> Result<Vec<Sample>> {
    let served = Served::start(program, Protocol::V6).await?;
    let subject = Arc::new(Subject::ask(&served.client, Protocol::V6, description).await?);
    let configured: v6::configure_provider::Response = served
        .client
        .call(&subject.path("ConfigureProvider"), &subject.configure()?)
        .await?;
    no_errors(&configured.diagnostics)?;
    let (start, mut calls, mut samples) = (Instant::now(), 0_u64, Vec::new());
    let mut tasks = JoinSet::new();
    for number in 0..IN_FLIGHT {
        tasks.spawn(live(
            served.client.clone(),
            Arc::clone(&subject),
            format!("n{number}"),
        ));
    }
    let mut next = Duration::from_secs(10).min(time);
    while let Some(ended) = tasks.join_next().await {
        let name = ended??;
        calls += 4;
        if start.elapsed() >= next {
            let sample = served.sample()?;
            told(calls, sample);
            samples.push(sample);
            next += Duration::from_secs(10);
        }
        if start.elapsed() < time {
            tasks.spawn(live(served.client.clone(), Arc::clone(&subject), name));
        }
    }
    Ok(samples)
}

/// The life of one object.
async fn live(client: Client, subject: Arc<Subject>, name: String) -> Result<String> {
    let plan = subject.plan(&name)?;
    let planned: v6::plan_resource_change::Response = client
        .call(&subject.path("PlanResourceChange"), &plan)
        .await?;
    no_errors(&planned.diagnostics)?;
    let apply = subject.apply(plan, planned);
    let applied: v6::apply_resource_change::Response = client
        .call(&subject.path("ApplyResourceChange"), &apply)
        .await?;
    no_errors(&applied.diagnostics)?;
    let state = applied.new_state.ok_or("the apply has no state")?;
    let read: v6::read_resource::Response = client
        .call(
            &subject.path("ReadResource"),
            &subject.read(&state, &applied.private),
        )
        .await?;
    no_errors(&read.diagnostics)?;
    let deleted: v6::apply_resource_change::Response = client
        .call(
            &subject.path("ApplyResourceChange"),
            &subject.delete(&state, &applied.private)?,
        )
        .await?;
    no_errors(&deleted.diagnostics)?;
    Ok(name)
}
