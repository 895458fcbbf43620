//! Applies every rule of the crate `schema-rules`: facts go in, errors at their tokens come out.

mod annotations;
mod blame;
mod import;
mod written_default;

pub(crate) use blame::tokens as blamed;
pub(crate) use import::unseen as unseen_imports;

use proc_macro2::TokenStream;
use schema_rules::shared_texts::optional_without_room;
use schema_rules::{Mode, Rule, Severity, Subject, Violation};

use crate::error::{Errors, text};
use crate::model::Model;
use crate::model_facts;
use crate::parse::without_r_prefix;
use crate::types::{TypeShape, spelling};

/// A struct without mistakes.
pub(crate) struct Checked {
    pub(crate) model: Model,
    pub(crate) warnings: Vec<Warning>,
}

/// A struct with mistakes, and one `compile_error!` for each.
pub(crate) struct Rejected {
    pub(crate) model: Model,
    pub(crate) errors: TokenStream,
    /// The error about its type parameters, to emit where such a parameter would have a value.
    pub(crate) parameter: Option<TokenStream>,
}

/// Something discouraged but legal.
pub(crate) struct Warning {
    /// What to underline.
    pub(crate) place: TokenStream,
    /// The rule's name, as written in `allow(…)`.
    pub(crate) name: &'static str,
    /// What is wrong and what to write instead.
    pub(crate) text: String,
}

/// Applies every rule. Adds the mistakes to those found before.
pub(crate) fn check(mut model: Model, mut errors: Errors) -> Result<Checked, Box<Rejected>> {
    annotations::check(&mut model, &mut errors);
    let block = model_facts::block(&model);
    let mut warnings = Vec::new();
    let mut parameter = None;
    for violation in schema_rules::check_block(&block, Mode::Ours) {
        if is_consequence(&model, &violation) {
            continue;
        }
        if is_declared_twice(&model, &violation) {
            // The compiler reports this for the struct itself.
            errors.defer_to_expansion();
            continue;
        }
        let place = blame::tokens(&model, &violation);
        let help = in_own_words(&model, &violation)
            .or_else(|| violation.help.clone())
            .unwrap_or_default();
        if violation.rule == Rule::GENERIC_STRUCT && model.generics.type_params().next().is_some() {
            let text = text(&violation.message, help);
            parameter = Some(syn::Error::new_spanned(place, text).to_compile_error());
            errors.defer_to_expansion();
            continue;
        }
        match violation.severity {
            Severity::Error => errors.on(place, &violation.message, help),
            Severity::Warning => warnings.push(Warning {
                place,
                name: violation.rule.info().name,
                text: text(&violation.message, help),
            }),
        }
    }
    match errors.into_tokens() {
        None => Ok(Checked { model, warnings }),
        Some(errors) => Err(Box::new(Rejected {
            model,
            errors,
            parameter,
        })),
    }
}

/// What to write instead, if the source says more than the rule knows.
fn in_own_words(model: &Model, violation: &Violation) -> Option<String> {
    let flattened = model.flattened.iter();
    let mut flattened = flattened.map(|field| without_r_prefix(&field.ident));
    let unknown = |name: &String| violation.message == format!("there is no field `{name}`");
    if let Some(name) = flattened.find(unknown) {
        return Some(format!(
            "`{name}` is flattened, so only its fields exist: name one of them, `{name}.field`"
        ));
    }
    let borrows = model.generics.lifetimes().next().is_some();
    if violation.rule == Rule::GENERIC_STRUCT && borrows {
        return Some(
            "a field owns its value: write `String` for `&'a str`, `Vec<T>` for `&'a [T]`, and the struct without lifetimes"
                .to_owned(),
        );
    }
    let field = model.fields.get(violation.index?)?;
    match violation.rule {
        Rule::OPTIONAL_WITHOUT_ROOM => {
            let ty = spelling(&field.source.ty);
            let text = optional_without_room(field.presence.is_computed());
            Some(text.fill(&field.name, &ty, "").help)
        }
        Rule::PRESENCE_MISSING if !field.source.places.written => {
            let mut help = String::from(
                "write `#[field(required)]` above it (the configuration must set it), `#[field(optional)]` (it may), `#[field(computed)]` (the provider sets it) or `#[field(optional, computed)]`",
            );
            if let Some(name) = &field.source.places.foreign {
                help = format!("`#[{name}(…)]` has no meaning in a schema: {help}");
            }
            let grouping = match field.shape.inner() {
                TypeShape::List(element) => (&**element, "list"),
                TypeShape::Set(element) => (&**element, "set"),
                TypeShape::Map(element) => (&**element, "map"),
                other => (other, "single"),
            };
            if let (TypeShape::Other(name), grouping) = grouping {
                help.push_str(&format!(
                    "; if `{name}` has #[derive(Schema)], write `#[field(block({grouping}))]`"
                ));
            }
            Some(help)
        }
        _ => None,
    }
}

/// Whether the struct already declares two fields with one name.
fn is_declared_twice(model: &Model, violation: &Violation) -> bool {
    let Some((index, field)) = violation
        .index
        .and_then(|index| Some((index, model.fields.get(index)?)))
    else {
        return false;
    };
    let mut before = model.fields.iter().take(index);
    violation.rule == Rule::NAME_TWICE
        && before.any(|other| other.source.ident == field.source.ident)
}

/// Whether the mistake may disappear once the annotation of the named field can be read. A mistake
/// in the key itself, or in its list, remains whatever the other field says.
fn depends_on_the_named(violation: &Violation) -> bool {
    match violation.at {
        Subject::Key(_) => violation.rule == Rule::RELATION_CONTRADICTION,
        _ => violation.rule != Rule::RELATION_LIST && violation.rule != Rule::IDENTITY_TWICE,
    }
}

/// Whether the mistake results from an unreadable key, which was already reported.
fn is_consequence(model: &Model, violation: &Violation) -> bool {
    // The named field's facts are incomplete until its annotation can be read.
    let names_unread = blame::named_field(model, violation).is_some_and(|field| {
        let (places, presence) = (&field.source.places, &field.presence);
        let says_nothing = !(presence.required || presence.optional || presence.is_computed());
        places.broken || places.unknown || (says_nothing && !field.is_block())
    });
    if names_unread && depends_on_the_named(violation) {
        return true;
    }
    let Some(field) = violation.index.and_then(|index| model.fields.get(index)) else {
        return model.places.broken;
    };
    let places = &field.source.places;
    let unread = |keys: &[&str]| places.broken && keys.iter().any(|key| places.is_unreadable(key));
    let by_rule = match violation.rule {
        // First it must be decided whether it is a block.
        Rule::PRESENCE_ON_BLOCK => {
            places.find("block").is_some() && places.find("nested").is_some()
        }
        // The attribute meant for the field may be above the struct.
        Rule::PRESENCE_MISSING => places.broken || model.places.stray_field && !places.written,
        // The default that would replace null exists, but could not be read.
        Rule::OPTIONAL_WITHOUT_ROOM => unread(&["default", "default_fn", "default_env"]),
        _ => false,
    };
    by_rule || places.typeless || places.unknown || unread(&["block", "nested"])
}
