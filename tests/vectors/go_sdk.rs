//! The Go SDK's own verdicts on schemas in its form, against our compatible mode.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use schema_rules::{
    BlockFacts, BlockKind, Bound, Collection, Computed, ConfigMode, DefaultFacts, Element,
    FieldFacts, GoFacts, Interval, Literal, Mode, Nesting, Origin, Scalar, Severity, Shape,
    ValidatorFacts, ValidatorKind, Violation, check_block,
};
use serde_json::{Map, Value};

/// `VECTORS_DIR`, or `shared/data/vectors` beside a directory above this one, or under /work.
fn vectors_dir() -> Option<PathBuf> {
    if let Some(dir) = env::var_os("VECTORS_DIR") {
        return Some(PathBuf::from(dir)).filter(|d| d.is_dir());
    }
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|dir| dir.join("shared/data/vectors"))
        .chain([PathBuf::from("/work/shared/data/vectors")])
        .find(|dir| dir.is_dir())
}

fn flag(field: &Map<String, Value>, key: &str) -> bool {
    field.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn texts<'a>(field: &'a Map<String, Value>, key: &str) -> Vec<&'a str> {
    let list = field.get(key).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn literal(value: &Value) -> DefaultFacts<'_> {
    match value {
        Value::String(text) => DefaultFacts::Literal(Literal::Text(text)),
        Value::Bool(value) => DefaultFacts::Literal(Literal::Bool(*value)),
        Value::Number(n) => match n.to_string().parse::<i128>() {
            Ok(whole) => DefaultFacts::Literal(Literal::Integer(whole)),
            Err(_) => DefaultFacts::Literal(Literal::Float(n.as_f64().expect("a number"))),
        },
        _ => DefaultFacts::Expression,
    }
}

fn interval(ends: &Value) -> Interval {
    let end = |i: usize| {
        ends.get(i)
            .and_then(Value::as_i64)
            .map(|n| Bound::Integer(n.into()))
    };
    Interval {
        min: end(0),
        max: end(1),
        max_excluded: false,
        unlimited: false,
        unread: false,
    }
}

fn validators(value: &Value) -> Vec<ValidatorFacts<'_>> {
    let Some(map) = value.as_object() else {
        return Vec::new();
    };
    map.iter()
        .map(|(name, args)| {
            let kind = match name.as_str() {
                "int_between" => ValidatorKind::Range(interval(args)),
                "string_len_between" => ValidatorKind::Length(interval(args)),
                "string_in" => ValidatorKind::OneOf(
                    args.as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .map(Literal::Text)
                        .collect(),
                ),
                other => panic!("unknown validator {other}"),
            };
            ValidatorFacts { name, kind }
        })
        .collect()
}

fn shape(field: &Map<String, Value>) -> Shape<'_> {
    let kind = match field.get("type").and_then(Value::as_str).unwrap_or("") {
        "" => return Shape::Missing,
        "string" => return Shape::Scalar(Scalar::String),
        "bool" => return Shape::Scalar(Scalar::Bool),
        "int" => return Shape::Scalar(Scalar::Integer),
        "float" => return Shape::Scalar(Scalar::Float),
        "list" => Collection::List,
        "set" => Collection::Set,
        "map" => Collection::Map,
        other => panic!("unknown type {other}"),
    };
    let elem = field.get("elem").and_then(Value::as_object);
    if let Some(resource) = elem
        .and_then(|e| e.get("resource"))
        .and_then(Value::as_object)
    {
        let nesting = match kind {
            Collection::List => Nesting::List,
            Collection::Set => Nesting::Set,
            Collection::Map => Nesting::Map,
        };
        return Shape::block(nesting, Some(block(BlockKind::Nested, resource)));
    }
    let presence = |e: &Map<String, Value>| {
        ["required", "optional", "computed"]
            .into_iter()
            .any(|key| flag(e, key))
    };
    Shape::Collection(
        kind,
        Element {
            shape: elem.map(|e| Box::new(shape(e))),
            states_presence: elem.is_some_and(presence),
        },
    )
}

fn field<'a>(name: &'a str, value: &'a Value) -> FieldFacts<'a> {
    let from = value.as_object().expect("an attribute is an object");
    let mut facts = FieldFacts::new(name, shape(from));
    facts.required = flag(from, "required");
    facts.optional = flag(from, "optional");
    if flag(from, "computed") {
        facts.computed = Computed::Plain;
    }
    facts.force_new = flag(from, "force_new");
    facts.sensitive = flag(from, "sensitive");
    facts.write_only = flag(from, "write_only");
    facts.deprecated = from.get("deprecated").and_then(Value::as_str);
    facts.defaults = from.get("default").map(literal).into_iter().collect();
    facts.validators = from.get("validate").map(validators).unwrap_or_default();
    facts.diff_suppress = from.contains_key("diff_suppress");
    facts.state_fn = from.contains_key("state_func");
    facts.conflicts_with = texts(from, "conflicts_with");
    facts.exactly_one_of = texts(from, "exactly_one_of");
    facts.at_least_one_of = texts(from, "at_least_one_of");
    facts.required_with = texts(from, "required_with");
    facts.min_items = from.get("min_items").and_then(Value::as_i64);
    facts.max_items = from.get("max_items").and_then(Value::as_i64);
    facts.go = Some(GoFacts {
        config_mode: match from.get("config_mode").and_then(Value::as_str) {
            None | Some("" | "auto") => ConfigMode::Auto,
            Some("attr") => ConfigMode::Attribute,
            Some("block") => ConfigMode::Block,
            Some(_) => ConfigMode::Invalid,
        },
        suppress_on_refresh: flag(from, "diff_suppress_on_refresh"),
        computed_when: texts(from, "computed_when"),
        two_validate_functions: false,
        import_flag: None,
    });
    facts
}

fn block(kind: BlockKind, attributes: &Map<String, Value>) -> BlockFacts<'_> {
    let mut facts = BlockFacts::new(kind);
    facts.fields = attributes
        .iter()
        .map(|(name, value)| field(name, value))
        .collect();
    facts
}

fn errors(found: &[Violation]) -> Vec<&Violation> {
    found
        .iter()
        .filter(|v| v.severity == Severity::Error)
        .collect()
}

/// The rule behind one of the Go SDK's answers: `(number, field name)`.
fn expected(answer: &str) -> (&'static str, &str) {
    let table = [
        ("MaxItems and MinItems are only", "R39"),
        ("Default must be nil if computed", "R15"),
        ("WriteOnly cannot be set with Computed", "R6"),
        ("WriteOnly cannot be set with ForceNew", "R7"),
        ("Default cannot be set with Required", "R16"),
        ("Default cannot be set with WriteOnly", "R17"),
        ("Elem must have only Type set", "R38"),
        ("Elem must be set for lists", "R32"),
        ("ValidateFunc is for validating", "R52"),
        ("ValidateFunc and ValidateDiagFunc are not yet", "R54"),
        ("Cannot be both Required and Computed", "R3"),
        ("Type must be specified", "R1"),
        ("Optional or Required must be set, not both", "R2"),
        ("cannot set DiffSuppressOnRefresh", "R30"),
        ("One of optional, required, or computed", "R4"),
        ("TypeMap with Elem *Resource", "R41"),
        ("references unknown attribute", "R24"),
        ("must be of TypeString", "R65"),
        ("cannot be marked Required", "R66"),
        ("must be marked Computed", "R67"),
        ("ConflictsWith cannot be set with Required", "R20"),
        ("ExactlyOneOf cannot be set with Required", "R21"),
        ("AtLeastOneOf cannot be set with Required", "R22"),
        ("Default is not valid for lists or sets", "R33"),
        ("Field name may only contain", "R56"),
        ("StateFunc is extraneous", "R51"),
        ("DiffSuppressFunc is for suppressing", "R46"),
        ("ExactlyOneOf is for configurable", "R47"),
        ("ConflictsWith is for configurable", "R43"),
        ("AtLeastOneOf is for configurable", "R42"),
        ("MinItems is for configurable", "R50"),
        ("MaxItems is for configurable", "R49"),
        ("ConfigMode of block is allowed only", "R10"),
        ("ConfigMode of block cannot be used in child", "R11"),
        ("is a reserved field name", "R68"),
        ("cannot reference self", "R27"),
        ("Set Block type cannot contain WriteOnly", "R35"),
        ("Computed set to true cannot contain WriteOnly", "R36"),
        ("cannot contain Required attribute", "R28"),
        ("cannot contain Computed(When)", "R29"),
        ("can only be used with TypeList and MaxItems: 1", "R25"),
    ];
    let found = table.iter().find(|(text, _)| answer.contains(text));
    let rule = found.unwrap_or_else(|| panic!("no rule for {answer:?}")).1;
    // `field: text`, `Relation: field text (path)`, `field is a reserved …`, `the "id" …`.
    let name = match answer.split_once(": ") {
        _ if answer.starts_with("the \"id\"") => "id",
        Some((relation, rest)) if relation.chars().next().is_some_and(char::is_uppercase) => {
            rest.split(' ').next().unwrap_or("")
        }
        Some((name, _)) => name,
        None => answer.split(' ').next().unwrap_or(""),
    };
    (rule, name)
}

#[test]
fn the_go_sdks_verdicts() {
    let Some(dir) = vectors_dir() else {
        say!("skipped: no reference vectors (set VECTORS_DIR)");
        return;
    };
    let mut wrong = Vec::new();
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    for file in ["schema-rules.jsonl", "plan.jsonl", "null-zero-empty.jsonl"] {
        let text = fs::read_to_string(dir.join(file)).expect("the vectors can be read");
        let (mut cases, mut refused, mut answers, mut core) = (0, 0, 0, 0);
        for line in text.lines().filter(|l| !l.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).expect("a line is JSON");
            let name = case["name"].as_str().unwrap_or("?").to_owned();
            let attributes = case["case"]["schema"]["attributes"].as_object();
            let attributes = attributes.expect("a case has a schema");
            let verdict: Vec<&str> = case["internal_validate"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let facts = block(BlockKind::Resource, attributes);
            let found = check_block(&facts, Mode::Compatible);
            let errors = errors(&found);
            cases += 1;
            refused += usize::from(!errors.is_empty());
            core += errors
                .iter()
                .filter(|v| v.rule.info().origin == Origin::Core)
                .count();
            if verdict.is_empty() != errors.is_empty() {
                let ours: Vec<String> = errors.iter().map(|v| v.to_string()).collect();
                wrong.push(format!("{name}: reference {verdict:?}, ours {ours:?}"));
            }
            // Every single answer is one of ours, with the rule and the field it names.
            for answer in &verdict {
                answers += 1;
                let (rule, field) = expected(answer);
                *by_rule.entry(rule.to_owned()).or_default() += 1;
                let hit = errors
                    .iter()
                    .any(|v| v.rule.to_string() == rule && v.field.as_deref() == Some(field));
                if !hit {
                    let ours: Vec<String> = errors
                        .iter()
                        .map(|v| format!("{} {}", v.rule, v.address()))
                        .collect();
                    wrong.push(format!(
                        "{name}: {answer:?} ({rule} {field}) not in {ours:?}"
                    ));
                }
            }
        }
        say!(
            "{file}: {cases} schemas, {refused} refused, {answers} single answers, {core} errors \
             by core's rules"
        );
    }
    say!("answers by rule: {by_rule:?}");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn no_schema_of_the_reference_shakes_our_own_mode() {
    let Some(dir) = vectors_dir() else {
        say!("skipped: no reference vectors (set VECTORS_DIR)");
        return;
    };
    let (mut cases, mut found) = (0, 0);
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    for file in ["schema-rules.jsonl", "plan.jsonl", "null-zero-empty.jsonl"] {
        let text = fs::read_to_string(dir.join(file)).expect("the vectors can be read");
        for line in text.lines().filter(|l| !l.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).expect("a line is JSON");
            let attributes = case["case"]["schema"]["attributes"].as_object();
            let facts = block(
                BlockKind::Resource,
                attributes.expect("a case has a schema"),
            );
            let violations = check_block(&facts, Mode::Ours);
            cases += 1;
            found += violations.len();
            for v in &violations {
                let info = v.rule.info();
                assert_eq!(info.severity, v.severity, "{v}");
                assert!(!v.message.is_empty());
                *refusals
                    .entry(format!("{file} {} {:?}", v.rule, v.severity))
                    .or_default() += 1;
                assert!(v.help.as_deref().is_none_or(|h| !h.is_empty()));
            }
            for (i, v) in violations.iter().enumerate() {
                assert!(!violations[..i].contains(v), "reported twice: {v}");
            }
        }
    }
    say!("{cases} schemas in our mode, {found} findings: {refusals:?}");
    assert!(found > 0);
}
