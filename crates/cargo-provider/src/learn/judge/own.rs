//! The provider's custom checks.

use super::*;

/// How many examples of a check are reported.
pub(super) const EXAMPLES: usize = 5;

pub(super) struct OwnMessage<'m> {
    pub(super) text: &'m str,
    pub(super) evidence: &'m Evidence,
}

impl OwnMessage<'_> {
    pub(super) fn finding(&self, at: AttributePath, seen: &Seen) -> Finding {
        let accepted = seen.accepted.iter().map(Value::json);
        let refused = seen.refused.iter().map(|(value, _)| value.json());
        let short = |json: &Json| json.to_string().len() < 80;
        let kind = Kind::OwnValidator {
            message: self.text.to_owned(),
            accepted: accepted.filter(short).take(EXAMPLES).collect(),
            refused: refused.filter(short).take(EXAMPLES).collect(),
        };
        Finding {
            at,
            kind,
            confidence: Confidence::CannotBeKnown,
            evidence: self.evidence.clone(),
        }
    }
}

/// The provider's custom checks: their existence is certain, what they check is not.
pub(super) fn own(
    messages: &[Message],
    log_tells: bool,
    seen: &Seen,
    ty: Option<&Type>,
    description: &str,
    push: &mut Push<'_>,
) {
    let logged = messages.iter().any(|message| message.by_log);
    let mut guessed = false;
    for message in messages {
        // The log already has it, in other words.
        if log_tells && logged && !message.by_log && !message.is_pattern {
            continue;
        }
        if message.is_pattern {
            push(
                Kind::HiddenPattern(message.text.clone()),
                Confidence::CannotBeKnown,
                &message.evidence,
            );
            continue;
        }
        let finding = OwnMessage {
            text: &message.text,
            evidence: &message.evidence,
        }
        .finding(AttributePath::default(), seen);
        push(finding.kind, Confidence::CannotBeKnown, &message.evidence);
        if !guessed
            && let Some(rule) = guess(
                &format!("{} {}", message.text, message.evidence.answer),
                description,
                seen,
                ty,
            )
        {
            guessed = true;
            push(Kind::Validator(rule), Confidence::Likely, &message.evidence);
        }
    }
}

/// What a check may be, judged by what it accepts: a list from its message or the description, a
/// range, a form.
pub(super) fn guess(text: &str, description: &str, seen: &Seen, ty: Option<&Type>) -> Option<Rule> {
    let accepted: Vec<&Value> = seen
        .accepted
        .iter()
        .filter(|value| **value != Value::Null)
        .collect();
    if seen.refused.is_empty() {
        return None;
    }
    if ty == Some(&Type::Number) {
        if accepted.is_empty() {
            return None;
        }
        let number = |value: &Value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        let inside: Vec<f64> = accepted.iter().filter_map(|value| number(value)).collect();
        let (low, high) = inside
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), one| {
                (low.min(*one), high.max(*one))
            });
        let outside: Vec<f64> = seen
            .refused
            .iter()
            .filter_map(|(value, _)| number(value))
            .collect();
        let limit = |limit: f64, beyond: bool| {
            beyond.then(|| crate::learn::value::json_number(limit).to_string())
        };
        let bounds = Bounds {
            min: limit(low, outside.iter().any(|one| *one < low)),
            max: limit(high, outside.iter().any(|one| *one > high)),
        };
        let rule = Rule::Range(bounds);
        return agrees(&rule, seen, true).then_some(rule);
    }
    if ty != Some(&Type::Text) {
        return None;
    }
    // Accepted values may be a part of the list.
    let told = listed(text).or_else(|| listed(description));
    if let Some(rule) = told.filter(|rule| agrees(rule, seen, true)) {
        return Some(rule);
    }
    if accepted.is_empty() {
        return None;
    }
    let listed: BTreeSet<String> = words(text).into_iter().chain(words(description)).collect();
    let all_listed = accepted
        .iter()
        .all(|value| value.as_text().is_some_and(|text| listed.contains(text)));
    if all_listed && accepted.len() > 1 {
        let rule = Rule::OneOf(accepted.iter().map(|value| value.json()).collect());
        return agrees(&rule, seen, true).then_some(rule);
    }
    let formats = [
        "ipv4",
        "ipv6",
        "ip",
        "cidr",
        "uuid",
        "json",
        "base64",
        "regular_expression",
    ];
    let formed = formats.into_iter().map(Rule::Format).find(|rule| {
        agrees(rule, seen, true)
            && accepted
                .iter()
                .all(|value| holds(rule, value) == Some(true))
            // A number is JSON too, and much else.
            && (*rule != Rule::Format("json")
                || accepted
                    .iter()
                    .any(|value| value.as_text().is_some_and(|text| text.starts_with(['{', '[']))))
    });
    formed.or_else(|| agrees(&Rule::NotBlank, seen, true).then_some(Rule::NotBlank))
}

/// The values that a text lists in brackets as the valid ones.
fn listed(text: &str) -> Option<Rule> {
    let lower = text.to_ascii_lowercase();
    let marks = ["valid values", "allowed values", "one of"];
    let mark = marks
        .iter()
        .find_map(|mark| Some(lower.find(mark)? + mark.len()))?;
    let rest = text.get(mark..)?;
    let rest = rest
        .trim_start_matches(" are")
        .trim_start_matches([':', ' ']);
    let (inside, _) = rest.strip_prefix('[')?.split_once(']')?;
    let separator = if inside.contains(',') { ',' } else { ' ' };
    let values = inside.split(separator);
    let values = values.map(|value| value.trim().trim_matches(['"', '\'', '`']));
    let values: Vec<Json> = values
        .filter(|value| !value.is_empty())
        .map(Json::from)
        .collect();
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
