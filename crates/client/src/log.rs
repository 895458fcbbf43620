//! Lines of a program's log, which it writes to its standard error.

use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// A function that receives the lines of a program's log.
pub(crate) type Log = Arc<dyn Fn(LogLine) + Send + Sync>;

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum LogLevel {
    Trace,
    Debug,
    Info,
    Warn,
    Error,
}

/// A line of a program's log.
///
/// Providers write JSON objects as Go's hclog does. Anything else, such as the message of a panic,
/// becomes a line without a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LogLine {
    /// How important it is; `None` if the line is not structured.
    pub level: Option<LogLevel>,
    /// Which part of the program wrote it, such as `provider` or `sdk.framework`.
    pub module: String,
    /// Its message.
    pub message: String,
    /// The other fields, by name.
    pub fields: Map<String, Json>,
}

impl LogLine {
    /// Reads a line, without its end.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        match serde_json::from_str(line) {
            Ok(Json::Object(mut fields)) if fields.contains_key("@message") => {
                let mut take = |name: &str| match fields.remove(name) {
                    Some(Json::String(text)) => text,
                    _ => String::new(),
                };
                let level = match take("@level").as_str() {
                    "trace" => Some(LogLevel::Trace),
                    "debug" => Some(LogLevel::Debug),
                    "info" => Some(LogLevel::Info),
                    "warn" => Some(LogLevel::Warn),
                    "error" => Some(LogLevel::Error),
                    _ => None,
                };
                let (module, message) = (take("@module"), take("@message"));
                take("@timestamp");
                Self {
                    level,
                    module,
                    message,
                    fields,
                }
            }
            _ => Self {
                level: None,
                module: String::new(),
                message: line.to_owned(),
                fields: Map::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LogLevel, LogLine};

    #[test]
    fn structured_lines_and_others() {
        let line = LogLine::parse(
            r#"{"@level":"trace","@message":"Calling validator","@module":"sdk.framework","@timestamp":"t","tf_attribute_path":"name"}"#,
        );
        assert_eq!(line.level, Some(LogLevel::Trace));
        assert_eq!(
            (&*line.module, &*line.message),
            ("sdk.framework", "Calling validator")
        );
        assert_eq!(line.fields.len(), 1);
        assert_eq!(line.fields["tf_attribute_path"], "name");
        for other in [
            "panic: runtime error",
            "{}",
            "{",
            "",
            "[1]",
            r#"{"message":"a"}"#,
        ] {
            let line = LogLine::parse(other);
            assert_eq!((line.level, &*line.message), (None, other));
        }
    }
}
