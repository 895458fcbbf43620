//! What a new provider needs on the machine, and which parts are missing.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::write::cargo;

/// The oldest compiler, according to the SDK's crates.
const RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// What applies to every provider.
pub(crate) fn describe() -> String {
    format!(
        "They need Rust {RUST} or newer, a C compiler (for the TLS library) and, the first time, the network (for the \
         crates). terraform or tofu is needed only to run the provider under it."
    )
}

/// What is missing, each with a remedy; checked in the provider's directory, which may name a
/// toolchain.
pub(crate) fn missing(directory: &Path) -> Vec<String> {
    let version = |program: &str| {
        let program = match program {
            "cargo" => cargo(),
            "cc" => std::env::var_os("CC").map_or_else(|| "cc".into(), Into::into),
            program => program.into(),
        };
        let output = Command::new(program)
            .arg("--version")
            .current_dir(directory)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(text)
    };
    let offline = std::env::var("CARGO_NET_OFFLINE").is_ok_and(|value| value == "true");
    lacking(version, offline)
}

/// From what the programs report as their versions, if they exist.
fn lacking(version: impl Fn(&str) -> Option<String>, offline: bool) -> Vec<String> {
    let mut lacking = Vec::new();
    let rust = format!("Rust {RUST} or newer with cargo");
    match (version("cargo"), version("rustc")) {
        (Some(_), Some(said)) => {
            // `rustc 1.95.0 (59807616e 2026-04-14)`
            let own = said.split(' ').nth(1).unwrap_or_default();
            if numbers(own) < numbers(RUST) {
                lacking.push(format!("{rust}: here is {own}; `rustup update stable`"));
            }
        }
        _ => lacking.push(format!(
            "{rust}: https://rustup.rs installs it; if it is there, its folder is not on the PATH"
        )),
    }
    // With Microsoft's compiler, rustc finds the linker by itself, and reports if it is missing.
    if cfg!(unix) && version("cc").is_none() {
        lacking.push(
            "a C compiler, `cc`, which also links: Debian's package gcc, Xcode's command line tools (`xcode-select \
             --install`)"
                .to_owned(),
        );
    }
    if offline {
        lacking.push(
            "the network, as CARGO_NET_OFFLINE says: cargo takes only crates that it has fetched before".to_owned(),
        );
    }
    lacking
}

/// `1.88` and `1.95.0-nightly`, for comparison.
fn numbers(version: &str) -> Vec<u32> {
    let version = version.split('-').next().unwrap_or_default();
    let parts = version.split('.');
    parts.filter_map(|part| part.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(rustc: Option<&str>, cc: Option<&str>) -> Vec<String> {
        let version = |program: &str| match program {
            "cargo" => rustc.map(str::to_owned),
            "rustc" => rustc.map(str::to_owned),
            _ => cc.map(str::to_owned),
        };
        lacking(version, false)
    }

    #[test]
    fn what_is_missing_is_reported_with_what_to_do() {
        let new = Some("rustc 1.95.0 (59807616e 2026-04-14)\n");
        let cc = Some("cc (Debian 12.2.0-14+deb12u1) 12.2.0\n");
        assert!(with(new, cc).is_empty());
        assert!(with(Some(&format!("rustc {RUST}.0 (x)")), cc).is_empty());
        assert!(with(Some("rustc 1.97.0-nightly (x)"), cc).is_empty());
        let old = with(Some("rustc 1.9.0 (18fa5a1 2016-05-25)"), cc);
        assert!(
            old.len() == 1 && old[0].contains("here is 1.9.0; `rustup update stable`"),
            "{old:?}"
        );
        let none = with(None, cc);
        assert!(none.len() == 1 && none[0].contains("rustup.rs"), "{none:?}");
        #[cfg(unix)]
        assert!(with(new, None)[0].contains("package gcc"));
        let offline = lacking(|_| new.map(str::to_owned), true);
        assert!(offline.len() == 1 && offline[0].contains("CARGO_NET_OFFLINE"));
    }
}
