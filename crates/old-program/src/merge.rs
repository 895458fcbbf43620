//! Merges the schemas of both into those of one provider.

use crate::agreement;
use crate::documented;
use crate::ported::{Kind, Ported};
use crate::snapshot::Schemas;
use crate::spec::Spec;
use prost::Message as _;
use schema_transport::proto::v6::{
    Diagnostic, ServerCapabilities, get_functions, get_metadata, get_provider_schema,
    get_resource_identity_schemas,
};

/// The largest schemas that Terraform accepts.
const LARGEST: usize = 64 << 20;

/// The provider's capabilities. Terraform does not ask by type, so both must have a capability.
fn capabilities(
    ours: Option<ServerCapabilities>,
    theirs: Option<ServerCapabilities>,
) -> ServerCapabilities {
    let (ours, theirs) = (ours.unwrap_or_default(), theirs.unwrap_or_default());
    ServerCapabilities {
        // A program that plans destroys is called; the other one accepts the plan unchanged.
        plan_destroy: ours.plan_destroy || theirs.plan_destroy,
        // Its schemas are requested at every start.
        get_provider_schema_optional: ours.get_provider_schema_optional,
        // A program without the call reports that.
        move_resource_state: ours.move_resource_state || theirs.move_resource_state,
        // Otherwise Terraform generates the configuration from the schema.
        generate_resource_config: ours.generate_resource_config && theirs.generate_resource_config,
    }
}

/// The schemas of both. A contradiction between them is an error.
pub(crate) fn schemas(
    mut ours: get_provider_schema::Response,
    theirs: &Schemas,
    ported: &Ported,
    spec: &Spec,
) -> get_provider_schema::Response {
    let theirs = &theirs.schemas;
    let mut told = disagreements(&ours, theirs, ported, spec);
    told.extend(theirs.diagnostics.iter().cloned());
    let both = capabilities(ours.server_capabilities, theirs.server_capabilities);
    ours.server_capabilities = Some(both);
    // Modules may set metadata for the old program that ours does not declare.
    if ours.provider_meta.is_none() {
        ours.provider_meta.clone_from(&theirs.provider_meta);
    }
    let mut behind = documented::schemas(&ours, theirs, ported);
    macro_rules! add {
        ($($field:ident)+) => {$(ours.$field.append(&mut behind.$field);)+};
    }
    add!(resource_schemas data_source_schemas ephemeral_resource_schemas list_resource_schemas);
    add!(action_schemas functions);
    let size = ours.encoded_len();
    if size > LARGEST {
        let detail = format!(
            "All together they take {} MiB, and Terraform takes at most {} MiB. Remove from this \
             provider what only {} serves, and keep using that provider for it.",
            size >> 20,
            LARGEST >> 20,
            spec.name()
        );
        let summary =
            "The schemas of the provider and of its old program are too large for Terraform";
        ours = get_provider_schema::Response::default();
        told.push(Diagnostic::error(summary, detail));
    }
    ours.diagnostics.extend(told);
    ours
}

/// Differences between common schemas that an encoded value must fit.
fn disagreements(
    ours: &get_provider_schema::Response,
    theirs: &get_provider_schema::Response,
    ported: &Ported,
    spec: &Spec,
) -> Vec<Diagnostic> {
    let name = spec.name();
    let mut errors = Vec::from_iter(unserved(ours, theirs, ported, spec));
    let mut compare = |what: &str, differences: Vec<String>, remedy: &str| {
        if !differences.is_empty() {
            let lines = differences.join("\n  ");
            let summary = format!("{what} and those of the old program {name} differ");
            let detail = format!("Both get the same values.\n  {lines}\n{remedy}");
            errors.push(Diagnostic::error(summary, detail));
        }
    };
    compare(
        "The provider's settings",
        agreement::differences(ours.provider.as_ref(), theirs.provider.as_ref()),
        "Declare the same attributes in the provider's struct; a new one goes there once nothing is left to the old program.",
    );
    if ours.provider_meta.is_some() && theirs.provider_meta.is_some() {
        compare(
            "The attributes of provider_meta",
            agreement::differences(ours.provider_meta.as_ref(), theirs.provider_meta.as_ref()),
            "Declare the same attributes in the struct of provider_meta.",
        );
    }
    let remedy = "The old program answers its calls while it is `unported`: write the schema again with `cargo provider port`, or \
                  port the type.";
    macro_rules! unported {
        ($($field:ident $kind:ident;)+) => {$(
            for (name, schema) in &ours.$field {
                let kind = Kind::$kind;
                if let Some(old) = theirs.$field.get(name)
                    && !ported.has(kind, name)
                {
                    let mut differences = agreement::differences(Some(schema), Some(old));
                    // States are stored with our version, and upgraded by the old program.
                    if schema.version != old.version {
                        differences.push(format!(
                            "version: here {}, in the old program {}",
                            schema.version, old.version
                        ));
                    }
                    let what = format!("The attributes of the {} {name}", kind.words());
                    compare(&what, differences, remedy);
                }
            }
        )+};
    }
    unported! {
        resource_schemas Resource;
        data_source_schemas DataSource;
        ephemeral_resource_schemas EphemeralResource;
        list_resource_schemas ListResource;
    }
    errors
}

/// Reports types that are `unported` here and that the old program does not serve either, for
/// example since it is another provider's.
fn unserved(
    ours: &get_provider_schema::Response,
    theirs: &get_provider_schema::Response,
    ported: &Ported,
    spec: &Spec,
) -> Option<Diagnostic> {
    let mut missing = Vec::new();
    macro_rules! unserved {
        ($($field:ident $kind:ident;)+) => {$(
            let kind = Kind::$kind;
            let names = ours.$field.keys().filter(|name| !theirs.$field.contains_key(*name));
            let names = names.filter(|name| !ported.has(kind, name));
            missing.extend(names.map(|name| format!("the {} {name}", kind.words())));
        )+};
    }
    unserved! {
        resource_schemas Resource;
        data_source_schemas DataSource;
        ephemeral_resource_schemas EphemeralResource;
        list_resource_schemas ListResource;
        action_schemas Action;
        functions Function;
    }
    let first = missing.first()?;
    let more = match missing.len() - 1 {
        0 => String::new(),
        1 => ", and one more type".to_owned(),
        more => format!(", and {more} more types"),
    };
    let name = spec.name();
    let summary = format!("The old program {name} does not serve what is left to it");
    let detail = format!(
        "{} lacks {first}{more}. What is `unported` here is left to it. It may be another provider's program, or \
         too old. {} Otherwise port the types, or remove them.",
        spec.path.display(),
        spec.remedy(),
    );
    Some(Diagnostic::error(summary, detail))
}

/// The identity schemas of both.
pub(crate) fn identities(
    mut ours: get_resource_identity_schemas::Response,
    theirs: &Schemas,
    ported: &Ported,
) -> get_resource_identity_schemas::Response {
    let theirs = &theirs.identities;
    let is_ours = |name: &str| ported.has(Kind::Resource, name);
    // A type that is not ported has the identity of its answers, if any.
    ours.identity_schemas.retain(|name, _| is_ours(name));
    let added = theirs.identity_schemas.iter();
    let added = added.filter(|(name, _)| !is_ours(name));
    ours.identity_schemas
        .extend(added.map(|(name, schema)| (name.clone(), schema.clone())));
    ours.diagnostics.extend(theirs.diagnostics.iter().cloned());
    ours
}

/// The functions of both.
pub(crate) fn functions(
    mut ours: get_functions::Response,
    theirs: &Schemas,
    ported: &Ported,
) -> get_functions::Response {
    for (name, function) in &theirs.schemas.functions {
        if !ported.has(Kind::Function, name) {
            let known = ours.functions.entry(name.clone());
            known.or_insert_with(|| function.clone());
        }
    }
    ours
}

/// The names in both.
pub(crate) fn metadata(ours: get_metadata::Response, theirs: &Schemas) -> get_metadata::Response {
    let theirs = &theirs.schemas;
    let both = capabilities(ours.server_capabilities, theirs.server_capabilities);
    let mut all = get_metadata::Response {
        server_capabilities: Some(both),
        ..ours
    };
    macro_rules! names {
        ($($field:ident $schemas:ident;)+) => {$(
            for name in theirs.$schemas.keys() {
                if all.$field.iter().all(|one| one.name != *name) {
                    all.$field.push(get_metadata::Named { name: name.clone() });
                }
            }
        )+};
    }
    names! {
        resources resource_schemas;
        data_sources data_source_schemas;
        ephemeral_resources ephemeral_resource_schemas;
        list_resources list_resource_schemas;
        actions action_schemas;
        functions functions;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_program_without_the_unported_types_is_reported_once() {
        let with = |names: &[&str]| get_provider_schema::Response {
            resource_schemas: names
                .iter()
                .map(|name| ((*name).to_owned(), Default::default()))
                .collect(),
            ..Default::default()
        };
        let spec = Spec {
            path: "old/terraform-provider-cloud".into(),
            variable: None,
            snapshot: None,
            start: Duration::ZERO,
            call: None,
            largest: 1,
            variables: Vec::new(),
        };
        let ported = Ported::from_iter([(Kind::Resource, "cloud_a".to_owned())]);
        let ours = with(&["cloud_a", "cloud_b", "cloud_c"]);
        let told = |theirs: &[&str]| disagreements(&ours, &with(theirs), &ported, &spec);
        let all = told(&["other_b"]);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(
            all[0].detail,
            "old/terraform-provider-cloud lacks the resource cloud_b, and one more type. What is \
             `unported` here is left to it. It may be another provider's program, or too old. Put \
             the program into old/terraform-provider-cloud. Otherwise port the types, or remove them."
        );
        assert!(told(&["cloud_b", "cloud_c"]).is_empty());
    }
}
