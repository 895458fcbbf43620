//! The command line.

use schema_client::Protocol;
use std::path::PathBuf;

/// How to use the tool.
pub const USAGE: &str = "\
Measures a Terraform provider over the plugin protocol, as Terraform would use it.

usage: plugin-load PROGRAM [CALL.json] [option …]
       plugin-load PROGRAM CALL.json --floor direct|hop [--rounds N] [option …]

PROGRAM     the provider's program, of protocol 5 or 6, in any language
CALL.json   the resource to plan: {\"type\": …, \"prior_state\": {…} or null, \"config\": {…} or null,
            \"provider_config\": {…}, \"provider_meta\": {…} or null}, {\"__unknown__\": true} for an unknown value;
            without it only starts and schemas are measured; of a list of calls the first is measured, and the
            memory is looked at after plans of all of them in turn

--protocol 5|6      offer only this version (default: both, and the provider chooses)
--plans N           calls for each row of the table (default 10000)
--in-flight N,…     how many calls at once, one row for each (default 1,16)
--starts N          starts to take the median of (default 15)
--floor direct|hop  measure in turn with the floor: a program that gives the provider's own answers without making
                    them, at once or, as calls of provider code are answered, from another thread
--answers FILE      measure nothing: write the provider's answers to the call, which the floor gives, to this file
--rounds N          how often each of both is measured (default 5); medians of them, and the least and the greatest
--json              print JSON and no table
--stderr            show what the provider writes to its standard error
";

/// What to measure, and how to report it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The provider's program.
    pub program: PathBuf,
    /// The file with the call.
    pub call: Option<PathBuf>,
    /// For `PLUGIN_PROTOCOL_VERSIONS`.
    pub protocols: &'static [Protocol],
    /// Calls for each row.
    pub plans: usize,
    /// How many calls at once.
    pub in_flight: Vec<usize>,
    /// How many starts.
    pub starts: usize,
    /// The floor that it is measured in turn with.
    pub floor: Option<Floor>,
    /// Where to write the provider's answers, instead of measuring it.
    pub answers: Option<PathBuf>,
    /// The number of rounds, with a floor.
    pub rounds: usize,
    /// JSON instead of a table.
    pub json: bool,
    /// Show the provider's standard error.
    pub stderr: bool,
}

/// How the floor answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floor {
    /// At once, like calls that run no provider code.
    Direct,
    /// From another thread, like calls that do.
    Hop,
}

impl Options {
    /// Reads the arguments that follow the program's name.
    ///
    /// # Errors
    /// They differ from [`USAGE`].
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            program: PathBuf::new(),
            call: None,
            protocols: &[Protocol::V5, Protocol::V6],
            plans: 10_000,
            in_flight: vec![1, 16],
            starts: 15,
            floor: None,
            answers: None,
            rounds: 5,
            json: false,
            stderr: false,
        };
        let mut files = Vec::new();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.ok_or_else(|| format!("{argument} requires a value"))
            };
            match argument.as_str() {
                "--protocol" => {
                    options.protocols = match value()?.as_str() {
                        "5" => &[Protocol::V5],
                        "6" => &[Protocol::V6],
                        other => return Err(format!("there is no protocol {other}")),
                    }
                }
                "--plans" => options.plans = count(&value()?)?,
                "--starts" => options.starts = count(&value()?)?,
                "--rounds" => options.rounds = count(&value()?)?,
                "--floor" => {
                    options.floor = match value()?.as_str() {
                        "direct" => Some(Floor::Direct),
                        "hop" => Some(Floor::Hop),
                        other => return Err(format!("there is no floor {other}")),
                    }
                }
                "--in-flight" => {
                    let counts = value()?;
                    options.in_flight = counts.split(',').map(count).collect::<Result<_, _>>()?;
                }
                "--answers" => options.answers = Some(value()?.into()),
                "--json" => options.json = true,
                "--stderr" => options.stderr = true,
                other if other.starts_with('-') => return Err(format!("unknown option {other}")),
                _ => files.push(PathBuf::from(argument)),
            }
        }
        let mut files = files.into_iter();
        options.program = files.next().ok_or("a program is required")?;
        options.call = files.next();
        if (options.floor.is_some() || options.answers.is_some()) && options.call.is_none() {
            return Err("a floor answers a call: its file is required".to_owned());
        }
        match files.next() {
            None => Ok(options),
            Some(file) => Err(format!("unexpected argument {}", file.display())),
        }
    }
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(format!("a count from 1 on is required, not {text:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Floor, Options};
    use schema_client::Protocol;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments() {
        let options = parse("--protocol 5 bin --in-flight 1,4 call.json --plans 7 --json").unwrap();
        assert_eq!(options.program.to_str(), Some("bin"));
        assert_eq!(options.call.unwrap().to_str(), Some("call.json"));
        assert_eq!((options.protocols, options.plans), (&[Protocol::V5][..], 7));
        assert_eq!((options.in_flight, options.starts), (vec![1, 4], 15));
        assert!(options.json && !options.stderr);
        let options = parse("bin call.json --floor hop --rounds 3").unwrap();
        assert_eq!((options.floor, options.rounds), (Some(Floor::Hop), 3));
        for bad in [
            "",
            "bin --floor direct",
            "bin --answers file",
            "bin call.json --floor deep",
            "bin --plans",
            "bin --plans 0",
            "bin --in-flight 1,,2",
            "bin --protocol 4",
            "bin --quick",
            "bin call more",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
