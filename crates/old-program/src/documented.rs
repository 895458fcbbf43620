//! The old program's schemas with our documentation: what Terraform is shown of types that are not
//! ported.

use crate::ported::{Kind, Ported};
use schema_transport::proto::v6::{Attribute, Block, get_provider_schema};
use std::collections::BTreeMap;

/// What the old program answers for. The forms of the values are its own, since Terraform proposes
/// values from them: an optional attribute with a default is computed in our schema, and not in a
/// Go SDK's. Where we have a schema too, descriptions, deprecations and `sensitive` are ours.
pub(crate) fn schemas(
    ours: &get_provider_schema::Response,
    theirs: &get_provider_schema::Response,
    ported: &Ported,
) -> get_provider_schema::Response {
    let mut schemas = theirs.clone();
    macro_rules! documented {
        ($($field:ident $kind:ident, |$their:ident, $our:ident| $document:expr;)+) => {$(
            schemas.$field.retain(|name, _| !ported.has(Kind::$kind, name));
            for (name, $their) in &mut schemas.$field {
                if let Some($our) = ours.$field.get(name) {
                    $document;
                }
            }
        )+};
    }
    documented! {
        resource_schemas Resource, |their, our| block(their.block.as_mut(), our.block.as_ref());
        data_source_schemas DataSource, |their, our| block(their.block.as_mut(), our.block.as_ref());
        ephemeral_resource_schemas EphemeralResource, |their, our| block(their.block.as_mut(), our.block.as_ref());
        list_resource_schemas ListResource, |their, our| block(their.block.as_mut(), our.block.as_ref());
        // Nothing is proposed for these.
        action_schemas Action, |their, our| their.clone_from(our);
        functions Function, |their, our| their.clone_from(our);
    }
    schemas
}

fn block(theirs: Option<&mut Block>, ours: Option<&Block>) {
    let (Some(theirs), Some(ours)) = (theirs, ours) else {
        return;
    };
    theirs.description.clone_from(&ours.description);
    theirs.description_kind = ours.description_kind;
    theirs.deprecated = ours.deprecated;
    let message = &ours.deprecation_message;
    theirs.deprecation_message.clone_from(message);
    attributes(&mut theirs.attributes, &ours.attributes);
    let nested = ours.block_types.iter();
    let nested: BTreeMap<_, _> = nested.map(|one| (&one.type_name, one)).collect();
    for theirs in &mut theirs.block_types {
        if let Some(ours) = nested.get(&theirs.type_name) {
            block(theirs.block.as_mut(), ours.block.as_ref());
        }
    }
}

fn attributes(theirs: &mut [Attribute], ours: &[Attribute]) {
    let ours: BTreeMap<_, _> = ours.iter().map(|one| (&one.name, one)).collect();
    for theirs in theirs {
        let Some(ours) = ours.get(&theirs.name) else {
            continue;
        };
        theirs.description.clone_from(&ours.description);
        theirs.description_kind = ours.description_kind;
        theirs.deprecated = ours.deprecated;
        let message = &ours.deprecation_message;
        theirs.deprecation_message.clone_from(message);
        theirs.sensitive = ours.sensitive;
        if let (Some(theirs), Some(ours)) = (&mut theirs.nested_type, &ours.nested_type) {
            attributes(&mut theirs.attributes, &ours.attributes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema_transport::proto::v6::{Object, ObjectNesting, Schema};

    fn response(attributes: Vec<Attribute>) -> get_provider_schema::Response {
        let block = Some(Block {
            attributes,
            ..Block::default()
        });
        let types = ["a_mine", "a_thing"];
        get_provider_schema::Response {
            resource_schemas: types
                .map(|name| {
                    let block = block.clone();
                    (name.to_owned(), Schema { version: 0, block })
                })
                .into(),
            ..Default::default()
        }
    }

    #[test]
    fn flags_and_types_are_the_old_programs_and_descriptions_are_ours() {
        let size = |description: &str, computed| Attribute {
            name: "size".to_owned(),
            r#type: "\"number\"".into(),
            description: description.to_owned(),
            optional: true,
            computed,
            ..Attribute::default()
        };
        let disk = |size, nesting: ObjectNesting| Attribute {
            name: "disk".to_owned(),
            nested_type: Some(Object {
                attributes: vec![size],
                nesting: nesting.into(),
            }),
            ..Attribute::default()
        };
        let ours = response(vec![
            disk(size("ours", true), ObjectNesting::List),
            size("ours", true),
        ]);
        let theirs = response(vec![
            size("theirs", false),
            disk(size("theirs", false), ObjectNesting::Set),
        ]);
        let ported = [(Kind::Resource, "a_mine".to_owned())];
        let served = schemas(&ours, &theirs, &ported.into_iter().collect());
        assert_eq!(served.resource_schemas.len(), 1);
        let block = served.resource_schemas["a_thing"].block.clone().unwrap();
        let expected = vec![
            size("ours", false),
            disk(size("ours", false), ObjectNesting::Set),
        ];
        assert_eq!(block.attributes, expected);
    }
}
