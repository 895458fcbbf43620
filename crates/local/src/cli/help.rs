//! The output of `-help` and `-version`, built from the rows of commands and options.

use std::path::Path;

use super::args::{COMMANDS, COMMON, CommandRow, OptionRow, Takes, options_of};

/// The help of one command or of all; for the topics `state` and `workspace`, the help of that
/// group.
pub(super) fn text(provider: &str, topic: Option<&str>) -> String {
    match COMMANDS.iter().find(|row| Some(row.name) == topic) {
        Some(row) => of_command(provider, row),
        None => of_all(provider, topic.unwrap_or_default()),
    }
}

/// The width of the first column, which holds options and commands.
const COLUMN: usize = 27;

fn line(name: &str, help: &str) -> String {
    let name = format!("  {name}");
    match name.len() < COLUMN {
        true => format!("{name:COLUMN$}{help}\n"),
        false => format!("{name}\n{:COLUMN$}{help}\n", ""),
    }
}

fn option_line(option: &OptionRow, provider: &str) -> String {
    let value = match option.takes {
        Takes::Flag => "",
        Takes::On => "=false",
        Takes::Value(value) => value,
    };
    let help = option.help.replace("PROVIDER", provider);
    line(&format!("-{}{value}", option.name), &help)
}

fn of_command(provider: &str, row: &CommandRow) -> String {
    let options: String = options_of(row)
        .map(|option| option_line(option, provider))
        .collect();
    let usage = format!("{} [options] {}", row.name, row.arguments);
    let summary = row.summary;
    let usage = usage.trim_end();
    let path = match row.arguments.contains("directory") {
        true => {
            "\nWithout a directory or file, the *.tf files of the working directory are the configuration.\n"
        }
        false => "",
    };
    format!(
        "Usage: terraform-provider-{provider} {usage}\n\n{summary}.\n{path}\nOptions:\n{options}"
    )
}

fn of_all(provider: &str, group: &str) -> String {
    let row = |row: &CommandRow| line(row.name, row.summary);
    let in_group = |row: &&CommandRow| row.name.split(' ').next() == Some(group);
    let mut commands: String = COMMANDS.iter().filter(in_group).map(row).collect();
    if commands.is_empty() {
        commands = COMMANDS.iter().map(row).collect();
    }
    let common: String = COMMON
        .iter()
        .map(|option| option_line(option, provider))
        .collect();
    let help = line("COMMAND -help", "The options of one command");
    let version = line("-version", "The versions of the provider and of the SDK");
    format!(
        "\
The Terraform provider \"{provider}\", with its local runner.

Terraform starts this program by itself. Started manually, it applies configurations with its own
resources only, with a state file of its own: for trying, developing and testing. For real
infrastructure use Terraform or OpenTofu.

Usage: terraform-provider-{provider} COMMAND [options] [directory or file]

Commands:
{commands}
Without a directory or file, the *.tf files of the working directory are the configuration.

Options:
{common}{help}{version}
The exit status is 0 after success and 1 after an error.
"
    )
}

/// The version of Terraform whose behaviour the local runner follows. Its messages are those of
/// 1.11, except for newer features.
const FOLLOWED: &str = "1.15";

/// The version of the provider, taken from the file name of a released program, and of the SDK.
pub(super) fn version(provider: &str, program: Option<&Path>) -> String {
    let name = program.and_then(|program| program.file_name()?.to_str());
    let version = name.and_then(|name| {
        let name = name.strip_suffix(".exe").unwrap_or(name);
        name.strip_prefix(&format!("terraform-provider-{provider}_v"))
    });
    let version = version.unwrap_or("(development)");
    let sdk = env!("CARGO_PKG_VERSION");
    format!(
        "terraform-provider-{provider} {version}\nschema-provider {sdk}\nlocal runner, as Terraform {FOLLOWED}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_program_has_its_version_in_its_name() {
        for (name, first_line) in [
            (
                "terraform-provider-disk_v1.2.3",
                "terraform-provider-disk 1.2.3",
            ),
            (
                "terraform-provider-disk_v1.2.3.exe",
                "terraform-provider-disk 1.2.3",
            ),
            (
                "terraform-provider-disk",
                "terraform-provider-disk (development)",
            ),
        ] {
            let text = version("disk", Some(Path::new(name)));
            assert_eq!(text.lines().next(), Some(first_line), "{name}");
            assert_eq!(text.lines().last(), Some("local runner, as Terraform 1.15"));
        }
    }
}
