//! Messages for attributes with a different name.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use super::{KeyPlaces, Vocabulary};
use crate::error::Errors;
use crate::parse::checks::is_one_of;

impl Vocabulary {
    /// Whether it is this attribute with one letter misspelt, which the compiler reports as
    /// unknown. Attributes of other libraries are less similar, or have different keys.
    pub(super) fn is_meant_by(&self, attr: &Attribute) -> bool {
        let (Some(name), Meta::List(list)) = (attr.path().get_ident(), &attr.meta) else {
            return false;
        };
        let distance = schema_rules::near(&name.to_string(), self.attribute);
        distance == Some(1) && name != "fields" && self.begins(list)
    }

    /// A struct attribute on a field, or a field attribute on a struct; a key written as an
    /// attribute.
    pub(super) fn other(
        &self,
        attr: &Attribute,
        keys: &mut KeyPlaces,
        errors: &mut Errors,
    ) -> bool {
        // Attributes of the compiler or of other libraries.
        const OTHERS: &str = "allow default deprecated flatten rename validate crate version";
        for key in self.names().filter(|key| !is_one_of(OTHERS, key)) {
            if matches!(self.attribute, "field" | "schema") && attr.path().is_ident(key) {
                let meta = match &attr.meta {
                    Meta::List(list) if !list.tokens.is_empty() && self.attribute == "schema" => {
                        format!("{key} = {}", list.tokens)
                    }
                    meta => meta.to_token_stream().to_string(),
                };
                let message = format!("`{key}` is not a separate attribute");
                let help = format!("write `#[{}({meta})]`", self.attribute);
                // The compiler does not find it, and does not say what to write.
                errors.advise(attr.path(), message, help);
                return true;
            }
        }
        const FOREIGN: [&str; 9] = [
            "arg",
            "clap",
            "structopt",
            "serde",
            "diesel",
            "sqlx",
            "validate",
            "garde",
            "builder",
        ];
        if let Some(name) = FOREIGN.iter().find(|name| attr.path().is_ident(name)) {
            keys.foreign = Some((*name).to_owned());
        }
        // The compiler itself reports an attribute it does not find.
        let path = &attr.path().segments;
        if path.len() > 1 && path.last().is_some_and(|last| last.ident == self.attribute) {
            let first = path.first().map(|first| first.ident.to_string());
            if first.is_some_and(|first| first.starts_with("schema_")) {
                errors.defer_to_expansion();
                return true;
            }
        }
        if self.attribute == "schema" && attr.path().is_ident("field") {
            keys.stray_field = true;
        }
        let others: &[(&str, &str)] = match self.attribute {
            "field" => &[
                ("schema", "a struct"),
                ("param", "a field of a struct with #[derive(Function)]"),
                ("Field", ""),
                ("fields", ""),
                ("attribute", ""),
            ],
            "function" => &[
                ("param", "a field of a function"),
                ("schema", "a struct with #[derive(Schema)]"),
            ],
            "param" => &[
                ("function", "a struct"),
                ("field", "a field of a struct with #[derive(Schema)]"),
                ("schema", "a struct with #[derive(Schema)]"),
            ],
            _ => &[
                ("field", "a field"),
                ("param", "a field of a struct with #[derive(Function)]"),
            ],
        };
        for (name, place) in others {
            if attr.path().is_ident(name) {
                let message = match place.is_empty() {
                    true => format!("there is no attribute `{name}`"),
                    false => format!("`#[{name}(…)]` is for {place}"),
                };
                let help = match (self.attribute, &attr.meta) {
                    ("field", Meta::List(list)) if place.is_empty() => {
                        format!("write `#[field({})]`", list.tokens)
                    }
                    ("schema", Meta::List(list)) if self.has("resource") && !self.begins(list) => {
                        "write it above the field; write keys of the struct in `#[schema(…)]`"
                            .to_owned()
                    }
                    (attribute, _) => format!("write `#[{attribute}(…)]` here"),
                };
                match self.attribute == "field" && *name != "schema" {
                    true => errors.advise(attr.path(), message, help),
                    false => errors.at(attr.path().span(), message, help),
                }
                return true;
            }
        }
        false
    }
}
