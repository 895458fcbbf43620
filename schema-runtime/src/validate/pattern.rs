//! Compiled patterns, kept for the life of the process.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use regex_lite::Regex;

use crate::diagnostics::Diagnostic;
use crate::lock::unpoisoned;
use crate::path::Path;

/// Patterns come from schemas, so their number is limited; this bounds what schemas built at run
/// time can leave behind.
const MAX_CACHED: usize = 4096;

type Cache = RwLock<HashMap<String, Arc<Regex>>>;

fn cache() -> &'static Cache {
    static CACHE: std::sync::OnceLock<Cache> = std::sync::OnceLock::new();
    CACHE.get_or_init(Cache::default)
}

/// The message for a pattern at this path that does not parse.
pub(crate) fn broken(pattern: &str, path: &Path, error: &regex_lite::Error) -> Diagnostic {
    Diagnostic::error("Invalid pattern in the provider's schema")
        .with_detail(format!(
            "The pattern {} of {path}: {error}.",
            schema_rules::quoted(pattern)
        ))
        .at(path.clone())
}

/// Whether the pattern matches somewhere in the string.
///
/// # Errors
/// The pattern does not parse.
pub fn matches(pattern: &str, text: &str) -> Result<bool, regex_lite::Error> {
    let known = unpoisoned(cache().read()).get(pattern).cloned();
    let regex = match known {
        Some(regex) => regex,
        None => {
            let regex = Arc::new(Regex::new(pattern)?);
            let mut cache = unpoisoned(cache().write());
            if cache.len() >= MAX_CACHED {
                cache.clear();
            }
            cache.insert(pattern.to_owned(), Arc::clone(&regex));
            regex
        }
    };
    Ok(regex.is_match(text))
}
