//! `cargo provider`: begins, extends, installs and releases Terraform providers written in Rust.
//!
//! | module | subject |
//! |---|---|
//! | `result` | what a command says when it fails |
//! | `idents` | names as a Rust developer would choose them |
//! | `names` | what things may be called, and what they are called elsewhere |
//! | `template` | the files of a new provider, with its names in them |
//! | `write` | files that are all written or none |
//! | `needs` | what a new provider needs of the machine, and what is missing |
//! | `schemas` | the schemas of any provider, out of a file or a program |
//! | `findings` | what a program reveals beyond its schemas |
//! | `port` | `cargo provider port`: the crate of a provider that exists |
//! | `diff` | `cargo provider diff`: what differs between the schemas of two providers |
//! | `new` | `cargo provider new`: a provider from nothing |
//! | `add` | `cargo provider add`: one more resource, data source, function … |
//! | `learn` | what a program reveals beyond its schema, asked by calls that change nothing |
//! | `compare` | `cargo provider compare`: what two programs answer differently |
//! | `snapshot` | `cargo provider snapshot`: the schemas of the old program, for a provider that has it behind it |
//! | `install` | `cargo provider install`: the provider where Terraform, OpenTofu and editors find it |
//! | `package` | what cargo knows of the provider at hand |
//! | `release` | `cargo provider release`: archives for every platform |

mod add;
mod compare;
mod diff;
mod findings;
mod idents;
mod install;
mod learn;
mod names;
mod needs;
mod new;
mod package;
mod port;
#[cfg(test)]
#[allow(unreachable_pub)]
#[path = "../../../tests/src/programs.rs"]
mod programs;
mod release;
mod result;
mod schemas;
mod snapshot;
mod template;
// Which Terraform tests may start, by the rules of a provider's own tests.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
#[path = "../../testing/src/helpers/terraform_program.rs"]
mod terraform_program;
mod write;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo-provider", bin_name = "cargo provider", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a new provider, with a resource, a data source, tests, examples and workflows
    New(new::Options),
    /// Add a resource or another kind to the provider in this directory
    #[command(subcommand)]
    Add(add::Kind),
    /// Build the provider and install it for Terraform, OpenTofu and editors on this machine
    Install(install::Options),
    /// Compare the schemas of two providers: what breaks configurations or states, and what does
    /// not
    Diff(diff::Options),
    /// Write the crate of a provider that exists, out of its program or its schemas
    Port(port::Options),
    /// Send the same configurations and states to two programs, and show what they answer
    /// differently
    Compare(compare::Options),
    /// Store the schemas of the program that a provider is ported from, so that it starts only when
    /// it is needed
    Snapshot(snapshot::Options),
    /// Write archives for every platform, their sums, and mirrors that Terraform installs from
    Release(release::Options),
}

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand on.
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "provider") {
        arguments.remove(1);
    }
    let done = match Cli::parse_from(arguments).command {
        Command::Diff(options) => return ended(diff::run(&options), 2),
        Command::Compare(options) => return ended(compare::run(&options), 2),
        Command::New(options) => new::run(&options),
        Command::Add(kind) => add::run(&kind),
        Command::Install(options) => install::run(&options),
        Command::Port(options) => port::run(&options),
        Command::Snapshot(options) => snapshot::run(&options),
        Command::Release(options) => release::run(&options),
    };
    ended(done.map(|()| false), 1)
}

/// Ends with 0, with 1 where two programs differ, and with `failed` after an error.
fn ended(done: result::Result<bool>, failed: u8) -> ExitCode {
    match done {
        Ok(differs) => ExitCode::from(u8::from(differs)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(failed)
        }
    }
}
