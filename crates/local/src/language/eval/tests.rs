use schema_runtime::path::Path;
use schema_runtime::value::Value;

use super::*;
use crate::address::ResourceAddress;
use crate::language::hcl::parse;

fn expr(text: &str) -> Expr {
    parse("main.tf", format!("x = {text}\n"))
        .unwrap_or_else(|m| panic!("{text}: {m}"))
        .attributes
        .remove(0)
        .value
}

fn scope() -> Scope {
    let mut scope = Scope::default();
    let value = |text: &str| evaluate(&Scope::default(), &expr(text), &mut Messages::new());
    scope.set(Node::Variable("n".into()), value("10"));
    scope.set(
        Node::Variable("secret".into()),
        value("\"s\"").marked(MarkKinds::sensitive_if(true)),
    );
    scope.set(Node::Local("none".into()), value("null"));
    scope.set(Node::Local("list".into()), value("[1, 2, 3]"));
    let ty = Type::object([
        ("path", Type::String),
        ("labels", Type::map(Type::String)),
        (
            "part",
            Type::list(Type::object([
                ("size", Type::Number),
                ("key", Type::String),
            ])),
        ),
        ("uuid", Type::String),
    ]);
    let whole = conversion(
        &value(
            "{ path = \"/a\", labels = { env = \"x\" }, uuid = null,
               part = [{ size = 1, key = \"k\" }, { size = 2, key = \"l\" }] }",
        ),
        &ty,
    );
    let Ok(TypedValue {
        value: Value::Object(mut fields),
        ..
    }) = whole
    else {
        panic!("{whole:?}");
    };
    fields[3] = Value::UNKNOWN;
    scope.set(
        Node::Resource(ResourceAddress::managed("disk_image", "a")),
        TypedValue {
            ty,
            value: Value::Object(fields),
            marks: Marks {
                sensitive: vec![Path::new("part").index(1).attribute("key")],
                ephemeral: Vec::new(),
            },
        },
    );
    scope
}

fn run(text: &str) -> (TypedValue, Messages) {
    let mut messages = Messages::new();
    let value = evaluate(&scope(), &expr(text), &mut messages);
    (value, messages)
}

fn good(text: &str) -> TypedValue {
    let (value, messages) = run(text);
    assert!(messages.is_empty(), "{text}: {messages}");
    value
}

fn bad(text: &str) -> String {
    let (value, messages) = run(text);
    assert!(messages.has_errors(), "{text} gave {value:?}");
    assert!(messages.iter().all(|m| m.location.is_some()), "{messages}");
    messages.to_string()
}

#[test]
fn arithmetic_is_exact() {
    for (text, result) in [
        ("0.1 + 0.2", "0.3"),
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("-var.n + 1", "-9"),
        ("7 % 3", "1"),
        ("10 / 4", "2.5"),
        ("\"5\" + 1", "6"),
        ("9007199254740993 + 0", "9007199254740993"),
    ] {
        let Value::Number(number) = good(text).value else {
            panic!("{text}");
        };
        assert_eq!(number.to_string(), result, "{text}");
    }
    let splats = format!("local.list{}", "[*]".repeat(100_000));
    assert_eq!(good(&splats).value.element_count(), Some(3));
    assert!(bad("1 / 0").contains("main.tf:1:5"));
    assert!(bad("\"x\" + 1").contains("Invalid operand"));
    assert!(bad("local.none + 1").contains("must not be null"));
}

/// Terraform panics here.
#[test]
fn no_argument_makes_a_function_fill_the_memory() {
    for (text, part) in [
        ("indent(9223372036854775807, \"a\")", "64 MiB"),
        ("indent(20000000000, \"a\")", "64 MiB"),
        ("indent(40000000, \"a\\nb\\nc\")", "64 MiB"),
        ("setproduct(range(1000), range(1000))", "a million"),
        (
            "length(split(\"\", format(\"%[1]s%[1]s%[1]s\", indent(400000, \"\\n\"))))",
            "a million",
        ),
        (
            "length(split(\" \", indent(1000001, \"\\n\")))",
            "a million",
        ),
        (
            "length(regexall(\"\", indent(1000001, \"\\n\")))",
            "a million",
        ),
        ("parseint(format(\"%0513d\", 1), 10)", "too long"),
    ] {
        assert!(bad(text).contains(part), "{text}: {}", bad(text));
    }
    assert_eq!(good("indent(60000000, \"a\")").value, Value::from("a"));
    let none = format!("setproduct({}, [])", ["range(1000)"; 9].join(", "));
    assert_eq!(good(&none).value.element_count(), Some(0));
}

#[test]
fn comparison_and_logic() {
    for (text, result) in [
        ("1 < 2 && !(2 <= 1)", true),
        ("1 == 1.0", true),
        ("\"1\" == 1", false),
        ("local.none == null", true),
        ("[1, 2] == [1, 2]", true),
        ("{ a = 1 } != { a = 2 }", true),
        ("false || \"true\"", true),
    ] {
        assert_eq!(good(text).value, Value::Bool(result), "{text}");
    }
    assert!(bad("1 && true").contains("Invalid operand"));
}

#[test]
fn unknown_makes_unknown() {
    for text in [
        "disk_image.a.uuid",
        "\"x-${disk_image.a.uuid}\"",
        "disk_image.a.uuid == \"x\"",
        "disk_image.a.uuid == \"x\" ? 1 : 2",
        "disk_image.a.labels[disk_image.a.uuid]",
        "!disk_image.b.any",
        "-disk_image.b.any",
        "{ (disk_image.a.uuid) = 1 }",
        "disk_image.b.list[*].x",
    ] {
        assert!(good(text).value.is_unknown(), "{text}");
    }
    assert_eq!(good("disk_image.a.uuid == \"x\" ? 1 : 2").ty, Type::Number);
    assert_eq!(good("\"a${disk_image.a.uuid}\"").ty, Type::String);
    // A known element decides if it comes first.
    assert!(
        good("[disk_image.a.uuid, 1] == [\"x\", 2]")
            .value
            .is_unknown()
    );
    assert_eq!(
        good("[1, disk_image.a.uuid] == [2, \"x\"]").value,
        Value::Bool(false)
    );
}

#[test]
fn references_lead_to_values() {
    for (text, result) in [
        ("disk_image.a.path", "/a"),
        ("disk_image.a.labels.env", "x"),
        ("disk_image.a.labels[\"env\"]", "x"),
        ("disk_image.a[\"path\"]", "/a"),
        ("\"${disk_image.a.part[1].size}\"", "2"),
        (
            "\"${disk_image.a.part[*].size == null ? 0 : disk_image.a.part[*][\"size\"] == null ? 0 : 1}${disk_image.a.part.*.size[1]}\"",
            "12",
        ),
        ("\"${local.list[2]} ${path.module}\"", "3 ."),
        ("\"${\"nested ${1 + 1}\"}\"", "nested 2"),
        ("<<-EOT\n  a ${var.n}\n  EOT", "a 10\n"),
        ("true ? \"a\" : local.list[9]", "a"),
    ] {
        let value = conversion(&good(text), &Type::String).expect(text).value;
        assert_eq!(value, Value::from(result), "{text}");
    }
    assert_eq!(
        good("disk_image.a.path[*]").value,
        Value::List(vec!["/a".into()])
    );
    assert_eq!(good("local.none[*]").value, Value::List(vec![]));
}

#[test]
fn wrong_steps_are_reported() {
    for (text, part) in [
        ("disk_image.a.pth", "attribute named \"pth\""),
        ("disk_image.a.labels.x", "key \"x\""),
        ("disk_image.a.part[2]", "are 2 elements"),
        ("disk_image.a.part[0.5]", "whole number"),
        ("disk_image.a.part[-1]", "whole number"),
        ("disk_image.a.part.size", "[*].size"),
        ("disk_image.a.path.x", "has no attributes"),
        ("local.none.x", "null value"),
        ("local.none[0]", "null value"),
        ("\"x${local.none}\"", "null value"),
        ("\"x${local.list}\"", "string template"),
        ("local.none ? 1 : 2", "Null condition"),
        ("\"x\" ? 1 : 2", "condition type"),
        ("true ? [1] : { a = 1 }", "consistent types"),
        ("foo", "Invalid reference"),
        ("var", "must be followed"),
        ("templatefile(\"x\", {})", "use Terraform for it"),
        ("timestamp()", "a different value at every run"),
        ("uper(\"x\")", "Did you mean \"upper\"?"),
        ("module.a.b", "use Terraform for it"),
        ("caller.id", "not supported by the local runner"),
        ("caller", "not supported by the local runner"),
    ] {
        let messages = bad(text);
        assert!(messages.contains(part), "{text}: {messages}");
    }
}

#[test]
fn sensitive_parts_stay_sensitive() {
    for text in [
        "var.secret",
        "\"x${var.secret}\"",
        "disk_image.a.part[1].key",
        "disk_image.a.part[disk_image.a.uuid]",
        "var.secret == \"x\"",
        "var.secret == \"s\" ? 1 : 2",
        "[var.secret]",
        "{ a = var.secret }.a",
        "{ (var.secret) = 1 }",
        "disk_image.a.part[*].key",
    ] {
        assert!(good(text).is_sensitive(), "{text}");
    }
    for text in [
        "disk_image.a.part[0].key",
        "{ a = var.secret, b = 1 }.b",
        "disk_image.a.path",
    ] {
        assert!(!good(text).is_sensitive(), "{text}");
    }
    let list = good("[1, var.secret]");
    assert_eq!(list.marks.sensitive, [Path::root().index(1)]);
    let set = conversion(&list, &Type::set(Type::String)).expect("converts");
    assert_eq!(set.marks.sensitive, [Path::root()]);
    let map = conversion(&good("{ a = var.secret }"), &Type::map(Type::String)).expect("converts");
    assert_eq!(map.marks.sensitive, [Path::root().key("a")]);
}

#[test]
fn values_that_double_each_other_are_rejected() {
    let mut scope = Scope::default();
    let start = evaluate(
        &scope,
        &expr("[1, 2, 3, 4, 5, 6, 7, 8]"),
        &mut Messages::new(),
    );
    scope.set(Node::Local("l".into()), start.clone());
    for (text, times) in [
        ("[local.l, local.l, local.l, local.l]", 12),
        ("[local.l]", 250),
    ] {
        scope.set(Node::Local("l".into()), start.clone());
        let mut messages = Messages::new();
        for _ in 0..times {
            let next = evaluate(&scope, &expr(text), &mut messages);
            scope.set(Node::Local("l".into()), next);
        }
        assert!(messages.to_string().contains("too large"), "{text}");
    }
}

#[test]
fn types_of_variables() {
    let ty = |text: &str| type_constraint(&expr(text)).map(|c| c.ty.to_string());
    for text in [
        "string",
        "list(map(number))",
        "tuple([string, any])",
        "object({a=string, b=optional(set(bool))})",
    ] {
        assert_eq!(ty(text).expect(text), text);
    }
    assert_eq!(ty("list").expect("any"), "list(any)");
    assert_eq!(ty("map").expect("any"), "map(any)");
    assert_eq!(
        ty("object({ a = optional(string, \"x\") })").expect("default"),
        "object({a=optional(string)})"
    );
    for text in [
        "text",
        "set",
        "list(string, string)",
        "optional(string)",
        "\"string\"",
        "object({ a = optional(number, \"x\") })",
        "object({ a = optional(string, var.x) })",
        "object({ a = optional() })",
    ] {
        assert!(ty(text).is_err(), "{text}");
    }
}

#[test]
fn names_of_an_instance_are_seen_and_hidden_by_loops() {
    let mut scope = scope();
    let value = |scope: &Scope, text: &str| {
        let mut messages = Messages::new();
        let value = evaluate(scope, &expr(text), &mut messages);
        assert!(messages.is_empty(), "{text}: {messages}");
        value.value
    };
    let index = value(&scope, "3");
    scope.set(Node::CountIndex, TypedValue::new(Type::Number, index));
    assert_eq!(value(&scope, "count.index + 1"), Value::from(4));
    assert_eq!(
        value(&scope, "[for count in [{ index = 7 }] : count.index][0]"),
        Value::from(7)
    );
    assert_eq!(
        value(&scope, "[for a in [1] : [for a in [2] : a]][0][0]"),
        Value::from(2)
    );
}

#[test]
fn loops_that_make_too_much_are_rejected() {
    let mut scope = scope();
    scope.set(
        Node::Local("big".into()),
        TypedValue::string("x".repeat(1024 * 1024)),
    );
    for text in [
        "[for i in range(1000) : \"${i}${local.big}\"]",
        "[for i in range(1000) : trimspace(local.big)]",
        "join(\"\", [for i in range(1000) : local.big])",
        "format(\"%s%s\", replace(local.big, \"x\", local.big), 1)",
        "[for i in range(1000) : [for j in range(1000) : [for k in range(1000) : k]]]",
    ] {
        let mut messages = Messages::new();
        let _ = evaluate(&scope, &expr(text), &mut messages);
        let said = messages.to_string();
        assert!(
            said.contains("64 MiB") || said.contains("a million"),
            "{text}: {said}"
        );
    }
}

/// The same answers as `terraform console`.
#[test]
fn what_functions_make_of_a_negative_zero() {
    for (text, expected) in [
        ("tostring(max(-0, 0))", "-0"),
        ("tostring(max(0, -0))", "0"),
        ("tostring(min(-0, 0))", "-0"),
        ("tostring(abs(-0))", "0"),
        ("tostring(ceil(-0))", "0"),
        ("tostring(floor(0.5 * -0))", "0"),
        ("tostring(sum([-0]))", "-0"),
        ("tostring(sum([-0, -0]))", "-0"),
        ("tostring(sum([0, -0]))", "0"),
        ("format(\"%v\", -0)", "-0"),
        ("format(\"%5v|\", -0)", "   -0|"),
        ("format(\"%+v\", -0)", "-0"),
        ("format(\"%g\", -0)", "-0"),
        ("format(\"%e\", -0)", "-0.000000e+00"),
        ("format(\"%f\", -0)", "-0.000000"),
        ("format(\"%d\", -0)", "0"),
        ("format(\"%05d\", -0)", "00000"),
        ("format(\"%+d\", -0)", "+0"),
        ("format(\"%x\", -0)", "0"),
    ] {
        let value = evaluate(&Scope::default(), &expr(text), &mut Messages::new());
        assert_eq!(value.value, Value::from(expected), "{text}");
    }
}
