//! The measurements, as a table and as JSON.

use crate::call::PlanSummary;
use crate::system::Memory;
use serde_json::{Value as Json, json};
use std::fmt;
use std::time::Duration;

/// Times, in order.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl From<Vec<Duration>> for Times {
    fn from(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }
}

impl Times {
    /// Adds one.
    pub fn push(&mut self, time: Duration) {
        let at = self.0.partition_point(|earlier| *earlier <= time);
        self.0.insert(at, time);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The shortest time that this percentage of all do not exceed; zero if there are none.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = self.0.len().saturating_mul(percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied().unwrap_or_default()
    }

    /// The shortest; zero if there are none.
    #[must_use]
    pub fn best(&self) -> Duration {
        self.0.first().copied().unwrap_or_default()
    }
}

/// Times of starts.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    /// From the start to the handshake line.
    pub handshake: Times,
    /// From the start to the answer about the schemas.
    pub schema: Times,
    /// Of that answer, from its request.
    pub schema_call: Times,
    /// How many of these processes ended within the time that Terraform allows; it kills the
    /// others.
    pub ended: usize,
}

/// A row of calls.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The call.
    pub name: &'static str,
    /// The number of concurrent calls.
    pub in_flight: usize,
    /// From the first to the last.
    pub wall: Duration,
    /// Each from the request to the whole answer.
    pub times: Times,
    /// Processor time of the provider, by call.
    pub cpu_per_call: Duration,
    /// Processor time of this client, by call: together with the provider's it may be all that the
    /// machine has.
    pub own_cpu_per_call: Duration,
}

/// Everything.
#[derive(Clone, Debug)]
pub struct Report {
    /// The provider's program.
    pub program: String,
    /// The protocol's version.
    pub protocol: u8,
    /// What it listened on: `unix` or `tcp`.
    pub network: String,
    /// Whether the provider answered with a certificate.
    pub tls: bool,
    /// Of the program, in bytes.
    pub size: u64,
    /// The same, stripped.
    pub size_stripped: Option<u64>,
    /// Starts.
    pub starts: Starts,
    /// The size of the answer about schemas.
    pub schema_bytes: usize,
    /// The number of resources in it.
    pub resources: usize,
    /// The time of a second answer about schemas.
    pub schema_again: Duration,
    /// The size of the request for a plan, and core's verdict on the answer.
    pub plan: Option<(usize, PlanSummary)>,
    /// Rows of calls.
    pub calls: Vec<Calls>,
    /// Memory, and when.
    pub memory: Vec<(String, Memory)>,
}

fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// With fewer calls, the slowest hundredth is a handful, and occasional work counts as much as the
/// calls.
const ENOUGH: usize = 1000;

impl Calls {
    /// The remark for a row with too few calls.
    fn warning(&self) -> Option<String> {
        let least = ENOUGH.max(self.in_flight.saturating_mul(100));
        let count = self.times.count();
        (count < least).then(|| {
            let (name, in_flight) = (self.name, self.in_flight);
            format!("{name}, {in_flight} in flight: {count} calls are too few, {least} are enough")
        })
    }

    fn per_second(&self) -> f64 {
        (self.times.count() as f64 / self.wall.as_secs_f64().max(1e-9)).round()
    }
}

impl Report {
    /// The limitations of its figures.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let (ended, count) = (self.starts.ended, self.starts.handshake.count());
        let killed = (ended < count).then(|| {
            format!(
                "{} of {count} processes did not end when they were asked to, and were killed",
                count - ended
            )
        });
        let calls = self.calls.iter().filter_map(Calls::warning);
        calls.chain(killed).collect()
    }

    /// The whole report, times in the units of the names' suffixes.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let starts = |times: &Times| json!({"median": millis(times.percentile(50)), "best": millis(times.best())});
        let calls = self.calls.iter().map(|row| {
            json!({
                "call": row.name,
                "in_flight": row.in_flight,
                "count": row.times.count(),
                "p50_us": micros(row.times.percentile(50)),
                "p99_us": micros(row.times.percentile(99)),
                "max_us": micros(row.times.percentile(100)),
                "per_second": row.per_second(),
                "provider_cpu_us": micros(row.cpu_per_call),
                "client_cpu_us": micros(row.own_cpu_per_call),
            })
        });
        let memory = self.memory.iter().map(|(when, memory)| {
            json!({"when": when, "resident_bytes": memory.resident, "anonymous_bytes": memory.anonymous})
        });
        let plan = self.plan.as_ref().map(|(request, verdict)| {
            json!({
                "request_bytes": request,
                "response_bytes": verdict.size,
                "action": verdict.action,
                "legacy_type_system": verdict.legacy,
                "problems": verdict.problems,
            })
        });
        json!({
            "program": self.program,
            "protocol": self.protocol,
            "network": self.network,
            "mutual_tls": self.tls,
            "binary_bytes": self.size,
            "binary_stripped_bytes": self.size_stripped,
            "starts": self.starts.handshake.count(),
            "ended_when_asked": self.starts.ended,
            "handshake_ms": starts(&self.starts.handshake),
            "schema_ms": starts(&self.starts.schema),
            "schema_call_ms": starts(&self.starts.schema_call),
            "schema_again_ms": millis(self.schema_again),
            "schema_bytes": self.schema_bytes,
            "resources": self.resources,
            "plan": plan,
            "calls": calls.collect::<Vec<_>>(),
            "memory": memory.collect::<Vec<_>>(),
            "warnings": self.warnings(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tls = if self.tls { "mutual TLS" } else { "no TLS" };
        writeln!(f, "{}, protocol {}, {tls}", self.program, self.protocol)?;
        write!(f, "binary {:.2} MB", megabytes(self.size))?;
        match self.size_stripped {
            Some(size) => writeln!(f, ", stripped {:.2} MB", megabytes(size))?,
            None => writeln!(f)?,
        }
        let (bytes, resources) = (self.schema_bytes, self.resources);
        writeln!(f, "schemas {bytes} bytes, {resources} resources\n")?;

        let starts = format!("of {} starts", self.starts.handshake.count());
        writeln!(f, "{starts:28}{:>12}{:>12}", "median", "best")?;
        for (name, times) in [
            ("start → handshake line", &self.starts.handshake),
            ("start → schema response", &self.starts.schema),
            ("schema, first call", &self.starts.schema_call),
        ] {
            let (median, best) = (millis(times.percentile(50)), millis(times.best()));
            writeln!(f, "{name:28}{median:>9.2} ms{best:>9.2} ms")?;
        }
        let again = millis(self.schema_again);
        writeln!(f, "{:28}{again:>9.2} ms", "schema, second call")?;

        if let Some((request, verdict)) = &self.plan {
            write!(f, "\nplan: {}, {request} bytes", verdict.action)?;
            write!(f, " → {} bytes", verdict.size)?;
            writeln!(f, "{}", if verdict.legacy { ", legacy flag" } else { "" })?;
            for problem in &verdict.problems {
                writeln!(f, "core finds wrong: {problem}")?;
            }
        }
        if !self.calls.is_empty() {
            writeln!(
                f,
                "{:10}{:>10}{:>8}{:>12}{:>12}{:>12}{:>14}{:>13}",
                "", "in flight", "calls", "p50", "p99", "per second", "provider CPU", "client CPU"
            )?;
        }
        for row in &self.calls {
            writeln!(
                f,
                "{:10}{:>10}{:>8}{:>9.0} µs{:>9.0} µs{:>12.0}{:>11.0} µs{:>10.0} µs",
                row.name,
                row.in_flight,
                row.times.count(),
                micros(row.times.percentile(50)),
                micros(row.times.percentile(99)),
                row.per_second(),
                micros(row.cpu_per_call),
                micros(row.own_cpu_per_call),
            )?;
        }

        writeln!(
            f,
            "\n{:40}{:>10}{:>13}{:>12}",
            "memory", "resident", "heap, stack", "growth"
        )?;
        let mut before: Option<u64> = None;
        for (when, memory) in &self.memory {
            let (all, own) = (megabytes(memory.resident), megabytes(memory.anonymous));
            write!(f, "{when:40}{all:>7.2} MB{own:>10.2} MB")?;
            match before {
                None => writeln!(f)?,
                Some(before) => {
                    let growth = (memory.resident as f64 - before as f64) / 1e3;
                    writeln!(f, "{growth:>+9.0} kB")?;
                }
            }
            before = Some(memory.resident);
        }
        for warning in self.warnings() {
            writeln!(f, "warning: {warning}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Times;
    use std::time::Duration;

    #[test]
    fn percentiles() {
        let of = |count: u64| {
            Times::from(
                (1..=count)
                    .rev()
                    .map(Duration::from_secs)
                    .collect::<Vec<_>>(),
            )
        };
        let seconds = |times: &Times, percent| times.percentile(percent).as_secs();
        let hundred = of(100);
        assert_eq!((seconds(&hundred, 50), seconds(&hundred, 99)), (50, 99));
        assert_eq!((seconds(&hundred, 100), hundred.best().as_secs()), (100, 1));
        let three = of(3);
        assert_eq!((seconds(&three, 50), seconds(&three, 99)), (2, 3));
        assert_eq!(
            (of(0).percentile(50), of(0).best()),
            (Duration::ZERO, Duration::ZERO)
        );
    }

    #[test]
    fn added_times_are_sorted() {
        let mut times = Times::default();
        for time in [3, 1, 2] {
            times.push(Duration::from_secs(time));
        }
        assert_eq!(times.percentile(50), Duration::from_secs(2));
        assert_eq!(times.best(), Duration::from_secs(1));
    }
}
