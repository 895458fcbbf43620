//! Measures what a derive costs a build: 200 structs of 30 fields, checked in full, checked again
//! after one constant changed, and built; without a derive, with ours, with serde's two and with
//! clap's, all in one run.
//!
//! ```sh
//! cargo run -p compile-cost [ROUNDS]
//! ```
//!
//! Times are processor seconds of cargo and all its children, the least of the rounds, so that
//! other load on the machine hardly shows. Linux only: they are read from `/proc`.

mod children;
mod generate;
mod measure;

use std::error::Error;
use std::path::{Path, PathBuf};

use generate::{FIELDS, Kind, STRUCTS};
use measure::{Project, Times};

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: usize = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 3,
    };
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .ok_or("no workspace")?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace.join("target"), PathBuf::from)
        .join("compile-cost");
    let mut projects = Vec::new();
    for kind in Kind::ALL {
        let project = Project::new(kind, workspace, &target)?;
        eprintln!("building what {} needs", kind.name());
        project.prepare()?;
        projects.push((project, Times::default()));
    }
    for round in 1..=rounds.max(1) {
        eprintln!("round {round} of {rounds}");
        for (project, times) in &mut projects {
            project.measure(round, times)?;
        }
    }
    print(&projects)
}

fn print(projects: &[(Project, Times)]) -> Result<(), Box<dyn Error>> {
    let bare = projects
        .iter()
        .find(|(project, _)| project.kind() == Kind::Bare)
        .map_or_else(Times::default, |(_, times)| *times);
    let net = |times: &Times| times.less(&bare);
    let serde = projects
        .iter()
        .find(|(project, _)| project.kind() == Kind::Serde)
        .map_or_else(Times::default, |(_, times)| net(times));
    println!(
        "\n{STRUCTS} structs × {FIELDS} fields, processor seconds; ÷ serde without what the bare \
         structs cost\n"
    );
    println!(
        "| derive | check | ÷ serde | check after an edit | ÷ serde | debug build | ÷ serde | lines a field |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (project, times) in projects {
        let own = net(times);
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
            project.kind().name(),
            times.check,
            own.check / serde.check,
            times.again,
            own.again / serde.again,
            times.build,
            own.build / serde.build,
            project.lines_a_field()?,
        );
    }
    if let Some((_, ours)) = projects
        .iter()
        .find(|(project, _)| project.kind() == Kind::Ours)
    {
        let ours = net(ours);
        println!();
        verdict("check", ours.check / serde.check, 0.20);
        verdict("check after an edit", ours.again / serde.again, 0.33);
        verdict("debug build", ours.build / serde.build, 1.0);
    }
    Ok(())
}

fn verdict(what: &str, ratio: f64, aim: f64) {
    print!("aim: {what} at most {aim:.2} of serde's: ");
    // As the table shows it.
    let over = (ratio * 100.0).round() / 100.0 - aim;
    if over <= 0.0 {
        println!("met");
    } else {
        println!("missed by {over:.2}");
    }
}
