//! Defaults from the environment: a second run of the program sets each variable that its
//! descriptions name to a recognisable value.

use std::collections::BTreeSet;

use crate::findings::{Confidence, Kind};
use crate::learn::oracle::{Answer, Call, Variables};
use crate::learn::session::Session;
use crate::learn::shape::{Shape, Type};
use crate::learn::value::Value;
use crate::schemas::Provider;

/// The variables that descriptions name, and those of settings by the provider's name.
pub(crate) fn variables(provider: &Provider) -> Variables {
    let types = provider.resource_schemas.values();
    let types = types.chain(provider.ephemeral_resource_schemas.values());
    let mut all = Variables::new();
    let mut add = |name: String, ty: &Type| {
        let next = all.len();
        all.entry(name).or_insert_with(|| match ty {
            Type::Number => (41_001 + next).to_string(),
            Type::Bool => "true".to_owned(),
            _ => format!("env{next}x"),
        });
    };
    let first = provider.resource_schemas.keys().next();
    let prefix = first.and_then(|name| Some(name.split_once('_')?.0.to_uppercase()));
    let settings = provider.provider.iter().map(|schema| (schema, true));
    for (schema, is_provider) in settings.chain(types.map(|schema| (schema, false))) {
        let shape = Shape::of(schema);
        for node in &shape.nodes {
            let Some(ty) = node.leaf() else { continue };
            for name in named(&node.description) {
                add(name.to_owned(), ty);
            }
            if let Some(prefix) = &prefix
                && is_provider
                && node.parent.is_none()
            {
                add(format!("{prefix}_{}", node.name().to_uppercase()), ty);
            }
        }
    }
    all
}

/// The words of a description that look like variables, except those that control programs and
/// their logs.
pub(crate) fn named(description: &str) -> BTreeSet<&str> {
    let words = description.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_variable = |word: &&str| {
        word.len() > 4
            && word.contains('_')
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && !word.contains(|c: char| c.is_ascii_lowercase())
            && !["TF_", "PLUGIN_"].iter().any(|own| word.starts_with(own))
    };
    words.filter(is_variable).collect()
}

/// Makes a call in both runs, and notes where a variable's value replaces null.
pub(crate) fn pass(session: &mut Session<'_>, call: &Call, here: &Answer, probe: &str) {
    // Of the validations, only a provider's under protocol 5 returns a value.
    if here.planned == Value::Null {
        return;
    }
    let Some(there) = session.elsewhere(call) else {
        return;
    };
    for at in 0..session.shape.nodes.len() {
        let node = &session.shape.nodes[at];
        if node.leaf().is_none() || node.in_set {
            continue;
        }
        let value = session.shape.first(at, &there.planned);
        let before = session.shape.first(at, &here.planned);
        if value == before || !value.is_known() {
            continue;
        }
        let Some(variable) = recognised(session.oracle.variables(), value, &node.description)
        else {
            continue;
        };
        let (set, unset) = (value.json(), before.json());
        let answer = format!("{set} with {variable} set, else {unset}");
        // SDKv2 treats an empty string as unset.
        let fallback = match before.as_text() {
            Some("") => Value::Null.json(),
            _ => unset,
        };
        let kind = Kind::DefaultFromEnvironment { variable, fallback };
        let path = node.path.clone();
        session.notes.findings.retain(|known| {
            known.at != path || !matches!(known.kind, Kind::Default(_) | Kind::DefaultVaries(_))
        });
        session.found(Some(at), kind, Confidence::Likely, probe, answer);
    }
}

/// The variable with this value; if several have it, the one that the description names.
fn recognised(variables: &Variables, value: &Value, description: &str) -> Option<String> {
    let shown = match value {
        Value::Text(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.json().to_string(),
        _ => return None,
    };
    let has_it = |name: &&String| variables.get(*name) == Some(&shown);
    let all: Vec<&String> = variables.keys().filter(has_it).collect();
    let named = named(description);
    let told = |name: &&&String| named.contains(name.as_str());
    match all.as_slice() {
        [only] => Some((*only).clone()),
        several => several.iter().find(told).map(|name| (*name).clone()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn variables_in_descriptions() {
        let text = "Also by `DNS_SERVER_1` or $API_KEY, not by TF_LOG, A_B, URL or HTTP_x. JSON";
        assert_eq!(
            Vec::from_iter(super::named(text)),
            ["API_KEY", "DNS_SERVER_1"]
        );
    }
}
