use super::ast::{ExprKind, Key, Part, Step};
use super::*;

fn parsed(text: &str) -> ast::Body {
    parse("main.tf", text.to_owned()).unwrap_or_else(|m| panic!("{m}"))
}

fn value(text: &str) -> ExprKind {
    parsed(&format!("x = {text}\n"))
        .attributes
        .remove(0)
        .value
        .kind
}

#[test]
fn numbers_are_exact() {
    for text in [
        "0.1",
        "123456789012345678901234567890",
        "1.00000000000000000000000000000001",
        &"9".repeat(150),
        &format!("1{}", "0".repeat(400)),
    ] {
        let ExprKind::Number(number) = value(text) else {
            panic!("{text} is not a number");
        };
        assert_eq!(number.to_string(), text);
    }
    let ExprKind::Number(number) = value("-1.5e3") else {
        panic!("not a number");
    };
    assert_eq!(number.to_string(), "-1500");
}

#[test]
fn numbers_may_be_larger_than_a_float() {
    for text in [
        "1e500",
        "-1e500",
        "[0.5, 1e500]",
        "\"${1e500} and 1e501\"",
        "f(1e500) + 1e400",
    ] {
        let found = format!("{:?}", value(text));
        assert!(found.contains(&"0".repeat(400)), "{text}: {found}");
    }
    // Errors elsewhere are reported at their own place.
    let error = parse("main.tf", "a = 1e500\nb = ]\n".to_owned()).unwrap_err();
    assert!(error.to_string().contains("main.tf:2:5"), "{error}");
    let error = parse("main.tf", "a = 1e50000\n".to_owned()).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}

#[test]
fn everything_has_its_place() {
    let body = parsed(
        "resource \"disk_image\" \"a\" {\n  name = \"x\"\n  partition {\n    size = 1\n  }\n}\n",
    );
    let block = &body.blocks[0];
    assert_eq!(block.at.to_string(), "main.tf:1:1");
    assert_eq!(block.at.text(), "resource \"disk_image\" \"a\"");
    assert_eq!(block.labels[1].at.text(), "\"a\"");
    let name = block.body.attribute("name").expect("name");
    assert_eq!(
        (name.name.at.to_string(), name.value.at.to_string()),
        ("main.tf:2:3".into(), "main.tf:2:10".into())
    );
    let size = &block.body.blocks[0].body.attributes[0];
    assert_eq!(size.value.at.to_string(), "main.tf:4:12");
}

#[test]
fn references_and_templates() {
    let ExprKind::Traversal(root, steps) = value("disk_image.a.partition[0].size") else {
        panic!("no traversal");
    };
    assert!(matches!(&root.kind, ExprKind::Variable(name) if &**name == "disk_image"));
    assert!(
        matches!(&steps[..], [Step::Attribute(_), Step::Attribute(_), Step::Index(_), Step::Attribute(last)] if last.at.text() == "size")
    );
    let ExprKind::Template(parts) = value("\"a ${~ b } $${c}\"") else {
        panic!("not a template");
    };
    assert!(
        matches!(&parts[..], [Part::Literal(a), Part::Interpolation(b), Part::Literal(c)]
        if &**a == "a" && b.at.text() == "b" && &**c == " ${c}")
    );
    assert!(matches!(value("\"${b}\""), ExprKind::Template(parts) if parts.len() == 1));
    assert!(
        matches!(value("<<-EOT\n    one\n      two\n    EOT"), ExprKind::String(s) if &*s == "one\n  two\n")
    );
    assert!(matches!(value("<<EOT\n${b}\nEOT"), ExprKind::Template(parts) if parts.len() == 2));
    let ExprKind::Object(items) = value("{ a = 1, \"b\" = 2, (c) = 3 }") else {
        panic!("no object");
    };
    assert!(matches!(&items[0].0, Key::Name(name) if &**name == "a"));
    assert!(matches!(&items[2].0, Key::Expr(key) if matches!(key.kind, ExprKind::Parenthesis(_))));
}

#[test]
fn text_is_normalised() {
    assert!(matches!(value("\"e\u{301}\""), ExprKind::String(s) if &*s == "\u{e9}"));
}

#[test]
fn what_does_not_parse_is_shown() {
    let messages = parse("main.tf", "a = 1\nb = = 2\n".into()).expect_err("bad");
    let message = messages.iter().next().expect("one");
    let at = message.location.as_ref().expect("place");
    assert_eq!((at.file(), at.line()), ("main.tf", 2));
    assert_eq!(at.excerpt().line, "b = = 2");
}

#[test]
fn hostile_depth_is_rejected() {
    for text in [
        format!("x = {}1{}\n", "[".repeat(100_000), "]".repeat(100_000)),
        format!("x = 1{}\n", " + 1".repeat(100_000)),
        format!("x = {}true\n", "!".repeat(100_000)),
        format!("{}{}", "a {\n".repeat(50_000), "}\n".repeat(50_000)),
        format!("x = {}1\n", "a ? b : ".repeat(20_000)),
    ] {
        assert!(parse("main.tf", text).is_err());
    }
}

#[test]
fn all_files_of_a_directory_are_tried() {
    let directory = tempfile::tempdir().expect("temporary directory");
    for (name, text) in [
        ("b.tf", "b ="),
        ("a.tf", "= a"),
        ("c.txt", "= c"),
        (".d.tf", "= d"),
        ("e.tf", "e = 1\n"),
    ] {
        fs::write(directory.path().join(name), text).expect("written");
    }
    let messages = read(directory.path()).expect_err("two do not parse");
    let files: Vec<_> = messages
        .iter()
        .filter_map(|m| m.location.as_ref().map(|l| l.file().to_owned()))
        .collect();
    assert_eq!(files, ["a.tf", "b.tf"]);
    assert_eq!(
        read(&directory.path().join("e.tf")).expect("parses").len(),
        1
    );
    assert!(read(&directory.path().join("missing.tf")).is_err());
}

#[test]
fn what_is_not_closed_is_reported_in_terraforms_words() {
    for (text, line, summary) in [
        ("a {\n  x = \"abc\n}\n", 2, "Invalid multi-line string"),
        (
            "a {\n  x = \"a${f(\"b\")}bc\n}\n",
            2,
            "Invalid multi-line string",
        ),
        ("a {\n  x = \"abc", 2, "Unterminated template string"),
        ("a {\n  x = <<EOT\nabc\n", 4, "Unterminated template string"),
        (
            "resource \"a\" \"b\" {\n  x = 1\n",
            1,
            "Unclosed configuration block",
        ),
        (
            "a {\n  b {\n    x = \"}\"\n  }\n",
            1,
            "Unclosed configuration block",
        ),
        (
            "a {\n  b {\n    x = \"}\"\n",
            2,
            "Unclosed configuration block",
        ),
        // A different error before that.
        ("a {\n  x = = 1\n  y = \"abc\n}\n", 2, "Invalid expression"),
        (
            "a {\n  x = {\n    a = 1",
            2,
            "Unterminated object constructor expression",
        ),
    ] {
        let messages = parse("main.tf", text.to_owned()).expect_err(text);
        let message = messages.iter().next().expect("one");
        assert_eq!(&*message.diagnostic.summary, summary, "{text}");
        let at = message.location.as_ref().expect("a place");
        assert_eq!(at.line(), line, "{text}: {at}");
    }
}

/// Text that starts like each of these and ends anywhere is read to the end, quickly and without a
/// panic.
#[test]
fn faults_are_looked_for_in_anything() {
    let whole = "a \"b\" {\n  x = [for a, b in {c = 1, \"d\" = f(1, g...)} : \"${b}\\u00e9%{ if c ~}é%{ else }$${%{ endif }\" if !a.b[*].c[0]]\n  \
                 y = <<-E\n  %{ for a in b }${a.0}\n %{ endfor }\n  E\n  /* é */ z = a::b(1) ? -1e-5 : (2 // x\n)\n}\n";
    let faults = |text: &str| faults::faults(&SourceFile::new("main.tf", text));
    assert_eq!(faults(whole), Messages::new());
    let ends = whole.char_indices().map(|(at, _)| at);
    for end in ends {
        let _ = faults(&whole[..end]);
        let _ = faults(&whole[end..]);
    }
    // If any of these were read more than once, the test would take minutes.
    for part in [
        "/*", "[", "\"${", "a {\n", "<<E\n", "x ? ", "f(", "{a=", "\\", "$", "\"", "-", "a.", "<",
        "a<<b",
    ] {
        let _ = faults(&part.repeat(100_000));
        let _ = faults(&format!("a = {}", part.repeat(100_000)));
        let _ = faults(&format!("a = \"{}", part.repeat(100_000)));
    }
}
