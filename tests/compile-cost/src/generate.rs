//! The structs, the same for every derive.

use std::fmt::Write as _;

/// How many structs.
pub(crate) const STRUCTS: usize = 200;
/// How many fields each has.
pub(crate) const FIELDS: usize = 30;
/// How many structs are nested in them.
const NESTED: usize = 20;

/// What is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Bare,
    /// `Schema`.
    Ours,
    /// `Serialize` and `Deserialize`.
    Serde,
    /// `Args`.
    Clap,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Bare, Kind::Ours, Kind::Serde, Kind::Clap];

    /// As the table calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Bare => "none",
            Kind::Ours => "Schema",
            Kind::Serde => "serde Serialize, Deserialize",
            Kind::Clap => "clap Args",
        }
    }

    /// The package's name.
    pub(crate) fn package(self) -> &'static str {
        match self {
            Kind::Bare => "cost-bare",
            Kind::Ours => "cost-ours",
            Kind::Serde => "cost-serde",
            Kind::Clap => "cost-clap",
        }
    }

    fn import(self) -> &'static str {
        match self {
            Kind::Bare => "",
            Kind::Ours => "use schema_runtime::Schema;\n",
            Kind::Serde => "use serde::{Deserialize, Serialize};\n",
            Kind::Clap => "use clap::Args;\n",
        }
    }
}

/// One field: its type and its annotation for us; clap's is always `long`.
struct Field {
    ty: String,
    ours: &'static str,
    nested: bool,
}

fn fields(number: usize) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut add = |count: usize, ty: &str, ours: &[&'static str]| {
        for i in 0..count {
            fields.push(Field {
                ty: ty.to_owned(),
                ours: ours[i % ours.len()],
                nested: false,
            });
        }
    };
    add(
        10,
        "String",
        &[
            "required, force_new, validate = length(1..=64)",
            "computed",
            "optional, default = \"a-1\", validate = [length(1..), regex(\"^[a-z][a-z0-9-]*$\")]",
            "optional, default = \"a\", validate = one_of(\"a\", \"b\", \"c\")",
        ],
    );
    add(
        5,
        "Option<String>",
        &["optional, force_new", "optional, computed"],
    );
    add(
        4,
        "i64",
        &[
            "required",
            "optional, default = 5, validate = range(1..=100)",
        ],
    );
    add(4, "bool", &["optional, default = false"]);
    add(2, "f64", &["optional, default = 0.5"]);
    add(2, "Vec<String>", &["optional", "optional, computed"]);
    add(
        1,
        "Option<i64>",
        &["optional, computed, validate = range(2..)"],
    );
    for (kind, block) in [
        (0, "block(list, max_items = 4)"),
        (1, "nested(list), optional"),
    ] {
        fields.push(Field {
            ty: format!("Vec<Part{}>", (number * 2 + kind) % NESTED),
            ours: block,
            nested: true,
        });
    }
    debug_assert_eq!(fields.len(), FIELDS);
    fields
}

fn part() -> Vec<Field> {
    [
        "required",
        "optional, default = \"x\", validate = length(..=8)",
    ]
    .into_iter()
    .map(|ours| ("String", ours))
    .chain([
        ("i64", "required, validate = range(1..)"),
        ("Option<bool>", "optional"),
    ])
    .map(|(ty, ours)| Field {
        ty: ty.to_owned(),
        ours,
        nested: false,
    })
    .collect()
}

fn emit(kind: Kind, name: &str, container: &str, fields: &[Field], out: &mut String) {
    let _ = writeln!(
        out,
        "/// The struct {name}, with a line that says what it is for."
    );
    match kind {
        Kind::Bare => {}
        Kind::Ours => {
            let _ = writeln!(out, "#[derive(Schema)]\n#[schema({container})]");
        }
        Kind::Serde => out.push_str("#[derive(Serialize, Deserialize)]\n"),
        // clap has lists of values and none of structs.
        Kind::Clap if name.starts_with("Part") => out.push_str("#[derive(Clone, Default)]\n"),
        Kind::Clap => out.push_str("#[derive(Args)]\n"),
    }
    let _ = writeln!(out, "pub struct {name} {{");
    for (i, field) in fields.iter().enumerate() {
        let _ = writeln!(
            out,
            "    /// Field number {i}, and what it means to a user."
        );
        match kind {
            Kind::Bare | Kind::Serde => {}
            Kind::Ours => {
                let _ = writeln!(out, "    #[field({})]", field.ours);
            }
            Kind::Clap if name.starts_with("Part") => {}
            Kind::Clap if field.nested => out.push_str("    #[arg(skip)]\n"),
            Kind::Clap => out.push_str("    #[arg(long)]\n"),
        }
        let _ = writeln!(out, "    pub field_{i}: {},", field.ty);
    }
    out.push_str("}\n");
}

/// A crate of so many structs, with a constant to edit.
pub(crate) fn source(kind: Kind, structs: usize, constant: usize) -> String {
    // The nested structs, which are always there, have nothing of clap's.
    let import = if kind == Kind::Clap && structs == 0 {
        ""
    } else {
        kind.import()
    };
    let mut out = format!("#![allow(dead_code)]\n{import}");
    let _ = writeln!(out, "pub const EDITED: usize = {constant};");
    for number in 0..NESTED {
        emit(kind, &format!("Part{number}"), "block", &part(), &mut out);
    }
    for number in 0..structs {
        let container = format!("resource = \"cost_thing_{number}\"");
        emit(
            kind,
            &format!("Thing{number}"),
            &container,
            &fields(number),
            &mut out,
        );
    }
    out
}
