//! What a struct's page shows of its schema.

use quote::quote;
use syn::{DeriveInput, parse_quote};

use super::reference;
use crate::error::Errors;
use crate::{check, model, parse};

/// What a struct's page shows of its schema.
fn page(read: fn(DeriveInput, &mut Errors) -> parse::Parsed, input: DeriveInput) -> String {
    let mut errors = Errors::default();
    let parsed = read(input, &mut errors);
    let model = model::build(parsed, quote!(runtime), &mut errors);
    match check::check(model, errors) {
        Ok(checked) => reference(&checked.model),
        Err(_) => panic!("it is rejected"),
    }
}

#[test]
fn of_an_ephemeral_resource() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(ephemeral = "disk_copy", timeouts(open = "10m", close = "5m"))]
            struct Copy {
                /// Which image is copied.
                #[field(required, validate = length(1..=8))]
                image: String,
                #[field(computed, sensitive)]
                key: Secret,
            }
        },
    );
    let expected = "# Schema\n\n* ephemeral resource `disk_copy`\n\n\
                    # Arguments\n\n* `image` (string; required; between 1 and 8 characters long): Which image is copied.\n\n\
                    # Attributes\n\n* `key` (string as `Secret`; computed; sensitive)\n\n\
                    # Timeouts\n\n* `open`: default `10m`\n* `close`: default `5m`";
    assert_eq!(page, expected);
}

#[test]
fn of_the_filter_of_a_list() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(list = "disk_image", timeouts(list = "10m"))]
            struct ImageFilter {
                /// How their names begin.
                #[field(optional, default = "")]
                prefix: String,
                #[field(optional, conflicts_with(prefix), sensitive)]
                key: Option<String>,
            }
        },
    );
    let expected = "# Schema\n\n* list resource `disk_image`\n\n# Arguments\n\n* `prefix` (string; optional; default `\"\"`; conflicts with `key`): How their names begin.\n\
                    * `key` (string; optional; sensitive; conflicts with `prefix`)\n\n\
                    # Timeouts\n\n* `list`: default `10m`";
    assert_eq!(page, expected);
}

#[test]
fn of_an_action() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(action = "disk_verify", timeouts(invoke = "20m"))]
            struct Verify {
                #[field(required)]
                image: String,
                #[field(optional, write_only)]
                pass_phrase: Option<Secret>,
                /// What is compared.
                #[field(block(list, max_items = 4))]
                part: Vec<Part>,
            }
        },
    );
    let expected = "# Schema\n\n* action `disk_verify`\n\n# Arguments\n\n* `image` (string; required)\n\
                    * `pass_phrase` (string as `Secret`; optional; write-only: never kept in plan or state)\n\n\
                    # Blocks\n\n* `part` (list block of [`Part`]; at most 4): What is compared.\n\n\
                    # Timeouts\n\n* `invoke`: default `20m`";
    assert_eq!(page, expected);
}

#[test]
fn of_a_state_store() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(state_store = "disk_states")]
            struct States {
                /// Where the files are.
                #[field(required, default_env("DISK_STATES"))]
                directory: String,
                #[field(optional, default = true)]
                locks: bool,
            }
        },
    );
    let expected = "# Schema\n\n* state store `disk_states`\n\n# Arguments\n\n* `directory` (string; required; default from the environment (`DISK_STATES`)): Where the \
                    files are.\n* `locks` (bool; optional; default `true`)";
    assert_eq!(page, expected);
}

#[test]
fn of_a_function() {
    let page = page(
        parse::parse_function,
        parse_quote! {
            #[function(name = "size_mb", output = i64)]
            struct SizeMb {
                /// A size with its unit.
                #[param(validate = length(1..=8))]
                text: String,
                unit: Option<String>,
                #[param(variadic)]
                more: Vec<Val<i64>>,
            }
        },
    );
    let expected = "# Parameters\n\n* `text` (string; between 1 and 8 characters long): A size with its unit.\n\
                    * `unit` (string; may be null)\n\
                    * `more` (list of whole numbers; variadic; may be null or unknown)";
    assert_eq!(page, expected);
}

#[test]
fn of_an_identity_and_of_a_resource_with_one() {
    let identity = page(
        parse::parse,
        parse_quote! {
            #[schema(identity)]
            struct ImageIdentity {
                /// Its number.
                #[field(required)]
                serial: i64,
                #[field(optional)]
                region: Option<String>,
            }
        },
    );
    let expected = "# Arguments\n\n* `serial` (whole number; required): Its number.\n* `region` (string; optional)";
    assert_eq!(identity, expected);
    let resource = page(
        parse::parse,
        parse_quote! {
            #[schema(resource = "disk_image", identity(name, zone(optional), owner(mutable)))]
            struct Image {
                #[field(required, force_new)]
                name: String,
                #[field(optional, force_new)]
                zone: Option<String>,
                #[field(required)]
                owner: String,
            }
        },
    );
    let expected = "# Identity\n\n* `name`\n* `zone` (optional for import)\n* `owner` (may change)";
    assert!(resource.ends_with(expected), "{resource}");
}

#[test]
fn of_what_modules_say() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(provider_meta = "disk")]
            struct Meta {
                /// Who owns the module.
                #[field(required)]
                team: String,
                #[field(optional)]
                extra: Option<Dynamic>,
            }
        },
    );
    let expected = "# Schema\n\n* provider_meta block `disk`\n\n# Arguments\n\n* `team` (string; required): Who owns the module.\n\
                    * `extra` (any type; optional)";
    assert_eq!(page, expected);
}

/// What a reader of the page looks for: version, import, links to blocks, decisions of functions,
/// values as written.
#[test]
fn of_a_resource_with_everything() {
    let page = page(
        parse::parse,
        parse_quote! {
            #[schema(resource = "disk_image", version = 2, import = "{pool}/{name}", deprecated = "use disk_volume",
                allow(version_without_upgrade, reason = "new"))]
            struct Image {
                #[field(required, force_new)]
                pool: String,
                #[field(required, force_new, diff_suppress = same_path)]
                name: String,
                #[field(optional, default = Kind::Ssd)]
                kind: Kind,
                #[field(optional, canonical = text::lower)]
                region: Option<String>,
                #[field(optional, exactly_one_of(a, b))]
                a: Option<Vec<Duration>>,
                #[field(optional)]
                b: Option<String>,
                #[field(block(set), set_key = Part::NUMBER)]
                part: Set<Part>,
            }
        },
    );
    let expected = "# Schema\n\n* resource `disk_image`\n* version 2\n* import id `{pool}/{name}`\n* deprecated: use disk_volume\n\n\
                    # Arguments\n\n\
                    * `pool` (string; required; a change replaces the resource)\n\
                    * `name` (string; required; a change replaces the resource; equal if `same_path` says so)\n\
                    * `kind` ([`Kind`]; optional; default `Kind::Ssd`)\n\
                    * `region` (string; optional; compared by `text::lower`)\n\
                    * `a` (list of string as `Duration`; optional; exactly one of this and `b`)\n\
                    * `b` (string; optional)\n\n\
                    # Blocks\n\n* `part` (set block of [`Part`]; elements are matched by `Part::NUMBER`)\n\n\
                    # Attributes\n\n* `id` (string; computed)";
    assert_eq!(page, expected);
}
