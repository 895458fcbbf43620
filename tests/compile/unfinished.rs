//! A module with one unfinished place: what the compiler reports, and (in `editor`) an editor.

use std::fs;
use std::path::Path;

use sdk_tests::in_parallel;
use serde_json::Value as Json;

use crate::rustc::Compiler;

/// An unfinished place in the program that has every kind of field.
pub(crate) struct Case {
    /// The finished text.
    written: &'static str,
    /// The unfinished text.
    pub(crate) other: &'static str,
    /// A string in the line of the error.
    place: &'static str,
    /// The number of errors beyond two that only the compiler causes, and no derive can avoid.
    of_rustc: usize,
    /// rust-analyzer itself finds nothing; its users see the compiler's errors when they save.
    pub(crate) only_compiler: bool,
}

impl Case {
    pub(crate) fn text(&self) -> String {
        // Warnings about unused imports, while a field has no type, are not errors here.
        let text = instead(&every_field(), "#![deny(warnings)]", "");
        instead(&text, self.written, self.other)
    }

    /// Whether a line is that of the mistake, or the next one.
    pub(crate) fn is_near(&self, text: &str, line: u64) -> bool {
        let offset = text.find(self.place).expect(self.place);
        let expected = 1 + text[..offset].matches('\n').count() as u64;
        line.abs_diff(expected) < 2
    }
}

const fn case(written: &'static str, other: &'static str, place: &'static str) -> Case {
    Case {
        written,
        other,
        place,
        of_rustc: 0,
        only_compiler: false,
    }
}

const SIZE: &str = "    size_mb: i64,";
const SPARSE: &str = "    sparse: bool,";
const LENGTH: &str = "validate = length(1..=64)";
const RESOURCE: &str = "    resource = \"disk_image\",\n";
const STRUCT: &str = "pub struct Image {";

pub(crate) const CASES: &[Case] = &[
    // Fields.
    case(SIZE, "    size_mb: ,", "    size_mb: ,"),
    case(SIZE, "    size_mb,", "    size_mb,"),
    case(SIZE, "    size_mb", "    size_mb\n"),
    // The compiler parses what follows as part of the type.
    Case {
        of_rustc: 2,
        ..case(SIZE, "    size_mb:", "    size_mb:\n")
    },
    Case {
        of_rustc: 1,
        ..case(SIZE, "    pub size_mb: Option<", "size_mb: Option<\n")
    },
    case(SIZE, "    size_mb: Option<,", "    size_mb: Option<,"),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field()]\n    more_of",
        "    more_of\n",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(optional)]\n    more_of: ,",
        "    more_of: ,",
    ),
    // Keys of fields.
    case("default = true", "default = ", "default = )]"),
    case("default = true", "default", "optional, default)]"),
    case("default = true", "defau", "defau)]"),
    case("default = true", "default = true,,", "true,,"),
    case(LENGTH, "validate = ", "validate = )]"),
    case(LENGTH, "validate = length", "validate = length)]"),
    case(LENGTH, "validate = length(1..=)", "length(1..=)"),
    case(LENGTH, "validate = [length(1..=64), ", "[length(1..=64)"),
    case(SIZE, "    size_mb i64,", "    size_mb i64,"),
    case(SIZE, "    size_mb = i64,", "    size_mb = i64,"),
    case(SIZE, "    size_mb: i64;", "    size_mb: i64;"),
    case(SIZE, "    size_mb: [],", "    size_mb: [],"),
    // The default and the checks are those of a number.
    Case {
        of_rustc: 1,
        ..case(SIZE, "    size_mb: &str,", "    size_mb: &str,")
    },
    case(SIZE, "    size_mb: _,", "    size_mb: _,"),
    case(SIZE, "    let size_mb: i64,", "    let size_mb: i64,"),
    case(SIZE, "    size-mb: i64,", "    size-mb: i64,"),
    // The content of the parentheses is resolved too.
    Case {
        only_compiler: true,
        ..case(SIZE, "    size_mb: list(int),", "    size_mb: list(int),")
    },
    case(SIZE, "    size_mb: Vec<,", "    size_mb: Vec<,"),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(req)]\n    more_of: String,",
        "#[field(req)]",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(required, )]\n    more_of: ,",
        "    more_of: ,",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(required validate = length(1..))]\n    more_of: String,",
        "required validate",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(required, validate = )]\n    more_of: String,",
        "validate = )]",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(optional, conflicts_with())]\n    more_of: Option<String>,",
        "conflicts_with()",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(optional, conflicts_with(spar))]\n    more_of: Option<String>,",
        "conflicts_with(spar)",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(computed())]\n    more_of: String,",
        "computed()",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(block())]\n    more_of: Vec<Partition>,",
        "block()",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field(block(list, max_items = ))]\n    more_of: Vec<Partition>,",
        "max_items = )",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[field]\n    more_of: String,",
        "#[field]\n",
    ),
    case(
        SPARSE,
        "    sparse: bool,\n    #[fiel(required)]\n    more_of: String,",
        "#[fiel(",
    ),
    // No derive yet.
    case(
        "#[derive(Schema)]\n#[schema(\n    resource",
        "#[schema(\n    resource",
        "resource = ",
    ),
    // Keys of structs.
    case(
        "timeouts(create = \"10m\"),",
        "timeouts(cr),",
        "timeouts(cr)",
    ),
    case("timeouts(create = \"10m\"),", "timeouts(),", "timeouts()"),
    case(RESOURCE, "", "import ="),
    case(RESOURCE, "resource,", "resource,"),
    case(RESOURCE, "resource = ,", "resource = ,"),
    case(RESOURCE, "\"disk_image\",", "\"disk_image\","),
    case("create = \"10m\"", "create = ", "create = )"),
    Case {
        only_compiler: true,
        ..case(
            "#[schema(\n    resource = \"disk_image\",\n    timeouts(create = \"10m\"),\n    import = \"{directory}/{name}\"\n)]\n",
            "",
            "impl Resource for Image",
        )
    },
    // Generic structs, which the compiler itself rejects by name alone.
    Case {
        of_rustc: 3,
        ..case(STRUCT, "pub struct Image<T> {", "pub struct Image<T> {")
    },
    Case {
        of_rustc: 3,
        ..case(STRUCT, "pub struct Image<'a> {", "pub struct Image<'a> {")
    },
    // Enums.
    case(
        "    Raw,\n",
        "    Raw,\n    #[schema(rename = )]\n    Other,\n",
        "#[schema(rename = )]",
    ),
];

pub(crate) fn every_field() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/pass/every_field.rs");
    fs::read_to_string(path).expect("a program")
}

/// The text with one part replaced.
pub(crate) fn instead(text: &str, written: &str, other: &str) -> String {
    assert_eq!(text.matches(written).count(), 1, "{written}");
    text.replace(written, other)
}

/// One mistake is one error, or two if the compiler first reports a syntax error.
#[test]
fn what_is_not_finished_is_one_error_or_two() {
    let compiler = Compiler::find();
    let wrong = in_parallel(CASES, |case| {
        let text = case.text();
        let errors = errors(&compiler, &text);
        let ours = errors.iter().filter(|(line, _)| case.is_near(&text, *line));
        let (ours, all) = (ours.count(), errors.len());
        // `impl Resource` and `impl Update` for a type that is not a resource are one mistake in
        // two places.
        let elsewhere = all - ours <= usize::from(case.only_compiler) + case.of_rustc;
        if ours == 0 || all > 2 + case.of_rustc || !elsewhere {
            return vec![format!("{}: {errors:#?}", case.other)];
        }
        Vec::new()
    })
    .concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Code that uses a field whose type does not fit does not compile either, but that is reported
/// afterwards, and unrelated code is not reported.
#[test]
fn a_type_that_does_not_fit_is_reported_first() {
    let compiler = Compiler::find();
    let text = instead(
        &every_field(),
        "fn main() {",
        "pub struct Own(f64);\nfn main() {",
    );
    for (written, other, words) in [
        (
            "zones: Vec<String>",
            "zones: Own",
            "`Own` is not a type for an attribute",
        ),
        (
            "zones: Vec<String>",
            "zones: Option<Vec<Own>>",
            "`Option<Vec<Own>>` is not a type for an attribute",
        ),
        (
            "partition: Vec<Partition>",
            "partition: Vec<Own>",
            "`Vec<Own>` does not fit its grouping",
        ),
    ] {
        let text = instead(&text, written, other);
        let errors = errors(&compiler, &text);
        assert_eq!(errors[0].1, words, "{errors:#?}");
        let line = |number: u64| {
            let index = usize::try_from(number).expect("a line") - 1;
            text.lines().nth(index).unwrap_or_default().to_lowercase()
        };
        // One for each use of a value of the type in provider code: there are five.
        let name = written.split(':').next().expect("a name");
        let of_field = |(number, _): &(u64, String)| line(*number).contains(name);
        assert!(
            errors.len() <= 6 && errors.iter().all(of_field),
            "{errors:#?}"
        );
    }
}

/// A wrong prefix is reported once, and mistakes in an entry with the right prefix are still
/// reported.
#[test]
fn a_wrong_prefix_hides_no_other_mistake() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/registration/names_of_another_provider.rs");
    let text = fs::read_to_string(path).expect("a program");
    let text = instead(&text, "\"disk_snapshot\"", "\"dsk_snapshot\"");
    let list = "resources![Image, Snapshot, Snapshot]";
    let text = instead(&text, "resources![Image, Snapshot]", list);
    let told = errors(&Compiler::find(), &text);
    let [(_, prefix), (_, twice)] = &told[..] else {
        panic!("{told:#?}");
    };
    assert!(
        prefix.contains("`disk_image` does not start with"),
        "{prefix}"
    );
    assert!(
        twice.contains("`dsk_snapshot` is registered twice"),
        "{twice}"
    );
}

/// The search for structs that contain each other has a limited depth. A longer cycle is still one
/// error, of the compiler, and the name in it says what is wrong.
#[test]
fn a_long_circle_is_one_error_that_says_what_it_is() {
    let compiler = Compiler::find();
    let count = 20;
    let structs: String = (0..count)
        .map(|number| {
            let next = (number + 1) % count;
            format!(
                "#[derive(schema_runtime::Schema)]\nstruct C{number} {{\n    #[field(block(list))]\n    next: Vec<C{next}>,\n}}\n"
            )
        })
        .collect();
    let errors = errors(&compiler, &format!("{structs}fn main() {{}}\n"));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(
        errors[0].1.contains("a_struct_cannot_contain_itself"),
        "{errors:#?}"
    );
}

/// The compiler's messages about a string, with the line of each.
fn errors(compiler: &Compiler, text: &str) -> Vec<(u64, String)> {
    let messages = compiler.messages_of(text);
    messages
        .iter()
        .filter(|message| message["level"] == "error")
        .map(|message| {
            let spans = message["spans"].as_array();
            let primary = |span: &&Json| span["is_primary"] == true;
            let span = spans.and_then(|spans| spans.iter().find(primary));
            let line = span.and_then(|span| span["line_start"].as_u64());
            let words = message["message"].as_str().unwrap_or_default();
            (line.unwrap_or_default(), words.to_owned())
        })
        .collect()
}
