//! The provider's custom checks.

use super::*;
use crate::learn::rule::extremes;
use crate::learn::shape::Node;
use crate::learn::value::json_number;

/// How many examples of a check are reported.
pub(super) const EXAMPLES: usize = 5;

/// A check with this message, with examples of what it accepts and rejects.
pub(super) fn validator(text: &str, seen: &Seen) -> Kind {
    let accepted = seen.accepted.iter().map(Value::json);
    let refused = seen.refused.iter().map(|(value, _)| value.json());
    let short = |json: &Json| json.to_string().len() < 80;
    Kind::OwnValidator {
        message: text.to_owned(),
        accepted: accepted.filter(short).take(EXAMPLES).collect(),
        refused: refused.filter(short).take(EXAMPLES).collect(),
    }
}

/// The provider's custom checks: their existence is certain, what they check is not.
pub(super) fn own(
    messages: &[Message],
    log_tells: bool,
    seen: &Seen,
    node: &Node,
    push: &mut Push<'_>,
) {
    let logged = messages.iter().any(|message| message.by_log);
    let mut guessed = false;
    for message in messages {
        let (text, evidence) = (&message.text, &message.evidence);
        // The log already has it, in other words.
        if log_tells && logged && !message.by_log && !message.is_pattern {
            continue;
        }
        let kind = match message.is_pattern {
            true => Kind::HiddenPattern(text.clone()),
            false => validator(text, seen),
        };
        push(kind, Confidence::CannotBeKnown, evidence);
        if message.is_pattern || guessed {
            continue;
        }
        let told = format!("{text} {}", evidence.answer);
        if let Some(rule) = guess(&told, &node.description, seen, node.leaf()) {
            guessed = true;
            push(Kind::Validator(rule), Confidence::Likely, evidence);
        }
    }
}

/// What a check may be, judged by what it accepts: a list from its message or the description, a
/// range, a form.
pub(super) fn guess(text: &str, description: &str, seen: &Seen, ty: Option<&Type>) -> Option<Rule> {
    let accepted = seen.accepted.iter();
    let accepted: Vec<&Value> = accepted.filter(|value| **value != Value::Null).collect();
    if seen.refused.is_empty() {
        return None;
    }
    let fitting = |rule: Rule| Some(rule).filter(|rule| agrees(rule, seen, true));
    if ty == Some(&Type::Number) {
        if accepted.is_empty() {
            return None;
        }
        let number = |value: &Value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        let (low, high) = extremes(accepted.iter().filter_map(|value| number(value)));
        let outside = seen.refused.iter().filter_map(|(value, _)| number(value));
        let (least, most) = extremes(outside);
        let limit = |limit: f64, beyond: bool| beyond.then(|| json_number(limit).to_string());
        let min = limit(low, least < low);
        let max = limit(high, most > high);
        return fitting(Rule::Range(Bounds { min, max }));
    }
    if ty != Some(&Type::Text) {
        return None;
    }
    // Accepted values may be a part of the list.
    let told = listed(text).or_else(|| listed(description));
    if let Some(rule) = told.and_then(fitting) {
        return Some(rule);
    }
    if accepted.is_empty() {
        return None;
    }
    let listed: BTreeSet<String> = words(text).into_iter().chain(words(description)).collect();
    let texts = || accepted.iter().filter_map(|value| value.as_text());
    let all_listed = texts().filter(|text| listed.contains(*text)).count() == accepted.len();
    if all_listed && accepted.len() > 1 {
        let values = accepted.iter().map(|value| value.json());
        return fitting(Rule::OneOf(values.collect()));
    }
    let formats = "ipv4 ipv6 ip cidr uuid json base64 regular_expression".split(' ');
    let formed = formats.map(Rule::Format).find(|rule| {
        let mut accepted = accepted.iter();
        agrees(rule, seen, true)
            && accepted.all(|value| holds(rule, value) == Some(true))
            // A number is JSON too, and much else.
            && (*rule != Rule::Format("json")
                || texts().any(|text| text.starts_with(['{', '['])))
    });
    formed.or_else(|| fitting(Rule::NotBlank))
}

/// The values that a text lists in brackets as the valid ones.
fn listed(text: &str) -> Option<Rule> {
    let lower = text.to_ascii_lowercase();
    let marks = ["valid values", "allowed values", "one of"];
    let mark = marks
        .iter()
        .find_map(|mark| Some(lower.find(mark)? + mark.len()))?;
    let rest = text.get(mark..)?.trim_start_matches(" are");
    let rest = rest.trim_start_matches([':', ' ']);
    let (inside, _) = rest.strip_prefix('[')?.split_once(']')?;
    let separator = if inside.contains(',') { ',' } else { ' ' };
    let values = inside.split(separator);
    let values = values.map(|value| value.trim().trim_matches(['"', '\'', '`']));
    let values = values.filter(|value| !value.is_empty());
    let values: Vec<Json> = values.map(Json::from).collect();
    (values.len() > 1).then_some(Rule::OneOf(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_brackets() {
        let all = Some(Rule::OneOf(vec!["STANDARD".into(), "EXPRESS".into()]));
        for text in [
            "Given Value: x Valid Values: [STANDARD EXPRESS] and more [a b]",
            "must be one of [\"STANDARD\", \"EXPRESS\"], got x",
            "Allowed values are: ['STANDARD', 'EXPRESS'].",
        ] {
            assert_eq!(listed(text), all, "{text}");
        }
        for text in [
            "Valid values: STANDARD",
            "Valid values: [STANDARD]",
            "one of [a, b",
            "[a b]",
        ] {
            assert_eq!(listed(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_is_likely_though_not_each_value_was_tried() {
        let refused = vec![(Value::text("x"), String::new())];
        let mut seen = Seen {
            accepted: Vec::new(),
            refused,
        };
        let guessed = |seen: &Seen| guess("Valid Values: [A B]", "", seen, Some(&Type::Text));
        assert_eq!(
            guessed(&seen),
            Some(Rule::OneOf(vec!["A".into(), "B".into()]))
        );
        seen.accepted.push(Value::text("C"));
        assert_eq!(guessed(&seen), None);
    }

    #[test]
    fn numbers_alone_are_not_likely_to_be_json() {
        let refused = vec![(Value::text("x"), String::new())];
        let mut seen = Seen {
            accepted: vec![Value::text("1"), Value::text("11")],
            refused,
        };
        let guessed = |seen: &Seen| guess("invalid version", "", seen, Some(&Type::Text));
        assert_eq!(guessed(&seen), None);
        seen.accepted.push(Value::text("{}"));
        assert_eq!(guessed(&seen), Some(Rule::Format("json")));
    }
}
