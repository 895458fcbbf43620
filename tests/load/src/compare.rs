//! Compares a provider with the floor: measured in turn, so that other load on the machine affects
//! both.

use crate::canned::{ANSWERS, Answers, HOP};
use crate::measure::{self, measure};
use crate::options::{Floor, Options};
use crate::report::Report;
use crate::{Error, Result};
use serde_json::{Value as Json, json};
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// The number of resources that makes a provider large; its schemas then have a separate target.
const MANY_RESOURCES: usize = 500;

/// The target for a figure, relative to the floor's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// None.
    Open,
    /// At most this much more.
    Above(f64),
    /// At most this many times as much.
    Times(f64),
    /// At most this much, whatever the floor needs.
    AtMost(f64),
}

impl Aim {
    /// The target for the figure.
    fn limit(self, floor: f64) -> Option<f64> {
        match self {
            Self::Open => None,
            Self::Above(more) => Some(floor + more),
            Self::Times(factor) => Some(floor * factor),
            Self::AtMost(limit) => Some(limit),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => Ok(()),
            Self::Above(more) => write!(f, "≤ floor + {more}"),
            Self::Times(factor) => write!(f, "≤ {factor} × floor"),
            Self::AtMost(limit) => write!(f, "≤ {limit:.2}"),
        }
    }
}

/// A row: a figure of every round, of both.
#[derive(Clone, Debug)]
pub struct Row {
    name: String,
    unit: &'static str,
    aim: Aim,
    provider: Vec<f64>,
    floor: Vec<f64>,
}

/// The median; the lower one of an even number.
fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len().saturating_sub(1) / 2;
    sorted.get(middle).copied().unwrap_or_default()
}

/// The minimum and maximum.
fn spread(figures: &[f64]) -> (f64, f64) {
    let least = figures.iter().copied().fold(f64::INFINITY, f64::min);
    (least, figures.iter().copied().fold(0.0, f64::max))
}

impl Row {
    /// By how much the target is missed; `None` if it is met or not set.
    fn missed_by(&self) -> Option<f64> {
        let limit = self.aim.limit(median(&self.floor))?;
        let over = median(&self.provider) - limit;
        (over > 0.0).then_some(over)
    }

    fn verdict(&self) -> String {
        match (self.aim, self.missed_by()) {
            (Aim::Open, _) => String::new(),
            (aim, None) => format!("{aim}: met"),
            (aim, Some(by)) => format!("{aim}: missed by {by:.2} {}", self.unit),
        }
    }
}

/// Both, row by row.
#[derive(Clone, Debug)]
pub struct Comparison {
    program: String,
    call: String,
    floor: Floor,
    rounds: usize,
    /// Of the answer about the schemas.
    schema_bytes: usize,
    rows: Vec<Row>,
    warnings: Vec<String>,
}

/// Measures both in turn, alternating which one comes first.
///
/// # Errors
/// As for [`measure()`], or the floor's program is not next to this one.
pub async fn compare(options: &Options, kind: Floor) -> Result<Comparison> {
    let program = beside("floor-provider")?;
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("answers");
    keep(options, &file).await?;
    let hop: &OsStr = "1".as_ref();
    let mut environment: Vec<(&'static str, &OsStr)> = vec![(ANSWERS, file.as_os_str())];
    environment.extend((kind == Floor::Hop).then_some((HOP, hop)));
    let floor = Options {
        program,
        ..options.clone()
    };
    let (mut of_provider, mut of_floor) = (Vec::new(), Vec::new());
    for round in 0..options.rounds {
        if round % 2 == 0 {
            of_provider.push(measure(options, &[]).await?);
            of_floor.push(measure(&floor, &environment).await?);
        } else {
            of_floor.push(measure(&floor, &environment).await?);
            of_provider.push(measure(options, &[]).await?);
        }
    }
    let first = of_provider.first().ok_or("no rounds")?;
    let mut rows = rows_of(first);
    for row in &mut rows {
        row.provider.clear();
    }
    for (reports, of_floor) in [(&of_provider, false), (&of_floor, true)] {
        for report in reports {
            for (row, figure) in rows.iter_mut().zip(rows_of(report)) {
                let figures = if of_floor {
                    &mut row.floor
                } else {
                    &mut row.provider
                };
                figures.extend(figure.provider);
            }
        }
    }
    let mut warnings: Vec<String> = of_provider.iter().flat_map(Report::warnings).collect();
    warnings.sort();
    warnings.dedup();
    if options.rounds < 3 {
        warnings.push(format!("{} rounds have no median", options.rounds));
    }
    Ok(Comparison {
        program: first.program.clone(),
        call: options
            .call
            .as_ref()
            .map(|call| call.display().to_string())
            .unwrap_or_default(),
        floor: kind,
        rounds: options.rounds,
        schema_bytes: first.schema_bytes,
        rows,
        warnings,
    })
}

/// Writes the provider's answers to a file, for the floor to replay.
///
/// # Errors
/// As for [`measure::once`], or the file cannot be written.
pub async fn keep(options: &Options, file: &Path) -> Result<()> {
    measure::once(options, async |provider, call| {
        Answers::of(provider, call).await?.write(file)
    })
    .await
}

/// A program of this package, which cargo puts next to this one.
fn beside(name: &str) -> Result<PathBuf> {
    let program = std::env::current_exe()?.with_file_name(name);
    if program.is_file() {
        Ok(program)
    } else {
        let what = program.display();
        Err(Error::from(format!(
            "{what} is not there: build the package plugin-load"
        )))
    }
}

/// The figures of one report, with their targets.
fn rows_of(report: &Report) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |name: String, unit, aim, figure: f64| {
        rows.push(Row {
            name,
            unit,
            aim,
            provider: vec![figure],
            floor: Vec::new(),
        });
    };
    let millis = |times: &crate::report::Times| times.percentile(50).as_secs_f64() * 1e3;
    let starts = &report.starts;
    let more = if report.resources < MANY_RESOURCES {
        1.0
    } else {
        2.0
    };
    row(
        "start → handshake line".into(),
        "ms",
        Aim::Open,
        millis(&starts.handshake),
    );
    row(
        "start → schema response".into(),
        "ms",
        Aim::Above(more),
        millis(&starts.schema),
    );
    row(
        "schema, first call".into(),
        "ms",
        Aim::Open,
        millis(&starts.schema_call),
    );
    let again = report.schema_again.as_secs_f64() * 1e3;
    row("schema, second call".into(), "ms", Aim::Open, again);
    let schemas = report.schema_bytes as f64 / 1e6;
    for (when, memory) in &report.memory {
        let aim = if when == measure::AFTER_SCHEMAS {
            Aim::AtMost(schemas + 8.0)
        } else {
            Aim::Open
        };
        row(
            format!("resident {when}"),
            "MB",
            aim,
            memory.resident as f64 / 1e6,
        );
    }
    for calls in &report.calls {
        let name = format!("{}, {} in flight", calls.name, calls.in_flight);
        let micros = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        let p50 = micros(calls.times.percentile(50));
        row(format!("{name}: p50"), "µs", Aim::Times(1.25), p50);
        let cpu = micros(calls.cpu_per_call);
        row(format!("{name}: processor"), "µs", Aim::Above(15.0), cpu);
    }
    rows
}

impl Comparison {
    /// Everything, each figure as its median, minimum and maximum.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let figures = |figures: &[f64]| {
            let (least, greatest) = spread(figures);
            json!({"median": median(figures), "least": least, "greatest": greatest})
        };
        let rows = self.rows.iter().map(|row| {
            json!({
                "name": row.name,
                "unit": row.unit,
                "provider": figures(&row.provider),
                "floor": figures(&row.floor),
                "aim": row.aim.to_string(),
                "missed_by": row.missed_by(),
            })
        });
        json!({
            "program": self.program,
            "call": self.call,
            "floor": self.floor_name(),
            "rounds": self.rounds,
            "schema_bytes": self.schema_bytes,
            "rows": rows.collect::<Vec<_>>(),
            "warnings": self.warnings,
        })
    }

    fn floor_name(&self) -> &'static str {
        match self.floor {
            Floor::Direct => "direct",
            Floor::Hop => "hop",
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}, beside the floor ({}); {} rounds, median (least–greatest)\n",
            self.program,
            self.call,
            self.floor_name(),
            self.rounds
        )?;
        writeln!(f, "{:42}{:>32}{:>32}  aim", "", "provider", "floor")?;
        for row in &self.rows {
            let figures = |figures: &[f64]| {
                let (least, greatest) = spread(figures);
                format!("{:.2} ({least:.2}–{greatest:.2})", median(figures))
            };
            writeln!(
                f,
                "{:42}{:>32}{:>32}  {}",
                format!("{}, {}", row.name, row.unit),
                figures(&row.provider),
                figures(&row.floor),
                row.verdict()
            )?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Aim, Row, median, spread};

    #[test]
    fn targets_are_met_by_medians() {
        let row = |aim, provider: &[f64]| Row {
            name: "r".into(),
            unit: "ms",
            aim,
            provider: provider.to_vec(),
            floor: vec![4.0, 1.0, 90.0],
        };
        assert_eq!(median(&[3.0, 1.0, 2.0, 9.0]), 2.0);
        assert_eq!(spread(&[3.0, 1.0, 2.0]), (1.0, 3.0));
        assert_eq!(row(Aim::Above(1.0), &[5.0, 100.0, 1.0]).missed_by(), None);
        assert_eq!(row(Aim::Above(1.0), &[5.5]).missed_by(), Some(0.5));
        assert_eq!(row(Aim::Times(1.25), &[5.0]).missed_by(), None);
        assert_eq!(row(Aim::Times(1.25), &[7.0]).missed_by(), Some(2.0));
        assert_eq!(row(Aim::AtMost(3.0), &[4.0]).missed_by(), Some(1.0));
        let verdict = row(Aim::Above(1.0), &[5.5]).verdict();
        assert_eq!(verdict, "≤ floor + 1: missed by 0.50 ms");
        assert_eq!(row(Aim::Open, &[5.5]).verdict(), "");
    }
}
