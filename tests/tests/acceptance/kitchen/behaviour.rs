//! Defaults, computed values, replacement, the plan hook, private data.

use super::workspace;
use serde_json::json;

#[test]
fn defaults() {
    let Some(work) = workspace("defaults") else {
        return;
    };
    work.main("resource \"kitchen_defaults\" \"a\" {}\n");
    // A value that is required, with a function that may give it: the provider asks for it.
    work.terraform(&["validate"]).failed().says("account");
    work.set("KITCHEN_ACCOUNT", "acc");
    work.set("KITCHEN_AREA", "area");
    work.terraform(&["validate"]).succeeded();
    let plan = work.plan();
    let after = &plan.change("kitchen_defaults.a")["after"];
    let expected = json!({
        "text": "plain", "number": 7, "float": 0.5, "flag": true, "list": ["a", "b"],
        "owner": null, "account": "acc", "zone": "area", "unset": null,
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&after[name], value, "{name}");
    }
    assert_eq!(plan.unknown("kitchen_defaults.a"), ["id"]);
    work.apply();
    work.nothing_to_do();
    // Configured zeros are no defaults.
    work.main(
        "resource \"kitchen_defaults\" \"a\" {\n  text = \"\"\n  number = 0\n  float = 0\n  flag = false\n  \
         list = []\n  owner = \"o\"\n  zone = \"\"\n}\n",
    );
    let plan = work.plan();
    assert_eq!(plan.action("kitchen_defaults.a"), "update");
    assert_eq!(plan.after("kitchen_defaults.a", "/text"), "");
    assert_eq!(plan.after("kitchen_defaults.a", "/number"), &json!(0));
    assert_eq!(plan.after("kitchen_defaults.a", "/flag"), &json!(false));
    assert_eq!(plan.after("kitchen_defaults.a", "/list"), &json!([]));
    work.apply();
    work.nothing_to_do();
    // And back: the default again, not the prior value.
    work.main("resource \"kitchen_defaults\" \"a\" {}\n");
    work.set("KITCHEN_OWNER", "environment");
    work.set("KITCHEN_ZONE", "zone");
    let plan = work.plan();
    assert_eq!(plan.after("kitchen_defaults.a", "/number"), &json!(7));
    assert_eq!(plan.after("kitchen_defaults.a", "/owner"), "environment");
    assert_eq!(plan.after("kitchen_defaults.a", "/zone"), "zone");
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn computed_values() {
    let Some(work) = workspace("computed_values") else {
        return;
    };
    let thing = "kitchen_computed.a";
    let main = |fields: &str| format!("resource \"kitchen_computed\" \"a\" {{\n{fields}\n}}\n");
    work.main(&main("name = \"a\""));
    let plan = work.plan();
    assert_eq!(
        plan.unknown(thing),
        ["address", "id", "never", "once", "sum", "version"]
    );
    work.apply();
    work.nothing_to_do();
    assert!(work.state().object(thing).get("never").is_null());

    // Only what is declared to change does.
    work.main(&main("name = \"a\"\nother = \"x\""));
    assert_eq!(work.plan().unknown(thing), ["version"]);
    work.apply();
    work.nothing_to_do();
    work.main(&main("name = \"a\"\nother = \"x\"\nsize = 3"));
    assert_eq!(work.plan().unknown(thing), ["sum", "version"]);
    work.apply();
    assert_eq!(work.state().object(thing).get("sum"), "sum of 3");
    assert_eq!(work.state().object(thing).get("version"), &json!(3));
    work.nothing_to_do();

    // What was made is kept where it is no longer configured.
    work.main(&main("name = \"a\"\naddress = \"mine\""));
    work.apply();
    work.main(&main("name = \"a\""));
    work.nothing_to_do();
    assert_eq!(work.state().object(thing).get("address"), "mine");

    // The id changes in place.
    work.main(&main("name = \"b\""));
    let plan = work.plan();
    assert_eq!(plan.action(thing), "update");
    assert_eq!(plan.unknown(thing), ["id", "version"]);
    work.apply();
    assert_eq!(work.state().object(thing).get("id"), "b");
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn what_forces_a_replacement() {
    let Some(work) = workspace("what_forces_a_replacement") else {
        return;
    };
    let thing = "kitchen_replaced.a";
    let first = r#"
text   = "a"
list   = ["a"]
map    = { a = "1" }
set    = ["a"]
either = "a"
size   = "large"
object = { value = "a" }
nested = [{ fixed = "a", free = "a" }]
mapped = { k = { fixed = "a", free = "a" } }
whole { value = "a" }
part {
  fixed = "pa"
  free  = "a"
}
member {
  fixed = "ma"
  free  = "a"
}
one {
  fixed = "oa"
  free  = "a"
}
"#;
    let main = |fields: &str| {
        work.main(&format!(
            "resource \"kitchen_replaced\" \"a\" {{\n{fields}\n}}\n"
        ))
    };
    main(first);
    work.apply();
    work.nothing_to_do();
    let cases = [
        ("text   = \"a\"", "text = \"b\"", "text"),
        ("text   = \"a\"", "", "text"),
        ("list   = [\"a\"]", "list = [\"a\", \"b\"]", "list"),
        ("map    = { a = \"1\" }", "map = { a = \"2\" }", "map"),
        ("set    = [\"a\"]", "set = [\"b\"]", "set"),
        ("either = \"a\"", "either = \"b\"", "either"),
        ("size   = \"large\"", "", "size"),
        (
            "object = { value = \"a\" }",
            "object = { value = \"b\" }",
            "object",
        ),
        ("object = { value = \"a\" }", "", "object"),
        (
            "nested = [{ fixed = \"a\"",
            "nested = [{ fixed = \"b\"",
            "nested.0.fixed",
        ),
        (
            "k = { fixed = \"a\"",
            "k = { fixed = \"b\"",
            "mapped.k.fixed",
        ),
        (
            "whole { value = \"a\" }",
            "whole { value = \"b\" }",
            "whole",
        ),
        ("whole { value = \"a\" }", "", "whole"),
        ("fixed = \"pa\"", "fixed = \"b\"", "part.0.fixed"),
        ("fixed = \"ma\"", "fixed = \"b\"", "member"),
        // A changed element of a set is another element, which brings its own fixed part.
        ("free  = \"a\"\n}\none", "free = \"b\"\n}\none", "member"),
        ("fixed = \"oa\"", "fixed = \"b\"", "one.fixed"),
    ];
    for (before, after, path) in cases {
        assert!(first.contains(before), "{before}");
        main(&first.replace(before, after));
        let plan = work.plan_with(&["-refresh=false"]);
        assert_eq!(plan.action(thing), "delete create", "{before} → {after}");
        let paths = plan.replaced_by(thing);
        assert!(
            paths.iter().all(|found| found.starts_with(path)) && !paths.is_empty(),
            "{before} → {after}: {paths:?} and not {path}"
        );
    }
    // What is free changes in place.
    for before in [
        "free = \"a\" }]",
        "free = \"a\" } }",
        "free  = \"a\"\n}\nmember",
    ] {
        assert!(first.contains(before), "{before}");
        main(&first.replace(before, &before.replace("\"a\"", "\"b\"")));
        let plan = work.plan_with(&["-refresh=false"]);
        assert_eq!(plan.action(thing), "update", "{before}");
    }
    // Everything at once, for real; a computed value is made anew.
    let serial = work.state().object(thing).get("serial").clone();
    main(&first.replace("\"a\"", "\"z\""));
    let plan = work.plan();
    assert!(plan.is_unknown(thing, "/serial"));
    work.apply().says("1 added, 0 changed, 1 destroyed");
    assert_ne!(work.state().object(thing).get("serial"), &serial);
    work.nothing_to_do();
    work.clean();
}

#[test]
fn the_plan_hook() {
    let Some(work) = workspace("the_plan_hook") else {
        return;
    };
    let thing = "kitchen_hook.a";
    let main = |fields: &str| {
        work.main(&format!(
            "resource \"kitchen_hook\" \"a\" {{\n{fields}\n}}\n"
        ))
    };
    main("name = \"a\"\nsize = 3");
    let plan = work.plan();
    assert_eq!(plan.after(thing, "/shout"), "A");
    assert_eq!(plan.after(thing, "/double"), &json!(6));
    assert_eq!(plan.unknown(thing), ["id", "token"]);
    work.apply();
    work.nothing_to_do();
    main("name = \"b\"\nsize = 12");
    let plan = work.plan();
    assert_eq!(plan.action(thing), "update");
    assert_eq!(plan.unknown(thing), ["token"]);
    work.apply().says("Near bad luck");
    main("name = \"b\"\nsize = 4");
    let plan = work.plan();
    assert_eq!(plan.action(thing), "delete create");
    assert_eq!(plan.replaced_by(thing), ["size"]);
    work.apply();
    main("name = \"b\"\nsize = 13");
    work.terraform(&["plan"])
        .failed()
        .says("Not this size")
        .says("size = 13");
    main("name = \"b\"\nsize = 4\ndouble = 100");
    work.apply();
    main("name = \"b\"\nsize = 4");
    assert_eq!(work.plan().after(thing, "/double"), &json!(8));
    work.destroy();
    work.clean();
}

#[test]
fn private_data_and_old_fields() {
    let Some(work) = workspace("private_data_and_old_fields") else {
        return;
    };
    let main = |fields: &str| {
        work.main(&format!(
            "resource \"kitchen_kept\" \"a\" {{\n{fields}\n}}\n"
        ))
    };
    main("name = \"a\"");
    work.terraform(&["validate"])
        .succeeded()
        .says("use kitchen_fixed");
    work.apply();
    for count in 1..=3 {
        main(&format!("name = \"a{count}\""));
        work.apply();
        work.nothing_to_do();
        assert_eq!(
            work.state().object("kitchen_kept.a").get("changes"),
            &json!(count)
        );
    }
    main("name = \"a\"\ntitle = \"t\"");
    work.terraform(&["validate"]).succeeded().says("use name");
    main("name = \"a\"\ncolor = \"c\"");
    work.terraform(&["validate"])
        .failed()
        .says("it did nothing");
    main("name = \"a3\"");
    work.destroy();
    work.clean();
}

#[test]
fn a_resource_without_update() {
    let Some(work) = workspace("a_resource_without_update") else {
        return;
    };
    work.set("KITCHEN_REGION", "north");
    let main = |timeouts: &str| {
        work.main(&format!(
            "resource \"kitchen_fixed\" \"a\" {{\n  name = \"a\"\n  {timeouts}\n}}\n"
        ));
    };
    main("");
    work.apply();
    let made = work.state().object("kitchen_fixed.a").get("made").clone();
    assert_eq!(
        work.state().object("kitchen_fixed.a").get("region"),
        "north"
    );
    // The timeouts alone change without the author's code, which has no update.
    main("timeouts { create = \"5m\" }");
    let plan = work.plan();
    assert_eq!(plan.action("kitchen_fixed.a"), "update");
    assert!(plan.unknown("kitchen_fixed.a").is_empty());
    work.apply().says("1 changed");
    work.nothing_to_do();
    assert_eq!(work.state().object("kitchen_fixed.a").get("made"), &made);
    main("timeouts { delete = \"5x\" }");
    work.terraform(&["validate"]).failed().says("delete");
    main("");
    work.apply().says("1 changed");
    work.destroy();
    work.clean();
}

#[test]
fn the_data_source() {
    let Some(work) = workspace("the_data_source") else {
        return;
    };
    work.main(
        r#"
data "kitchen_echo" "a" {
  text  = "ab"
  words = ["one", "three"]
  line { text = "four" }
}
output "all" {
  value = [
    data.kitchen_echo.a.answer, data.kitchen_echo.a.lengths["three"], data.kitchen_echo.a.line[0].length,
    data.kitchen_echo.a.letters[1].letter, data.kitchen_echo.a.letters[1].place, data.kitchen_echo.a.id,
  ]
}
"#,
    );
    work.apply();
    let run = work.terraform(&["output", "-json", "all"]).succeeded();
    let all: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(all, json!(["ab, mild", 5, 4, "b", 1, "ab"]));
    work.nothing_to_do();
    work.main("data \"kitchen_echo\" \"a\" {\n  text = \"panic\"\n}\n");
    work.terraform(&["plan"])
        .failed()
        .says("the data source panics");
    work.clean();
}
