//! The log of the program as lines of ours.

use schema_client::{LogLevel, LogLine};

/// A line of its log as one of ours.
pub(crate) fn log(name: &str, line: &LogLine) {
    let mut text = line.message.clone();
    for (key, value) in &line.fields {
        text.push_str(&format!(" {key}={value}"));
    }
    let module = &*line.module;
    macro_rules! event {
        ($level:ident) => {
            tracing::$level!(old_program = name, old_module = module, "{text}")
        };
    }
    match line.level {
        Some(LogLevel::Trace) => event!(trace),
        Some(LogLevel::Debug) | None => event!(debug),
        Some(LogLevel::Info) => event!(info),
        Some(LogLevel::Warn) => event!(warn),
        Some(LogLevel::Error) => event!(error),
    }
}
