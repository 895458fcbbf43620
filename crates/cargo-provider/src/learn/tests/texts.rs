//! What programs may say: anything.

use crate::learn::oracle::Diagnostic;
use crate::learn::text;

/// Messages of libraries and providers, as far as each is read.
const MESSAGES: &[&str] = &[
    "Attribute length value must be at least sum of min_upper + min_lower, got: 7003",
    "Attribute hiding[Value({\"kind\":\"a25x\"})].kind value must be one of: [\"x\" \"y\"], got: \"a25x\"",
    "At least one of a, b must be set.",
    "disk[0]: exactly one of a, b must be set, but both are.",
    "\"a\": one of `a,b` must be specified",
    "expected mode to be one of [\"text\" \"binary\"], got a1x",
    "The value of size must be text that matches \"^a\" or one of \"b\", \"c\", but it is 7.",
    "2 attributes specified when one (and only one) of [two] is required",
    "setting attribute a.b to default value: 7",
    "A message that ends where the value would be: ",
    "Größe: äußerst \"ungültig\": ",
];

/// Whatever is cut off, prepended or appended, a string is recognised or counts as custom.
#[test]
fn no_text_is_too_odd() {
    for message in MESSAGES {
        let ends = message
            .char_indices()
            .map(|(at, _)| at)
            .chain([message.len()]);
        for at in ends {
            let (before, after) = message.split_at(at);
            for detail in [
                before.to_owned(),
                after.to_owned(),
                format!("{before}ä: {after}"),
                format!("{before}\"`[{after}"),
            ] {
                for summary in [
                    "",
                    "Invalid value for a",
                    "Invalid Attribute Combination",
                    detail.as_str(),
                ] {
                    let diagnostic = Diagnostic {
                        summary: summary.to_owned(),
                        detail: detail.clone(),
                        path: vec!["a".to_owned()],
                        ..Diagnostic::default()
                    };
                    assert!(!text::claims(&diagnostic).is_empty(), "{detail}");
                }
                text::description(&detail);
                text::modifier(&detail);
                text::default_value(&detail);
            }
        }
    }
}
