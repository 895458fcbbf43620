//! A user's steps with one of each kind. The same steps run with the provider as another one's old
//! program.

use super::shelf::Book;
use super::test;
use schema_provider::testing::{Step, creates, listed, object, opened, replaces, updates};

pub(crate) const BOOK: &str = "resource \"shelf_book\" \"a\" {\n  name = \"a\"\n  pages = 3\n}\n";

#[test]
fn a_book_and_its_identity() {
    test()
        .step(
            Step::apply(BOOK).plans(creates("shelf_book.a")).saves(
                object("shelf_book.a")
                    .attr(Book::PAGES)
                    .is(3)
                    .attr(Book::LOCK_LENGTH)
                    .is(0),
            ),
        )
        .step(Step::apply(BOOK.replace('3', "4")).plans(updates("shelf_book.a")))
        .step(Step::import("shelf_book.a"))
        .step(
            Step::apply(BOOK.replace("\"a\"\n  pages", "\"b\"\n  pages"))
                .plans(replaces("shelf_book.a")),
        )
        .run();
}

#[test]
fn imported_by_identity() {
    let import = "import {\n  to = shelf_book.a\n  identity = { name = \"a\" }\n}\n";
    test()
        .needs_terraform("1.12", "identities come with that version")
        .step(Step::apply(BOOK))
        .step(Step::forget("shelf_book.a"))
        .step(Step::apply(format!("{BOOK}{import}")).counts(0, 0, 0))
        .run();
}

#[test]
fn functions() {
    let config = "output \"t\" {\n  value = provider::shelf::title(\"war and peace\")\n}\n\
                  output \"l\" {\n  value = provider::shelf::longest(\"a\", \"abc\", \"ab\")\n}\n\
                  output \"n\" {\n  value = provider::shelf::longest() == null\n}\n";
    test()
        .step(
            Step::apply(config)
                .output("t")
                .is("War and peace")
                .output("l")
                .is("abc")
                .output("n")
                .is(true),
        )
        .step(
            Step::plan("output \"t\" {\n  value = provider::shelf::title(\"\")\n}\n")
                .fails("Invalid value for \"text\" parameter"),
        )
        .run();
}

#[test]
fn a_lock_from_a_card() {
    let config = |version: i64| {
        format!(
            "ephemeral \"shelf_card\" \"c\" {{\n  holder = \"me\"\n}}\nresource \"shelf_book\" \"a\" {{\n  name = \"a\"\n  lock = ephemeral.shelf_card.c.number\n  lock_version = {version}\n}}\n"
        )
    };
    test()
        .step(
            Step::apply(config(1)).opens(opened("shelf_card")).saves(
                object("shelf_book.a")
                    .attr(Book::LOCK_LENGTH)
                    .is(7)
                    .attr(Book::LOCK)
                    .is_null(),
            ),
        )
        .step(Step::apply(config(2)).plans(updates("shelf_book.a")))
        .step(Step::outside(|run| {
            assert!(!run.directory().join("books/me.card").exists())
        }))
        .run();
}

#[test]
fn lists() {
    let books = "resource \"shelf_book\" \"b\" {\n  for_each = toset([\"x1\", \"x2\", \"y\"])\n  name = each.key\n}\n";
    let list = "list \"shelf_book\" \"all\" {\n  provider = shelf\n  config {\n    prefix = \"x\"\n  }\n}\n";
    test()
        .step(Step::apply(books))
        .step(Step::query(list).lists(listed("list.shelf_book.all").count(2)))
        .run();
}

#[test]
fn actions() {
    let config = "resource \"shelf_book\" \"a\" {\n  name = \"a\"\n  lifecycle {\n    action_trigger {\n      events = [after_create]\n      actions = [action.shelf_dust.d]\n    }\n  }\n}\naction \"shelf_dust\" \"d\" {\n  config {\n    book = \"a\"\n  }\n}\n";
    test()
        .needs_terraform("1.14", "actions come with that version")
        .step(Step::apply(config).shows_progress("2 of 2"))
        .step(Step::outside(|run| {
            assert!(run.directory().join("books/a.dusted").exists())
        }))
        .step(Step::invoke("action.shelf_dust.d"))
        .run();
}

#[test]
fn replace_triggered() {
    let config = |pages: i64| {
        format!(
            "resource \"shelf_book\" \"a\" {{\n  name = \"a\"\n  pages = {pages}\n}}\nresource \"shelf_book\" \"b\" {{\n  name = \"b\"\n  lifecycle {{\n    replace_triggered_by = [shelf_book.a.pages]\n  }}\n}}\n"
        )
    };
    test()
        .step(Step::apply(config(1)))
        .step(Step::apply(config(2)).plans(replaces("shelf_book.b")))
        .run();
}
