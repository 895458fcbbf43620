//! A secret type is sensitive by itself, unless its field says otherwise.

use super::*;
use schema_runtime::schema::Block;

#[derive(Schema)]
struct Login {
    #[field(optional, write_only)]
    password: Option<Secret>,
    #[field(optional, write_only, sensitive = false)]
    as_it_was: Option<Secret>,
    #[field(required)]
    user: String,
}

#[derive(Schema)]
#[schema(resource = "disk_vault")]
struct Vault {
    #[field(required)]
    key: Secret,
    #[field(optional, sensitive)]
    said: Option<Secret>,
    #[field(computed)]
    all: Vec<Secret>,
    #[field(optional, write_only)]
    once: Option<Secret>,
    #[field(optional, sensitive, deprecated = "gone soon", conflicts_with(once))]
    by_name: BTreeMap<String, Secret>,
    #[field(optional, write_only, sensitive = false, conflicts_with(once))]
    shown: Option<Secret>,
    #[field(optional)]
    kind: Option<CaseInsensitive>,
    #[field(optional, nested(single))]
    login: Option<Login>,
    #[field(block(list))]
    logins: Vec<Login>,
}

/// The paths of what is exported as sensitive.
fn sensitive(block: &Block, outer: &str, found: &mut Vec<String>) {
    for field in block.fields.iter() {
        let path = format!("{outer}{}", field.name);
        if field.is(Flags::SENSITIVE) {
            found.push(path.clone());
        }
        if let Some((_, inner)) = field.nested_block() {
            sensitive(inner, &format!("{path}."), found);
        }
    }
}

#[test]
fn a_secret_is_sensitive_by_itself() {
    let mut found = Vec::new();
    sensitive(&object::schema::<Vault>().block, "", &mut found);
    let expected = [
        "all",
        "by_name",
        "key",
        "login.password",
        "logins.password",
        "once",
        "said",
    ];
    assert_eq!(found, expected);
}
