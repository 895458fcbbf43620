//! Texts that Markdown or YAML would misinterpret.

use schema_runtime::Schema;

use super::{documented, item, page_of, provider, settings};
use crate::markdown::{code, description, fence, in_item, summary};
use crate::{PageKind, Provider, Sources};

#[test]
fn code_is_shown_unchanged() {
    for (text, shown) in [
        ("a", "`a`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("``a", "``` ``a ```"),
        ("<a> | *b*", "`<a> | *b*`"),
        ("a\nb", "`a b`"),
        ("", "`\"\"`"),
        ("  ", "`\"  \"`"),
    ] {
        assert_eq!(code(text), shown);
    }
    assert_eq!(fence("text", "a\n```\nb\n"), "````text\na\n```\nb\n````\n");
}

#[test]
fn a_description_keeps_what_would_be_eaten() {
    for (text, shown) in [
        ("the <name> of it", "the \\<name> of it"),
        ("`<name>` and ``a ` <b>``", "`<name>` and ``a ` <b>``"),
        ("a < b and 1<2", "a < b and 1<2"),
        (
            "<https://example.com/a> <br> <b>x</b>",
            "<https://example.com/a> <br> <b>x</b>",
        ),
        ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
        ("a \\<name>", "a \\<name>"),
        ("an odd ` and <name>", "an odd ` and \\<name>"),
        (
            "```ignore\nlet a: Vec<u8>;\n```",
            "```rust\nlet a: Vec<u8>;\n```",
        ),
        ("```\n<name>\n```\n<name>", "```\n<name>\n```\n\\<name>"),
        ("x <nothing", "x \\<nothing"),
        (
            "one\ntwo\n\n- a\n  b\n- c\n1. d\n\n    let x;\n    y",
            "one two\n\n- a b\n- c\n1. d\n\n    let x;\n    y",
        ),
        (
            "a hard  \nbreak\\\nand # one",
            "a hard  \nbreak\\\nand # one",
        ),
        ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
        ("~~~\n<name>\n~~~\n<name>", "~~~\n<name>\n~~~\n\\<name>"),
        (
            "~~~\n```\n<name>\n~~~\n<name>",
            "~~~\n```\n<name>\n~~~\n\\<name>",
        ),
        (
            "So:\n\n    Vec<u8>\n\n    <b> `\n\n<name>",
            "So:\n\n    Vec<u8>\n\n    <b> `\n\n\\<name>",
        ),
        // This is not code, but a continuation of the paragraph or item.
        ("So:\n    <name>", "So:\n    \\<name>"),
        (
            "- So:\n\n    <name>\n\n      <other>",
            "- So:\n\n    \\<name>\n\n      <other>",
        ),
        ("- a\n\nb\n\n    <name>", "- a\n\nb\n\n    <name>"),
        // A code span ends with its paragraph.
        ("an odd `\n\nand <name> `", "an odd `\n\nand \\<name> `"),
        ("- an odd `\n- and <name> `", "- an odd `\n- and \\<name> `"),
        (
            "| ` | <name> |\n|---|---|\n| ` | b |",
            "| ` | \\<name> |\n|---|---|\n| ` | b |",
        ),
        ("a `b\n<name>` c", "a `b\n<name>` c"),
        ("> a `b\n> <name>` c", "> a `b\n> <name>` c"),
        ("```a``` b\n<name>", "```a``` b\n\\<name>"),
    ] {
        assert_eq!(description(text), shown, "{text}");
    }
}

#[test]
fn a_summary_is_one_plain_line() {
    for (text, plain) in [
        (
            "A `disk` image,\nwith **parts**.\n\nMore.",
            "A disk image, with parts.",
        ),
        (
            "See [the guide](https://example.com/a) for [b].",
            "See the guide for [b].",
        ),
        ("", ""),
    ] {
        assert_eq!(summary(text), plain);
    }
    assert_eq!(in_item("a\n\n- b\nc", 2), "a\n\n  - b\n  c");
    assert_eq!(in_item("a\n\n- b\nc", 3), "a\n\n   - b\n   c");
}

/// A list:
///
/// - one
/// - two
#[derive(Schema)]
#[schema(resource = "disk_list", subcategory = "Storage: \"A\" & B")]
struct Listing {
    /// Values:
    ///
    /// - `a`: first
    /// - `b`: second
    #[field(optional, default = "a")]
    letter: String,
    /// A <name>, `{{x}}` or a | b
    #[field(required)]
    odd: String,
}

#[test]
fn a_description_of_several_paragraphs_stays_in_its_item() {
    let page = page_of::<Listing>();
    let expected = "- `letter` (String) Values:\n\n  - `a`: first\n  - `b`: second\n\n  Defaults to `\"a\"`.\n";
    assert!(page.contains(expected), "{page}");
    assert_eq!(
        item::<Listing>("odd"),
        "- `odd` (String) A \\<name>, `{{x}}` or a | b"
    );
}

#[derive(Schema)]
#[schema(resource = "disk_ends")]
struct Ends {
    /// Values:
    /// 1. first
    /// 2. second
    #[field(optional, default = 1)]
    numbered: i64,
    /// Values:
    /// 1) first
    #[field(optional, default = 1)]
    bracketed: i64,
    /// Values:
    /// + first
    #[field(optional, default = 1)]
    added: i64,
    /// | a |
    /// |---|
    /// | b |
    #[field(optional, default = 1)]
    table: i64,
    /// > Said.
    #[field(optional, default = 1)]
    quoted: i64,
    /// # Heading
    #[field(optional, default = 1)]
    headed: i64,
    /// ~~~
    /// code
    /// ~~~
    #[field(optional, default = 1)]
    fenced: i64,
    /// **Bold** words
    #[field(optional, default = 1)]
    bold: i64,
}

#[test]
fn facts_follow_a_list_or_a_table() {
    let page = page_of::<Ends>();
    for (name, shown) in [
        ("numbered", "Values:\n  1. first\n  2. second\n\n  Defaults"),
        ("bracketed", "Values:\n  1) first\n\n  Defaults"),
        ("added", "Values:\n  + first\n\n  Defaults"),
        ("table", "| a |\n  |---|\n  | b |\n\n  Defaults"),
        ("quoted", "> Said.\n\n  Defaults"),
        ("headed", "# Heading\n\n  Defaults"),
        ("fenced", "~~~\n  code\n  ~~~\n\n  Defaults"),
        ("bold", "**Bold** words. Defaults"),
    ] {
        let expected = format!("- `{name}` (Number) {shown} to `1`.");
        assert!(page.contains(&expected), "{name}: {page}");
    }
}

#[test]
fn front_matter_is_valid_whatever_the_texts_are() {
    let page = page_of::<Listing>();
    let expected = "---\n# Generated by \"terraform-provider-disk docs\", which overwrites it. \
                    Make changes in the schema, in examples/ or in templates/.\npage_title: \
                    \"disk_list Resource - disk\"\nsubcategory: \"Storage: \\\"A\\\" & \
                    B\"\ndescription: |-\n  A list:\n---\n\n# disk_list (Resource)\n";
    assert!(page.starts_with(expected), "{page}");
    // Without a description, the title exists, and nothing ends the front matter early.
    let none = Provider::new(settings(""));
    let index = &none.pages(&Sources::default()).unwrap()["docs/index.md"];
    assert!(index.contains("description: |-\n  disk Provider\n---\n\n# disk Provider\n\n## Schema\n\nIt takes no arguments.\n"), "{index}");
    let dashes = Provider::new(settings("---\nx: y"));
    let index = &dashes.pages(&Sources::default()).unwrap()["docs/index.md"];
    assert!(
        index.contains("description: |-\n  --- x: y\n---\n"),
        "{index}"
    );
}

#[derive(Schema)]
#[schema(resource = "disk")]
struct Whole {}

#[derive(Schema)]
#[schema(resource = "other_thing")]
struct Other {}

#[derive(Schema)]
#[schema(resource = "disk_other_thing")]
struct Both {}

#[test]
fn a_page_has_the_name_without_that_of_the_provider() {
    let provider = provider()
        .with(documented::<Whole>(PageKind::Resource))
        .with(documented::<Other>(PageKind::Resource))
        .with(documented::<Both>(PageKind::Resource));
    let pages = provider.pages(&Sources::default()).unwrap();
    let names: Vec<&str> = pages.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "docs/index.md",
            "docs/resources/disk.md",
            "docs/resources/disk_other_thing.md",
            "docs/resources/other_thing.md"
        ]
    );
}

/// Type names may come from a provider that is built at run time, too.
#[test]
fn no_name_leads_out_of_the_folder() {
    let mut evil = documented::<Whole>(PageKind::Resource);
    evil.name = "../../evil".to_owned();
    let problems = provider()
        .with(evil)
        .pages(&Sources::default())
        .unwrap_err();
    assert!(
        problems[0]
            .to_string()
            .contains("cannot be the name of a page"),
        "{problems:?}"
    );
}
