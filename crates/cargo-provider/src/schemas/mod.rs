//! The schemas of any provider: from the output of `terraform providers schema -json`, or from its
//! program.
//!
//! | module | subject |
//! |---|---|
//! | `document` | the schemas, and the JSON that Terraform prints |
//! | `answer` | a program's answer about its schemas |

mod answer;
mod document;

use std::io::Read as _;
use std::path::Path;

use schema_client::Program;

use crate::result::Result;
pub(crate) use document::{
    Attribute, Block, Function, Identity, Named, NestedBlock, NestedType, Provider, Schema,
};

/// Reads the schemas of one provider: `-` is JSON on standard input, a file is JSON or a program.
/// If the JSON has several providers, `address` selects one.
pub(crate) fn read(from: &Path, address: Option<&str>) -> Result<Provider> {
    read_named(from, address).map(|read| read.provider)
}

/// The schemas of a provider, and its name: its address, or the name of its program.
pub(crate) struct Read {
    pub(crate) name: String,
    pub(crate) provider: Provider,
    /// Whether the source was a program rather than JSON.
    pub(crate) is_program: bool,
}

/// The same with the provider's name.
pub(crate) fn read_named(from: &Path, address: Option<&str>) -> Result<Read> {
    let of_json = |(name, provider)| Read {
        name,
        provider,
        is_program: false,
    };
    let name = from.display();
    if from == Path::new("-") {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut text);
        read.map_err(|error| format!("standard input: {error}"))?;
        return document::parse(&text, address)
            .map(of_json)
            .map_err(|error| format!("standard input {error}"));
    }
    let start = first_bytes(from).map_err(|error| format!("{name}: {error}"))?;
    if looks_like_json(&start) {
        let text = std::fs::read(from).map_err(|error| format!("{name}: {error}"))?;
        return document::parse(&text, address)
            .map(of_json)
            .map_err(|error| format!("{name} {error}"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let provider = runtime.block_on(answer::ask(&Program::new(from).env_clear()))?;
    let file = from.file_name().unwrap_or(from.as_os_str());
    Ok(Read {
        name: file.to_string_lossy().into_owned(),
        provider,
        is_program: true,
    })
}

fn first_bytes(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut start = Vec::new();
    std::fs::File::open(file)?
        .take(64)
        .read_to_end(&mut start)?;
    Ok(start)
}

/// Programs begin with bytes that are not JSON, and scripts with `#!`.
fn looks_like_json(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    // An empty file counts as truncated JSON, not as a program.
    first.is_none_or(|first| matches!(first, b'{' | b'[' | b'"'))
}
