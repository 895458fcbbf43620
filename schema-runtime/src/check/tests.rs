use super::*;
use crate::refs::{Ref, Text};
use crate::schema::{Extra, Flags, Kind, Predicate, SchemaKind};
use crate::ty::Type;

fn schema(extras: Vec<Extra>) -> Schema {
    let field = Field {
        name: Text::text("level"),
        kind: Kind::Attribute {
            ty: Ref::from(&Type::String),
        },
        flags: Flags::OPTIONAL.with(Flags::NULLABLE),
        description: Text::text(""),
        extras: extras.into(),
    };
    Schema {
        kind: SchemaKind::Resource,
        type_name: Text::text("disk_image"),
        version: 0,
        block: Ref::Shared(
            Block {
                fields: vec![field].into(),
                description: Text::text(""),
                deprecated: Text::text(""),
                other_kind: false,
            }
            .into(),
        ),
        timeouts: Ref::empty(),
        subcategory: Ref::text(""),
    }
}

fn texts(extras: Vec<Extra>) -> Vec<String> {
    check_schema(&schema(extras), &Environment::default())
        .iter()
        .map(|d| format!("{}: {}", d.summary, d.detail))
        .collect()
}

#[test]
fn a_default_that_only_a_run_gives_is_checked() {
    let short = Extra::Validate {
        validator: Validator::new(Predicate::Length {
            min: None,
            max: Some(3),
        }),
    };
    let made = |make: fn() -> Value| Extra::Default {
        default: Default::Make(make),
    };
    assert!(texts(vec![made(|| Value::from("abc")), short.clone()]).is_empty());
    let found = texts(vec![made(|| Value::from("abcd")), short]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("The default of level is rejected by its own validator"),
        "{}",
        found[0]
    );
}

#[test]
fn a_fallback_is_the_schemas_and_a_variable_the_users() {
    let from = |fallback: &str| Extra::Default {
        default: Default::Environment {
            names: vec![Text::text("LEVEL")].into(),
            fallback: Some(Text::from(fallback.to_owned())),
        },
    };
    let short = Extra::Validate {
        validator: Validator::new(Predicate::Length {
            min: None,
            max: Some(3),
        }),
    };
    assert!(texts(vec![from("low"), short.clone()]).is_empty());
    assert_eq!(texts(vec![from("highest"), short.clone()]).len(), 1);
    let set = Environment::from_iter([("LEVEL", "highest")]);
    assert!(check_schema(&schema(vec![from("low"), short]), &set).is_empty());
    let mut number = schema(vec![from("low")]);
    let mut block = Block::clone(&number.block);
    let mut fields = block.fields.to_vec();
    fields[0].kind = Kind::Attribute {
        ty: Ref::from(&Type::Number),
    };
    block.fields = fields.into();
    number.block = Ref::Shared(block.into());
    let found = check_schema(&number, &Environment::default()).to_string();
    assert!(
        found.contains("the fallback of `level` is \"low\", not a number [R135]"),
        "{found}"
    );
}

#[test]
fn a_pattern_that_does_not_parse_is_found_wherever_it_is() {
    let regex = Validator::new(Predicate::Regex(Text::text("[")));
    let found = texts(vec![Extra::OfType {
        validators: vec![Validator::All {
            validators: vec![regex].into(),
        }]
        .into(),
        canonical: None,
    }]);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("\"[\" of level"), "{}", found[0]);
}

#[test]
fn the_rules_hold_at_run_time_with_the_same_texts() {
    let path: crate::schema::FieldPath = vec![Text::text("levl")].into();
    let found = texts(vec![Extra::ConflictsWith {
        fields: vec![path].into(),
    }]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("disk_image.level: there is no field `levl` [R24]\n"),
        "{}",
        found[0]
    );
}

#[test]
fn what_types_and_validators_leave_is_reported_of_schemas_built_at_run_time_too() {
    let length = |min, max| Extra::Validate {
        validator: Validator::new(Predicate::Length { min, max }),
    };
    let found = texts(vec![length(None, Some(3)), length(Some(5), None)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]
            .contains("no value passes both `length(..=3)` and `length(5..)` of `level` [R242]"),
        "{}",
        found[0]
    );
    let listed = |values: &[&'static str]| {
        let values: Vec<Text> = values.iter().map(|text| Text::text(text)).collect();
        Validator::new(Predicate::OneOf {
            values: values.into(),
        })
    };
    let found = texts(vec![
        Extra::OfType {
            validators: vec![listed(&["raw", "qcow2"])].into(),
            canonical: None,
        },
        Extra::Validate {
            validator: listed(&["raw", "zzz"]),
        },
    ]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("`one_of` of `level` lists \"zzz\", which its type does not hold [R242]"),
        "{}",
        found[0]
    );
}
