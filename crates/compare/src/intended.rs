//! The differences that the book lists ("Differences from the Go SDK"), each verified value by value: a difference is one of
//! them only if its rule predicts exactly what the new program answered.

use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;

/// The number of a difference in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Intended(pub(crate) u8);

impl Intended {
    /// Its heading in the book.
    #[must_use]
    pub(crate) fn heading(self) -> &'static str {
        match self.0 {
            0 => "Null inside a list, set or map is kept",
            1 => "A default applies to every null",
            2 => "Null, zero and empty are different",
            3 => "Any change inside a force-new block replaces",
            4 => "Computed values in new list elements are unknown",
            6 => "Sets with computed values inside",
            7 => "A conflict is reported on both sides",
            9 => "`id` is computed only",
            10 => "What is configured is planned unchanged",
            11 => "Every certain mistake is reported at once",
            _ => "Computed values move with their list element",
        }
    }
}

/// The values of one place that decide whether a difference is intended.
#[derive(Clone, Copy)]
pub(crate) struct Five<'a> {
    pub(crate) old: &'a Value,
    pub(crate) new: &'a Value,
    pub(crate) config: &'a Value,
    pub(crate) prior: &'a Value,
    /// What the old program plans for a new object of this configuration.
    pub(crate) fresh: &'a Value,
}

/// Where a value is.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    Root,
    Single,
    /// In an element of a list or set of blocks.
    Element {
        block: &'a Block,
        /// All elements of the prior object.
        priors: &'a [Value],
        /// The element's configuration.
        config: &'a Value,
        set: bool,
    },
}

/// Which rule predicts the new program's value, if one does. Only a program of Go's SDKv2 has such an excuse.
pub(crate) fn value(field: &Field, five: Five<'_>, place: Place<'_>) -> Option<Intended> {
    let Five {
        old,
        new,
        config,
        prior,
        fresh,
    } = five;
    let same = Value::equal_ignoring_refinements;
    let nothing = |value: &Value| value.is_null() || value.is_zero();
    if !config.is_null() {
        if same(new, config)
            && without_nulls(config) != *config
            && same(old, &without_nulls(config))
        {
            return Some(Intended(0));
        }
        // Terraform itself lets no program plan another value than the configured one, but for the prior one.
        let number = match nothing(old) && nothing(new) {
            true => 2,
            false => 10,
        };
        let excused =
            same(new, config) && (number == 2 || !same(old, prior) || config.is_unknown());
        return excused.then_some(Intended(number));
    }
    let by_rule = |right: bool, number| right.then_some(Intended(number));
    if let Place::Element {
        block,
        priors,
        config: element,
        set,
    } = place
        && field.is_wire_computed()
    {
        let at = block.fields.iter().position(|one| one.name == field.name)?;
        let continued = priors
            .iter()
            .filter(|prior| continues(block, prior, element));
        let kept: Vec<&Value> = continued
            .filter_map(|prior| prior.as_object()?.get(at))
            .collect();
        let number = if set { 6 } else { 13 };
        if new.is_unknown() {
            let is_new = kept.is_empty();
            let number = if !set && nothing(old) { 4 } else { number };
            return by_rule(is_new, number);
        }
        if kept.iter().any(|kept| same(kept, new)) && !same(prior, new)
            || set && kept.contains(&new)
        {
            return Some(Intended(number));
        }
    }
    if nothing(old) && nothing(new) {
        let predicted = if field.is_wire_computed() {
            prior
        } else {
            &Value::Null
        };
        return by_rule(same(new, predicted), 2);
    }
    // The default, as the old program itself plans it for a new object.
    by_rule(
        new.is_wholly_known() && same(new, fresh) && !same(fresh, old),
        1,
    )
}

/// A collection without its nulls.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::List(all) => Value::List(all.iter().filter(|one| !one.is_null()).cloned().collect()),
        Value::Set(all) => Value::Set(all.iter().filter(|one| !one.is_null()).cloned().collect()),
        Value::Map(all) => {
            let all = all.iter().filter(|(_, one)| !one.is_null());
            Value::Map(all.map(|(key, one)| (key.clone(), one.clone())).collect())
        }
        other => other.clone(),
    }
}

/// Whether a prior element equals the configured one in everything configured.
fn continues(block: &Block, prior: &Value, element: &Value) -> bool {
    let (Value::Object(prior), Value::Object(element)) = (prior, element) else {
        return false;
    };
    let fields = block.fields.iter().zip(prior.iter().zip(element));
    fields.into_iter().all(|(field, (prior, configured))| {
        configured.is_null() && field.is_wire_computed()
            || prior == configured
            || (prior.is_null() || prior.is_zero())
                && (configured.is_null() || configured.is_zero())
    })
}
