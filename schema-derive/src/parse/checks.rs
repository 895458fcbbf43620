//! Names that other libraries give to checks, and what to write instead, as a validator and as a
//! key.

/// Words for a check, separated by spaces.
struct Check {
    words: &'static str,
    /// What to write instead of such a validator: a validator, or text with validators in
    /// backticks.
    validator: &'static str,
    /// The same for such a key.
    key: &'static str,
}

/// Limits of a number, a string or a collection.
pub(super) const LIMITS: &str =
    "`range(1..=9)` for numbers, `length(1..=9)` for strings, `size(1..=9)` for collections";

macro_rules! checks {
    ($($words:literal => $validator:expr $(, as a key $key:expr)?;)*) => {
        &[$(Check {
            words: $words,
            validator: $validator,
            key: checks!(@ $validator $(, $key)?),
        },)*]
    };
    (@ $validator:expr) => { $validator };
    (@ $validator:expr, $key:expr) => { $key };
}

const CHECKS: &[Check] = checks! {
    "len string_len_between length_between utf8_length_between" => "length(1..=64)";
    "min_length min_len length_at_least utf8_length_at_least" => "length(1..)", as a key "length(1..=64)";
    "max_length max_len length_at_most utf8_length_at_most" => "length(..=64)", as a key "length(1..=64)";
    "min minimum min_value" =>
        "`range(1..)` for numbers, `length(1..)` for strings, `size(1..)` for collections", as a key LIMITS;
    "max maximum max_value limit" =>
        "`range(..=9)` for numbers, `length(..=9)` for strings, `size(..=9)` for collections", as a key LIMITS;
    "at_least" => "range(1..)", as a key LIMITS;
    "at_most" => "range(..=9)", as a key LIMITS;
    "between" => "range(1..=9)", as a key LIMITS;
    "int_at_least float_at_least positive" => "range(1..)";
    "int_at_most float_at_most" => "range(..=9)";
    "int_between float_between" => "range(1..=9)";
    "non_negative" => "range(0..)";
    "min_items min_size size_at_least" => "size(1..)", as a key "size(1..=4)";
    "max_items max_size size_at_most" => "size(..=4)", as a key "size(1..=4)";
    "count size_between" => "size(1..=4)";
    "pattern format matches string_match regex_matches regexp" => "regex(\"^[a-z]+$\")";
    "contains" => "`regex(\"part\")` for a part of a string";
    "starts_with prefix" => "regex(\"^beginning\")";
    "ends_with suffix" => "regex(\"end$\")";
    "alphanumeric" => "regex(\"^[A-Za-z0-9]*$\")";
    "ascii" => "regex(\"^[ -~]*$\")";
    "email is_email" => "regex(\"^[^@]+@[^@]+$\")";
    "hostname" => "regex(\"^[a-z0-9.-]+$\")";
    "non_empty string_is_not_empty required" => "not_empty";
    "empty" => "`not_empty` for a string that must not be empty, `length(..=0)` for one that must";
    "string_in_slice string_one_of possible_values allowed_values allowed choices variants values one_of" =>
        "one_of(\"a\", \"b\")",
        as a key "`validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]";
    "enum" => "`one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        as a key "`validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]";
    "int_in_slice" => "one_of(1, 2)";
    "in_list in" => "one_of(\"a\", \"b\")";
    "none_of string_not_in_slice int_not_in_slice" => "not(one_of(\"a\", \"b\"))";
    "any_of or" => "any(ip, cidr)";
    "all_of and" => "all(not_blank, length(..=64))";
    "inner elements value_strings_are value_int64s_are" => "each(length(1..))";
    "unique_items unique_values" => "unique";
    "multiple_of" => "divisible_by(512)";
    "is_cidr" => "cidr";
    "is_ip is_ip_address ip_address" => "ip";
    "is_uuid" => "uuid";
    "ip4 is_ipv4 is_ipv4_address" => "ipv4";
    "ip6 is_ipv6 is_ipv6_address" => "ipv6";
    "is_url" => "url";
    "port_number is_port_number" => "port";
    "string_is_json" => "json";
    "rfc3339 is_rfc3339_time date_time datetime" => "timestamp";
    "optional" => "the validator alone: a value that is not set is not checked";
};

fn find(word: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|check| is_one_of(check.words, word))
}

/// Whether it is text rather than a validator.
fn is_text(validator: &str) -> bool {
    validator.contains(['`', ':'])
}

/// Whether a word is in this list, which is separated by spaces.
pub(super) fn is_one_of(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// What to write instead of a validator of this name.
pub(super) fn instead_of_validator(name: &str) -> Option<String> {
    let is_there = schema_rules::validator::find(name).is_some();
    let validator = find(name).filter(|_| !is_there)?.validator;
    Some(match is_text(validator) {
        true => format!("write {validator}"),
        false => format!("write `{validator}`"),
    })
}

/// What to write instead of a key that is named like a check or a validator.
pub(super) fn instead_of_key(name: &str) -> Option<String> {
    let validator = match find(name) {
        Some(check) => check.key,
        None => schema_rules::validator::find(name)?.example,
    };
    Some(match is_text(validator) {
        true => format!("write it under `validate`: {validator}"),
        false => format!("write it under `validate`: `validate = {validator}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proposed_is_there() {
        let mut seen = Vec::new();
        for check in CHECKS {
            for word in check.words.split(' ') {
                let is_validator = schema_rules::validator::find(word).is_some();
                // These words only occur as keys.
                let is_key = matches!(word, "one_of" | "values");
                assert_eq!(is_validator, is_key, "{word} is a validator");
                assert!(!seen.contains(&word), "{word} is written twice");
                seen.push(word);
            }
            for proposed in [check.validator, check.key] {
                let name = proposed.split('`').nth(1).unwrap_or(proposed);
                let name = name.strip_prefix("validate = ").unwrap_or(name);
                let name = name.split('(').next().unwrap_or(name);
                let is_there = schema_rules::validator::find(name).is_some();
                assert!(is_there || name.starts_with("the validator"), "{proposed}");
            }
        }
    }
}
