//! What Terraform 1.15 accepts and rejects of the newer kinds, in small configurations, compared
//! with the local runner: both accept and reject the same, except for what Terraform accepts
//! without effect (`Stricter`).

mod ephemeral;
mod imports;
mod lists;
mod triggers;

use std::fmt::Write as _;

use sdk_tests::terraform::{Plugin, Workspace};

/// The outcome of a configuration.
#[derive(Clone, Copy)]
enum Verdict {
    Taken,
    /// With this message of Terraform, and this one of the local runner.
    Refused(&'static str, &'static str),
    /// Only by the local runner, with this message, for the reason next to the case.
    Stricter(&'static str),
}

use Verdict::{Refused, Stricter, Taken};

/// With the same message of both.
const fn refused(words: &'static str) -> Verdict {
    Refused(words, words)
}

/// A configuration, perhaps with a query.
struct Case {
    main: String,
    query: String,
    verdict: Verdict,
}

fn case(main: impl Into<String>, verdict: Verdict) -> Case {
    Case {
        main: main.into(),
        query: String::new(),
        verdict,
    }
}

/// A directory in which both are run.
struct Bench {
    work: Workspace,
    plugin: Plugin,
    /// The beginning of every configuration.
    prelude: String,
}

impl Bench {
    #[track_caller]
    fn new(plugin: Plugin, prelude: &str) -> Option<Bench> {
        let reason = "another version takes and rejects other things";
        let work = Workspace::since("1.15", reason, &[plugin])?;
        work.set("LAB_LOG", work.path().join("theirs.log"));
        let providers = std::fs::read_to_string(work.path().join("providers.tf"));
        work.write("local/providers.tf", &providers.expect("it was written"));
        let log = work.path().join("lease.log").display().to_string();
        Some(Bench {
            prelude: prelude.replace("LOG", &format!("{log:?}")),
            plugin,
            work,
        })
    }

    /// Runs each case with this command line; reports all that differ from the expectation.
    #[track_caller]
    fn compare(&self, line: &[&str], cases: &[Case]) {
        let mut wrong = String::new();
        for case in cases {
            for directory in ["", "local/"] {
                self.clear(directory);
                let main = format!("{}{}", self.prelude, case.main);
                self.work.write(&format!("{directory}main.tf"), &main);
                if !case.query.is_empty() {
                    self.work
                        .write(&format!("{directory}all.tfquery.hcl"), &case.query);
                }
            }
            let theirs = self.work.terraform(line);
            let ours = self.by_hand(line);
            let is = |status: Option<i32>, said: &str, words: Option<&str>| match words {
                None => status == Some(0),
                Some(words) => status == Some(1) && said.contains(words),
            };
            let (their_words, our_words) = match case.verdict {
                Taken => (None, None),
                Refused(theirs, ours) => (Some(theirs), Some(ours)),
                Stricter(ours) => (None, Some(ours)),
            };
            let them = (theirs.status, theirs.words());
            for (who, (status, said), words) in [
                ("Terraform", &them, their_words),
                ("the local runner", &ours, our_words),
            ] {
                if !is(*status, said, words) {
                    let _ = writeln!(
                        wrong,
                        "=== {line:?} by {who}: {status:?}, and not {words:?}\n{}{}\n--- {said}\n",
                        case.main, case.query
                    );
                }
            }
        }
        let _ = self.work.complaints();
        assert!(wrong.is_empty(), "{wrong}");
    }

    /// Removes what the previous configuration left behind.
    fn clear(&self, directory: &str) {
        let directory = self.work.path().join(directory);
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.contains("state") || name.ends_with(".tfquery.hcl") || name.ends_with(".log") {
                let _ = std::fs::remove_file(&path);
            }
        }
    }

    /// The exit status and output of the local runner.
    fn by_hand(&self, line: &[&str]) -> (Option<i32>, String) {
        let name = self.plugin.name;
        let program = format!("bin/{name}/terraform-provider-{name}");
        let output = std::process::Command::new(self.work.path().join(program))
            .args(line)
            .arg("-no-color")
            .current_dir(self.work.path().join("local"))
            .env("LAB_LOG", self.work.path().join("ours.log"))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        let words: Vec<&str> = said.split_whitespace().collect();
        (output.status.code(), words.join(" "))
    }
}
