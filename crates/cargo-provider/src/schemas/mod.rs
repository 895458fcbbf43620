//! The schemas of any provider: from the output of `terraform providers schema -json`, or from its
//! program.
//!
//! | module | subject |
//! |---|---|
//! | `kind` | the kinds of types |
//! | `document` | the schemas, and the JSON that Terraform prints |
//! | `answer` | a program's answer about its schemas |

mod answer;
mod document;
mod kind;

use std::io::Read as _;
use std::path::Path;

use schema_client::Program;

use crate::result::{Result, runtime};
pub(crate) use document::{
    Attribute, Block, Function, Identity, Named, NestedBlock, NestedType, Provider, Schema,
};
pub(crate) use kind::Kind;

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
    let (name, text) = if from == Path::new("-") {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut text);
        read.map_err(|error| format!("standard input: {error}"))?;
        ("standard input".to_owned(), text)
    } else {
        let name = from.display().to_string();
        let failed = |error: std::io::Error| format!("{name}: {error}");
        if !looks_like_json(&first_bytes(from).map_err(failed)?) {
            let file = from.file_name().unwrap_or(from.as_os_str());
            return Ok(Read {
                name: file.to_string_lossy().into_owned(),
                provider: runtime()?.block_on(answer::ask(&Program::new(from).env_clear()))?,
                is_program: true,
            });
        }
        let text = std::fs::read(from).map_err(failed)?;
        (name, text)
    };
    let (name, provider) =
        document::parse(&text, address).map_err(|error| format!("{name} {error}"))?;
    Ok(Read {
        name,
        provider,
        is_program: false,
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
