//! Tests of the full expansion on token streams.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, parse_quote};

use super::*;

/// The messages of all errors, in order.
fn errors(input: DeriveInput) -> Vec<String> {
    let file: syn::File = syn::parse2(expand_struct(input, quote!(runtime))).expect("valid Rust");
    file.items
        .iter()
        .filter_map(|item| match item {
            Item::Macro(item) => Some(
                syn::parse2::<syn::LitStr>(item.mac.tokens.clone())
                    .expect("a string")
                    .value(),
            ),
            _ => None,
        })
        .collect()
}

/// The expansion without spaces, so that its layout does not matter.
fn expansion(input: DeriveInput) -> String {
    expand_struct(input, quote!(runtime))
        .to_string()
        .replace(char::is_whitespace, "")
}

fn has(expansion: &str, part: TokenStream) -> bool {
    expansion.contains(&part.to_string().replace(char::is_whitespace, ""))
}

#[test]
fn fields_are_in_the_order_of_their_names() {
    let expansion = expansion(parse_quote! {
        #[schema(resource = "disk_image", timeouts(create = "1m"))]
        struct Image {
            #[field(required)]
            zone: String,
            #[field(optional)]
            name: Option<String>,
            #[field(computed, rename = "a")]
            uuid: String,
        }
    });
    // a, id, name, timeouts, zone.
    assert!(
        has(&expansion, quote!(zone: __d.take(4usize),)),
        "{expansion}"
    );
    assert!(has(&expansion, quote!(__e.put(2usize, &self.name);)));
    assert!(has(
        &expansion,
        quote!(
            const UUID: __p::Attr<Image, String, __p::ComputedOnly> = __p::at(0u16);
        )
    ));
    assert!(has(&expansion, quote!(nanoseconds: 60000000000u64)));
    assert!(has(
        &expansion,
        quote!(
            use runtime as __p;
        )
    ));
}

#[test]
fn the_root_is_where_the_derive_says() {
    let expansion = expansion(parse_quote! {
        #[schema(crate = my::sdk)]
        struct Rule {}
    });
    assert!(
        has(
            &expansion,
            quote!(
                use my::sdk::__private as __p;
            )
        ),
        "{expansion}"
    );
}

#[test]
fn all_mistakes_come_at_once_and_the_constants_with_them() {
    let input: DeriveInput = parse_quote! {
        #[schema(resource = "disk_image", timeouts(craete = "1m"))]
        pub struct Image {
            #[field(required, optional)]
            name: String,
            #[field(optional, defualt = 1)]
            size: Option<i64>,
            #[field(optional, validate = [lenght(1..), regex("[")])]
            kind: Option<String>,
            #[field(computed(sometimes))]
            hash: String,
        }
    };
    let found = errors(input.clone());
    assert_eq!(found.len(), 5, "{found:#?}");
    assert!(
        found
            .iter()
            .any(|text| text.contains("`name` is both required and optional"))
    );
    assert!(
        found
            .iter()
            .any(|text| text.contains("did you mean `default`?"))
    );
    assert!(
        found
            .iter()
            .any(|text| text.contains("did you mean `create`?"))
    );
    assert!(
        found
            .iter()
            .any(|text| text.contains("did you mean `length`?"))
    );
    assert!(
        found
            .iter()
            .any(|text| text.contains("`computed` says when the value changes"))
    );
    let expansion = expansion(input);
    for constant in ["NAME", "SIZE", "KIND", "HASH"] {
        assert!(
            expansion.contains(&format!("pubconst{constant}:")),
            "{constant}"
        );
    }
    assert!(has(&expansion, quote!(impl __p::ResourceRoot for Image)));
}

/// A mistake in a relation itself is reported even if the field that it names cannot be read; one
/// that may disappear once the field is readable is not.
#[test]
fn what_an_unread_field_cannot_cure_is_reported_at_once() {
    let found = errors(parse_quote! {
        #[schema(resource = "disk_image", identity(name, name))]
        struct Image {
            #[field(required, force_new, conflicts_with(size))]
            name: String,
            #[field(optional, conflicts_with(size, size))]
            zone: Option<String>,
            #[field(computed(when_changed(size)))]
            hash: String,
            #[field(optional, min_size = )]
            size: Option<i64>,
        }
    });
    let told = |part: &str| found.iter().filter(|text| text.contains(part)).count();
    assert_eq!(told("min_size"), 1, "{found:#?}");
    assert_eq!(told("so it cannot have `conflicts_with`"), 1, "{found:#?}");
    assert_eq!(told("names `size` twice"), 1, "{found:#?}");
    assert_eq!(told("the identity names `name` twice"), 1, "{found:#?}");
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn a_struct_without_mistakes_has_no_errors() {
    let found = errors(parse_quote! {
        #[schema(provider = "disk")]
        struct Disk {
            #[field(optional, default_env("DISK_DIRECTORY", fallback = "disks"))]
            directory: String,
        }
    });
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_is_not_annotated_sensibly_is_an_error_and_no_panic() {
    for attribute in [
        quote!(#[field]),
        quote!(#[field = "x"]),
        quote!(#[field()]),
        quote!(#[field(,)]),
        quote!(#[field(1)]),
        quote!(#[field("a")]),
        quote!(#[field(a::b)]),
        quote!(#[field(default = )]),
        quote!(#[field(optional, default_env(1))]),
        quote!(#[field(optional, default_env(fallback = "x"))]),
        quote!(#[field(optional, validate)]),
        quote!(#[field(optional, validate = )]),
        quote!(#[field(optional, validate = [1, "a", x::y, length, length(), range(1), not(), custom])]),
        quote!(#[field(optional, conflicts_with)]),
        quote!(#[field(optional, conflicts_with(a..b))]),
        quote!(#[field(optional, conflicts_with(.a))]),
        quote!(#[field(optional, conflicts_with(a.0))]),
        quote!(#[field(optional, allow)]),
        quote!(#[field(optional, allow())]),
        quote!(#[field(optional, allow(a::b))]),
        quote!(#[field(block(list, set))]),
        quote!(#[field(block(lst))]),
        quote!(#[field(block(list, min_itmes = 1))]),
        quote!(#[field(block(list, min_items = "1"))]),
        quote!(#[field(nested())]),
        quote!(#[field(computed = true)]),
        quote!(#[field(computed())]),
        quote!(#[field(optional, rename)]),
        quote!(#[field(optional, rename = "")]),
        quote!(#[field(optional, diff_suppress = |a, b| true)]),
    ] {
        let input: DeriveInput =
            syn::parse2(quote!(struct Image { #attribute name: Option<String>, }))
                .expect("a struct");
        let found = errors(input);
        assert!(!found.is_empty(), "{attribute}");
        assert!(found.iter().all(|text| !text.is_empty()), "{attribute}");
    }
    for attribute in [
        quote!(#[schema]),
        quote!(#[schema(resource)]),
        quote!(#[schema(resource = 1)]),
        quote!(#[schema(resource = "a", timeouts)]),
        quote!(#[schema(resource = "a", timeouts(1))]),
        quote!(#[schema(resource = "a", timeouts(create))]),
        quote!(#[schema(resource = "a", timeouts(create = 1))]),
        quote!(#[schema(resource = "a", id)]),
        quote!(#[schema(resource = "a", id(x))]),
        quote!(#[schema(resource = "a", version = "1")]),
        quote!(#[schema(resource = "a", version = -1)]),
        quote!(#[schema(crate = "a")]),
    ] {
        let input: DeriveInput = syn::parse2(
            quote!(#attribute struct Image { #[field(optional)] name: Option<String>, }),
        )
        .expect("a struct");
        assert_eq!(errors(input).len(), 1, "{attribute}");
    }
}

#[test]
fn only_what_there_may_be_several_of_is_counted() {
    let of = |field: proc_macro2::TokenStream| {
        let input = quote!(#[schema(resource = "a")] struct Image { #field });
        errors(syn::parse2(input).expect("a struct"))
    };
    let allowed = of(quote!(#[field(block(set), force_new(count))] parts: Set<Part>,));
    assert_eq!(allowed, Vec::<String>::new());
    for field in [
        quote!(#[field(optional, force_new(count))] name: Option<String>,),
        quote!(#[field(block(single), force_new(count))] part: Option<Part>,),
    ] {
        let said = of(field.clone());
        assert_eq!(said.len(), 1, "{field}: {said:?}");
        assert!(said[0].contains("not a collection"), "{said:?}");
    }
}

#[test]
fn documentation_says_what_the_annotations_say() {
    let expansion = expand_struct(
        parse_quote! {
            #[schema(resource = "disk_image", timeouts(create = "10m"))]
            struct Image {
                /// How large it is.
                #[field(optional, computed, force_new, validate = range(1..=10), conflicts_with(snapshot), at_most_sum_of(used))]
                size: Option<i64>,
                #[field(optional, deprecated = "use size")]
                snapshot: Option<String>,
                #[field(required, validate = each(any(ip, regex("^[*]"))))]
                names: Vec<String>,
                #[field(required, validate = length(1..MAX))]
                name: String,
                #[field(required)]
                used: i64,
                #[field(block(list, max_items = 4))]
                partition: Vec<Partition>,
            }
        },
        quote!(runtime),
    );
    let text = expansion.to_string();
    for part in [
        "How large it is.",
        "optional, computed",
        "a change replaces the resource",
        "between 1 and 10",
        "between 1 and `MAX - 1` characters long",
        "a collection in which each element is an IP address such as `\\\"192.0.2.1\\\"` or text that matches `^[*]`",
        "at most the sum of `used`",
        "conflicts with `snapshot`",
        "conflicts with `size`",
        "deprecated: use size",
        "at most 4",
        "# Arguments",
        "# Blocks",
        "# Attributes",
        "* `create`: default `10m`",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn the_documentation_has_each_key_once_and_no_other() {
    for (vocabulary, table) in [
        (parse::StructKeys::VOCABULARY, parse::struct_keys_table!()),
        (parse::FieldKeys::VOCABULARY, parse::field_keys_table!()),
        (enums::VariantKeys::VOCABULARY, enums::variant_keys_table!()),
        (enums::EnumKeys::VOCABULARY, enums::enum_keys_table!()),
        (
            newtype::NewtypeKeys::VOCABULARY,
            newtype::newtype_keys_table!(),
        ),
    ] {
        let rows = table.lines().filter_map(|row| row.strip_prefix("|`"));
        let mut documented: Vec<&str> = rows
            .filter_map(|row| row.split(|c: char| c != '_' && !c.is_alphanumeric()).next())
            // Words inside a key's parentheses have separate rows.
            .filter(|key| !matches!(*key, "min_items"))
            .collect();
        documented.dedup();
        let keys: Vec<&str> = vocabulary.keys.iter().map(|key| key.name).collect();
        assert_eq!(documented, keys);
    }
}

/// The program with all keys has every key, and compiles.
#[test]
fn each_key_is_in_the_program_of_all_keys() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/ui/pass/keys.rs");
    let file = std::fs::read_to_string(path).expect("the program");
    has_every_key("tests/ui/pass/keys.rs", &file);
}

/// So do the examples of the documentation, which are doc tests.
#[test]
fn each_key_is_in_the_examples_of_the_documentation() {
    let structs = include_str!("struct_examples.txt");
    let fields = include_str!("field_examples.txt");
    has_every_key("the examples", &format!("{structs}{fields}"));
}

fn has_every_key(program: &str, text: &str) {
    let file = syn::parse_file(text).expect("valid Rust");
    let structs: Vec<syn::ItemStruct> = file
        .items
        .into_iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some(item),
            _ => None,
        })
        .collect();
    let of_structs = structs.iter().flat_map(|item| &item.attrs);
    let fields = structs.iter().flat_map(|item| &item.fields);
    let of_fields = fields.flat_map(|field| &field.attrs);
    let schema = parse::StructKeys::VOCABULARY;
    let field = parse::FieldKeys::VOCABULARY;
    for (vocabulary, attributes) in [
        (schema, of_structs.collect::<Vec<_>>()),
        (field, of_fields.collect()),
    ] {
        let lists = attributes
            .iter()
            .filter_map(|attribute| match &attribute.meta {
                syn::Meta::List(list) if list.path.is_ident(vocabulary.attribute) => Some(list),
                _ => None,
            });
        // The names at the beginning, or after a comma.
        let used: Vec<String> = lists
            .flat_map(|list| {
                let mut begins = true;
                let mut names = Vec::new();
                for token in list.tokens.clone() {
                    if begins && let proc_macro2::TokenTree::Ident(name) = &token {
                        names.push(name.to_string());
                    }
                    begins = token.to_string() == ",";
                }
                names
            })
            .collect();
        for key in vocabulary.keys {
            assert!(
                used.iter().any(|name| name == key.name),
                "`{}` of `{}` is not in {program}",
                key.name,
                vocabulary.attribute
            );
        }
    }
}

/// The page of the book has the tables of the derive's page, and an example of every key.
#[test]
fn the_page_of_keys_has_these_tables() {
    let page = concat!(
        "# Attribute keys\n\nThe keys of the derives, as on their pages in the API reference. A rule number (`R24`) leads to [Schema rules](rules.md).\n\n\
         ## `#[schema(…)]` on a struct",
        parse::struct_keys_table!(),
        "\n## `#[field(…)]`",
        parse::field_keys_table!(),
        "\n`validate` takes [validators](validators.md).\n\n## Enums (`SchemaEnum`)",
        enums::variant_keys_table!(),
        enums::enum_keys_table!(),
        "\n## Newtypes (`SchemaNewtype`)",
        newtype::newtype_keys_table!(),
        "\n## Functions (`Function`)",
        parse::function_keys_table!(),
        parse::param_keys_table!(),
        "\n## Every key of a struct in an example\n\n```rust,ignore\n{{#include ../../../schema-derive/src/struct_examples.txt}}\n```\n\n\
         ## Every key of a field in an example\n\n```rust,ignore\n{{#include ../../../schema-derive/src/field_examples.txt}}\n```\n"
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/reference/keys.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page).expect("the page is written");
    }
    // A packaged crate has no book.
    let Ok(written) = std::fs::read_to_string(path) else {
        return;
    };
    assert!(
        written == page,
        "bless docs/src/reference/keys.md with BLESS=1"
    );
}
