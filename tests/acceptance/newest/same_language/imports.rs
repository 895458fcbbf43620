//! `import` blocks, by id and by identity.

use super::super::LIB;
use super::{Bench, Refused, Stricter, Taken, case, refused};

const BOOK: &str = "resource \"lib_book\" \"b\" {\n  shelf = \"s\"\n}\n";
const LOAN: &str = "resource \"lib_loan\" \"b\" {\n  reader = \"somebody\"\n}\n";
const BOOKS: &str =
    "resource \"lib_book\" \"b\" {\n  for_each = toset([\"x\", \"y\"])\n  shelf = each.key\n}\n";

fn import(to: &str, by: &str) -> String {
    format!("import {{\n  to = {to}\n  {by}\n}}\n")
}

fn book(by: &str) -> String {
    BOOK.to_owned() + &import("lib_book.b", by)
}

fn loan(by: &str) -> String {
    LOAN.to_owned() + &import("lib_loan.b", by)
}

#[test]
fn ids_and_identities_of_imports() {
    let Some(bench) = Bench::new(LIB, "provider \"lib\" {}\n") else {
        return;
    };
    let secret = "variable \"v\" {\n  default = \"s\"\n  sensitive = true\n}\n";
    let passing = "variable \"v\" {\n  default = \"s\"\n  ephemeral = true\n}\n";
    let seat = "resource \"lib_seat\" \"o\" {\n  row = 1\n}\n";
    bench.compare(
        &["plan"],
        &[
            case(book("id = \"s/c1\""), Taken),
            case(book("identity = { shelf = \"s\" }"), Taken),
            case(
                book("id = \"s/c1\"\n  identity = { shelf = \"s\" }"),
                refused("Invalid import block"),
            ),
            case(book(""), refused("Invalid import block")),
            case(book("id = null"), refused("Invalid import id argument")),
            case(book("id = \"\""), refused("Invalid import id argument")),
            case(loan("id = 7"), Taken),
            case(loan("id = [7]"), refused("string")),
            // Terraform 1.17 rejects both, and 1.15 crashes on an identity of that kind.
            case(
                book("id = \"${var.v}/c1\"") + secret,
                Stricter("cannot be sensitive"),
            ),
            case(
                book("id = \"${var.v}/c1\"") + passing,
                Stricter("cannot be ephemeral"),
            ),
            case(
                book("id = lib_seat.o.id") + seat,
                refused("Invalid import id argument"),
            ),
            case(
                book("identity = { shelf = lib_seat.o.id }") + seat,
                refused("Invalid import identity argument"),
            ),
            case(book("identity = { shelf = \"s\", room = 1 }"), Taken),
            case(
                book("identity = null"),
                refused("Invalid import identity argument"),
            ),
            case(book("identity = \"s\""), refused("dentity")),
            case(book("identity = {}"), refused("shelf")),
            case(book("identity = { shelf = null }"), refused("shelf")),
            case(book("identity = { shelf = [] }"), refused("shelf")),
            case(loan("identity = { serial = \"7\" }"), Taken),
            case(loan("identity = { serial = \"x\" }"), refused("serial")),
            case(
                "resource \"lib_plain\" \"p\" {\n  name = \"p\"\n}\n".to_owned()
                    + &import("lib_plain.p", "identity = { name = \"p\" }"),
                refused("dentity"),
            ),
            case(
                book("id = local.z") + "locals {\n  z = \"s/c1\"\n}\n",
                Taken,
            ),
            case(
                book("identity = local.z")
                    + "locals {\n  z = { shelf = local.y }\n  y = \"s\"\n}\n",
                Taken,
            ),
            case(book("id = \"s/c${lib_seat.o.row}\"") + seat, Taken),
            case(book("id = local.nothing"), refused("declared")),
            case(
                book("identity = { shelf = var.nothing }"),
                refused("declared"),
            ),
            case(book("id = lib_book.b.shelf"), refused("lib_book.b")),
            case(book("id = count.index"), refused("count")),
            case(book("id = each.key"), refused("each")),
            case(book("id = self.shelf"), refused("self")),
            case(
                book("id = \"s/c1\"\n  depends_on = []"),
                refused("Unsupported argument"),
            ),
            case(
                book("id = \"s/c1\"\n  provider = lib"),
                refused("Invalid import provider argument"),
            ),
            case(
                book("id = \"s/c1\"\n  provider = lib")
                    .replace("shelf = \"s\"\n}", "shelf = \"s\"\n  provider = lib\n}"),
                Taken,
            ),
            case(
                book("id = \"s/c1\"")
                    .replace("shelf = \"s\"\n}", "shelf = \"s\"\n  provider = \"lib\"\n}"),
                Taken,
            ),
        ],
    );
}

#[test]
fn targets_of_imports() {
    let Some(bench) = Bench::new(LIB, "provider \"lib\" {}\n") else {
        return;
    };
    let id = "id = \"s/c1\"";
    let missing = "does not exist";
    let each = |for_each: &str, to: &str, by: &str| {
        BOOKS.to_owned() + &import(to, &format!("for_each = {for_each}\n  {by}"))
    };
    let seat = "resource \"lib_seat\" \"o\" {\n  row = 1\n}\n";
    let key = "lib_book.b[each.key]";
    bench.compare(
        &["plan"],
        &[
            case(
                book(id) + &import("lib_book.b", id),
                refused("Duplicate import configuration"),
            ),
            case(
                BOOK.to_owned() + &import("lib_book.z", id),
                refused(missing),
            ),
            case(
                BOOK.to_owned() + &import("lib_book.b[0]", id),
                Refused("Invalid import 'to' expression", missing),
            ),
            case(
                BOOKS.to_owned() + &import("lib_book.b", id),
                Refused("Invalid import 'to' expression", missing),
            ),
            case(
                BOOKS.to_owned() + &import("lib_book.b[\"x\"]", "id = \"x/c1\""),
                Taken,
            ),
            case(
                BOOKS.to_owned() + &import("lib_book.b[\"z\"]", id),
                refused(missing),
            ),
            case(
                BOOKS.to_owned()
                    + "locals {\n  k = \"x\"\n}\n"
                    + &import("lib_book.b[local.k]", id),
                refused("nvalid"),
            ),
            case(
                BOOK.to_owned() + &import("data.lib_book.b", id),
                refused("Invalid import address"),
            ),
            case(
                BOOK.to_owned() + &import("lib_book.b.shelf", id),
                refused("nvalid"),
            ),
            case(BOOK.to_owned() + &import("lib_book", id), refused("nvalid")),
            case(
                each(
                    "toset([\"x\", \"y\"])",
                    key,
                    "identity = { shelf = each.key }",
                ),
                Taken,
            ),
            case(
                each("toset([\"x\", \"y\"])", key, "id = \"${each.value}/c1\""),
                Taken,
            ),
            case(
                each(
                    "{ x = { shelf = \"x\" }, y = { shelf = \"y\", code = \"c2\" } }",
                    key,
                    "identity = each.value",
                ),
                Taken,
            ),
            case(
                each(
                    "[\"x\", \"y\"]",
                    "lib_book.b[each.value]",
                    "id = \"${each.value}/c${each.key}\"",
                ),
                Taken,
            ),
            case(
                each(
                    "[{ k = \"x\" }]",
                    "lib_book.b[each.value.k]",
                    "identity = { shelf = each.value.k }",
                ),
                Taken,
            ),
            case(
                each(
                    "toset([{ k = \"x\" }])",
                    "lib_book.b[each.value.k]",
                    "identity = { shelf = each.key.k }",
                ),
                Taken,
            ),
            case(each("{}", key, id), Taken),
            case(each("null", key, id), Taken),
            case(each("\"x\"", key, id), refused("or_each")),
            case(each("toset([\"x\", \"z\"])", key, id), refused(missing)),
            // Terraform imports one of the two.
            case(
                each(
                    "toset([\"x\", \"y\"])",
                    "lib_book.b[\"x\"]",
                    "id = \"${each.value}/c1\"",
                ),
                Stricter("Duplicate import configuration"),
            ),
            case(
                each("toset([lib_seat.o.id])", key, id) + seat,
                refused("Invalid for_each argument"),
            ),
            case(
                each("{ x = lib_seat.o.id }", key, id) + seat,
                refused("Invalid for_each argument"),
            ),
            case(
                each("toset([\"x\"])", "lib_book.b[local.k]", id) + "locals {\n  k = \"x\"\n}\n",
                refused("can be used in import address index expressions"),
            ),
            case(
                each("toset([local.k])", key, "id = \"${each.key}/c1\"")
                    + "locals {\n  k = \"x\"\n}\n",
                Taken,
            ),
            case(
                each("toset([var.v])", key, "id = \"x/c1\"")
                    + "variable \"v\" {\n  default = \"x\"\n  ephemeral = true\n}\n",
                refused("phemeral"),
            ),
            case(
                each("toset([var.v])", key, "id = \"x/c1\"")
                    + "variable \"v\" {\n  default = \"x\"\n  sensitive = true\n}\n",
                Taken,
            ),
            case(
                each("toset([var.v])", "lib_book.b[each.value]", "id = \"x/c1\"")
                    + "variable \"v\" {\n  default = \"x\"\n  sensitive = true\n}\n",
                refused("cannot be sensitive"),
            ),
        ],
    );
}
