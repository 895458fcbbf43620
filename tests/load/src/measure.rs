//! The measurements.

use crate::call::{self, Call, Description};
use crate::options::Options;
use crate::report::{Calls, Report, Starts, Times};
use crate::schema::Schemas;
use crate::system::{Memory, processor_time, program_size};
use crate::{Error, Result};
use bytes::Bytes;
use http::Uri;
use schema_client::Identity;
use schema_client::Provider;
use schema_client::{Client, frame};
use schema_client::{Process, Program};
use schema_transport::proto::v6::get_provider_schema;
use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long to leave a newly started provider alone before reading its memory.
const REST: Duration = Duration::from_millis(100);

/// When to read the memory for the target of the schema answer.
pub const AFTER_SCHEMAS: &str = "after the schemas";

/// The calls of the file; none without one.
fn descriptions(options: &Options) -> Result<Vec<Description>> {
    let Some(path) = &options.call else {
        return Ok(Vec::new());
    };
    let read = std::fs::read_to_string(path).map_err(Error::from);
    let parsed = read.and_then(|text| Description::parse_all(&text));
    Ok(parsed.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Starts the provider once, and runs a function with it and the call.
///
/// # Errors
/// There is no call, the provider does not start, or the function fails.
pub async fn once<T>(
    options: &Options,
    act: impl AsyncFnOnce(&Provider, &Call) -> Result<T>,
) -> Result<T> {
    let descriptions = descriptions(options)?;
    let description = descriptions.first().ok_or("a call is required")?;
    let directory = tempfile::tempdir()?;
    let start = Program::new(&options.program)
        .protocols(options.protocols.iter().copied())
        .directory(directory.path())
        .show_stderr(options.stderr);
    let identity = Identity::new()?;
    let process = start.start(&identity)?;
    let provider = connect(&process, &identity).await?;
    let schemas = Schemas::read(provider.protocol(), &schema(&provider).await?)?;
    let call = Call::new(description, &schemas)?;
    let result = act(&provider, &call).await?;
    process.shut_down(provider.client().clone()).await?;
    Ok(result)
}

/// Measures a provider with these environment variables.
///
/// Starts are measured on separate processes; then one more is asked for its schemas, configured,
/// and called.
///
/// # Errors
/// The provider does not start, or a call fails or has an error, which makes its cost meaningless.
pub async fn measure(options: &Options, environment: &[(&'static str, &OsStr)]) -> Result<Report> {
    let descriptions = descriptions(options)?;
    let directory = tempfile::tempdir()?;
    let start = Program::new(&options.program)
        .protocols(options.protocols.iter().copied())
        .directory(directory.path())
        .show_stderr(options.stderr)
        .envs(environment.iter().copied());
    let mut starts = Starts::default();
    for _ in 0..options.starts {
        let identity = Identity::new()?;
        let process = start.start(&identity)?;
        let provider = connect(&process, &identity).await?;
        let connected = Instant::now();
        schema(&provider).await?;
        let end = Instant::now();
        starts.handshake.push(process.handshake);
        starts.schema.push(end - process.started);
        starts.schema_call.push(end - connected);
        let ended = process.shut_down(provider.client().clone()).await?;
        starts.ended += usize::from(ended);
    }

    let identity = Identity::new()?;
    let process = start.start(&identity)?;
    let mut memory = Memories::new(process.id());
    tokio::time::sleep(REST).await;
    memory.note("after the handshake line")?;
    let provider = connect(&process, &identity).await?;
    let answer = schema(&provider).await?;
    memory.note(AFTER_SCHEMAS)?;
    let again = Instant::now();
    schema(&provider).await?;
    let schema_again = again.elapsed();

    let schemas = Schemas::read(provider.protocol(), &answer)?;
    let (size, size_stripped) = program_size(&options.program, directory.path())?;
    let mut report = Report {
        program: options.program.display().to_string(),
        protocol: provider.protocol().number(),
        network: process.line.network.clone(),
        tls: process.line.certificate.is_some(),
        size,
        size_stripped,
        starts,
        // The five bytes of the frame are not part of the message.
        schema_bytes: answer.len().saturating_sub(5),
        resources: schemas.resources.len(),
        schema_again,
        plan: None,
        calls: Vec::new(),
        memory: Vec::new(),
    };
    if let Some(description) = descriptions.first() {
        let call = Call::new(description, &schemas)?;
        let plan = |description| Call::new(description, &schemas).map(|call| call.plan);
        let plans: Vec<Bytes> = descriptions.iter().map(plan).collect::<Result<_>>()?;
        drop(schemas);
        let [validate, configure] = &call.provider;
        let answer = provider.raw("ValidateProviderConfig", validate.clone());
        call::check_validate_provider(&answer.await?)?;
        let answer = provider.raw("ConfigureProvider", configure.clone());
        call::check_configure(&answer.await?)?;
        if let Some(validate) = &call.validate {
            let answer = provider.raw("ValidateResourceConfig", validate.clone());
            call::check_validate(&answer.await?)?;
        }
        let answer = provider
            .raw("PlanResourceChange", call.plan.clone())
            .await?;
        report.plan = Some((call.plan.len(), call.judge(&answer)?));
        memory.note("after the first plan")?;
        report.calls = calls(&provider, &process, &call, options, &mut memory).await?;
        if plans.len() > 1 {
            let count = options.plans;
            for plan in plans.iter().cycle().take(count) {
                let answer = provider.raw("PlanResourceChange", plan.clone()).await?;
                call::check_plan(&answer)?;
            }
            memory.note(&format!("after {count} plans of {} types", plans.len()))?;
        }
    }
    report.memory = memory.noted;
    process.shut_down(provider.client().clone()).await?;
    Ok(report)
}

async fn connect(process: &Process, identity: &Identity) -> Result<Provider> {
    let client = Client::connect(&process.line, Some(identity)).await?;
    Ok(Provider::new(client, process.line.protocol()?))
}

async fn schema(provider: &Provider) -> Result<Bytes> {
    Ok(provider.raw("GetProviderSchema", schema_request()?).await?)
}

/// Asks for the schemas.
pub(crate) fn schema_request() -> Result<Bytes> {
    Ok(frame(&get_provider_schema::Request {})?)
}

async fn calls(
    provider: &Provider,
    process: &Process,
    call: &Call,
    options: &Options,
    memory: &mut Memories,
) -> Result<Vec<Calls>> {
    let plan = Target {
        name: "plan",
        client: provider.client().clone(),
        uri: provider
            .client()
            .uri(&provider.path("PlanResourceChange"))?,
        frame: call.plan.clone(),
        check: call::check_plan,
    };
    let id = process.id();
    // Not counted: what is allocated once, caches and branch predictors.
    let warm = options.plans.div_ceil(10);
    plan.run(id, 1, warm).await?;
    memory.note(&format!("warm, after {warm} plans"))?;
    let mut rows = Vec::new();
    for &in_flight in &options.in_flight {
        rows.push(plan.run(id, in_flight, options.plans).await?);
        memory.note(&format!(
            "{} plans later, {in_flight} in flight",
            options.plans
        ))?;
    }
    // Once more, to distinguish the one-time cost of concurrent calls from growth with every call.
    if let Some(&in_flight) = options.in_flight.last() {
        plan.run(id, in_flight, options.plans).await?;
        memory.note("as many again")?;
    }
    if let Some(frame) = &call.validate {
        let validate = Target {
            name: "validate",
            uri: provider
                .client()
                .uri(&provider.path("ValidateResourceConfig"))?,
            frame: frame.clone(),
            check: call::check_validate,
            ..plan
        };
        validate.run(id, 1, warm).await?;
        for &in_flight in &options.in_flight {
            rows.push(validate.run(id, in_flight, options.plans).await?);
        }
    }
    Ok(rows)
}

/// Memory of a process at different times.
struct Memories {
    process: u32,
    noted: Vec<(String, Memory)>,
}

impl Memories {
    fn new(process: u32) -> Self {
        Self {
            process,
            noted: Vec::new(),
        }
    }

    fn note(&mut self, when: &str) -> Result<()> {
        let memory = Memory::of(self.process)?;
        self.noted.push((when.to_owned(), memory));
        Ok(())
    }
}

/// A call to make many times.
#[derive(Clone)]
struct Target {
    name: &'static str,
    client: Client,
    uri: Uri,
    frame: Bytes,
    check: fn(&Bytes) -> Result<()>,
}

impl Target {
    async fn run(&self, process: u32, in_flight: usize, count: usize) -> Result<Calls> {
        let taken = Arc::new(AtomicUsize::new(0));
        let mut tasks = tokio::task::JoinSet::new();
        let (cpu, own_cpu) = (
            processor_time(process)?,
            processor_time(std::process::id())?,
        );
        let start = Instant::now();
        for _ in 0..in_flight {
            let (target, taken) = (self.clone(), Arc::clone(&taken));
            tasks.spawn(async move {
                let mut times = Vec::with_capacity(count.div_ceil(in_flight));
                while taken.fetch_add(1, Ordering::Relaxed) < count {
                    let start = Instant::now();
                    let answer = target.client.send(target.uri.clone(), target.frame.clone());
                    let answer = answer.await?;
                    times.push(start.elapsed());
                    (target.check)(&answer)?;
                }
                Ok::<_, Error>(times)
            });
        }
        let mut times = Vec::with_capacity(count);
        while let Some(task) = tasks.join_next().await {
            let of_task = task?.map_err(|error| format!("{}: {error}", self.name))?;
            times.extend(of_task);
        }
        let wall = start.elapsed();
        let per_call = |time: Duration| time.div_f64(count as f64);
        Ok(Calls {
            name: self.name,
            in_flight,
            wall,
            cpu_per_call: per_call(processor_time(process)?.saturating_sub(cpu)),
            own_cpu_per_call: per_call(processor_time(std::process::id())?.saturating_sub(own_cpu)),
            times: Times::from(times),
        })
    }
}
