//! The names of platforms in Terraform and in Rust.

use crate::result::Result;

/// A platform that Terraform runs on.
#[derive(Debug, PartialEq)]
pub(crate) struct Platform {
    /// Terraform's name.
    pub(crate) name: &'static str,
    /// Rust's.
    pub(crate) triple: &'static str,
    /// The suffix of a program's name there.
    pub(crate) suffix: &'static str,
}

/// All supported platforms: Linux programs are static, so that they run on any distribution.
pub(crate) static PLATFORMS: [Platform; 6] = [
    platform("darwin_amd64", "x86_64-apple-darwin", ""),
    platform("darwin_arm64", "aarch64-apple-darwin", ""),
    platform("freebsd_amd64", "x86_64-unknown-freebsd", ""),
    platform("linux_amd64", "x86_64-unknown-linux-musl", ""),
    platform("linux_arm64", "aarch64-unknown-linux-musl", ""),
    platform("windows_amd64", "x86_64-pc-windows-gnu", ".exe"),
];

const fn platform(name: &'static str, triple: &'static str, suffix: &'static str) -> Platform {
    Platform {
        name,
        triple,
        suffix,
    }
}

/// By Terraform's name.
pub(crate) fn parse(name: &str) -> Result<&'static Platform> {
    let found = PLATFORMS.iter().find(|platform| platform.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = PLATFORMS.iter().map(|platform| platform.name).collect();
        format!("write one of {}", names.join(", "))
    })
}
