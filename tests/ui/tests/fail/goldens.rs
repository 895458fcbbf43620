//! What the compiler prints of each program, read as an author reads it: one mistake is one error, at the tokens that
//! the program's first line names, with what to do, and with nothing beside it. Nothing is compiled for that.

use std::fs;
use std::path::Path;

use super::{package, programs};

/// Where the compiler alone speaks, without help, and why no text of ours can stand there.
const RUSTC_ALONE: &[(&str, &str)] = &[
    (
        "names/declared_twice.rs",
        "the struct has two fields of one name before anything of ours is asked; both places are shown",
    ),
    (
        "names/own_constant.rs",
        "two constants of one name are found before anything of ours is asked; both places are shown",
    ),
    (
        "types/type_of_terraform.rs",
        "names that are not found are told before a warning would be",
    ),
    (
        "impls/question_mark_on_an_option.rs",
        "no trait of ours is asked for; what to write is beside the tokens",
    ),
];

/// Messages of rustc's own that show a line of ours, which says what to write: no trait of ours can be asked.
const SHOWN: &[(&str, &str)] = &[
    (
        "access/none_in_set.rs",
        "// `None` alone has no type: write `set_null`",
    ),
    (
        "access/none_in_set_new.rs",
        "// `None` alone has no type: write `set_null`",
    ),
    (
        "access/has_change_of_two.rs",
        "// one field; of several: `has_changes((…, …))`",
    ),
    (
        "access/has_changes_of_two.rs",
        "// several fields in one tuple: `has_changes((…, …))`",
    ),
    (
        "access/prior_without_a_field.rs",
        "// of one field; the whole object: `prior_struct()`",
    ),
    (
        "access/refuse_without_detail.rs",
        "// a field, a summary, a detail",
    ),
    (
        "access/refuse_with_one_text.rs",
        "// a field, a summary, a detail",
    ),
    (
        "lists/push_without_a_name.rs",
        "// a name for people, then the object: `push(name, object)`",
    ),
    (
        "impls/delete_without_async.rs",
        "// write `async fn delete(…) -> Result`",
    ),
    (
        "impls/diagnostics_of_a_text.rs",
        "// none yet; one: `Diagnostic::error(\"…\").into()`",
    ),
    (
        "impls/text_pushed.rs",
        "// one, made first: `push(Diagnostic::error(\"…\").at(Image::NAME))`",
    ),
    (
        "steps/equals_of_a_value.rs",
        "// the address of an object and its attribute; a value: `.is(…)`",
    ),
    (
        "impls/detail_beside_the_summary.rs",
        "// one text; a second: `.with_detail(\"…\")`",
    ),
    (
        "impls/progress_of_a_format.rs",
        "// one text: `format!(\"{n} of {all}\")`",
    ),
    (
        "steps/import_with_its_id.rs",
        "// an address; its id: `.id(\"…\")`",
    ),
];

/// How a note of the compiler's own begins: why it asked, and where what it names is written.
const OF_RUSTC: &[&str] = &[
    "required ",
    "expected ",
    "the following ",
    "the trait ",
    "the method ",
    "the type ",
    "the full ",
    "method defined here",
    "associated function defined here",
    "function defined here",
    "tuple variant defined here",
    "there is a method",
    "`#[",
    "type parameter",
    "multiple ",
    "evaluation ",
    "consider ",
    "cycle used ",
    "see ",
    "inside ",
    "this error ",
    "...",
];

#[test]
fn each_mistake_is_one_error_at_its_tokens_with_a_remedy() {
    let programs = programs();
    assert!(programs.len() >= 400, "only {}", programs.len());
    let mut wrong = Vec::new();
    for program in &programs {
        let text = fs::read_to_string(package().join(program)).expect("a program");
        let golden = package().join(program).with_extension("stderr");
        let golden = fs::read_to_string(golden).unwrap_or_default();
        let what = what_is_wrong(program, &text, &golden);
        wrong.extend(
            what.into_iter()
                .map(|what| format!("{}: {what}", program.display())),
        );
    }
    for (name, _) in RUSTC_ALONE.iter().chain(SHOWN) {
        if !programs.iter().any(|program| program == Path::new(name)) {
            wrong.push(format!("{name}: there is no such program"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// No golden without its program.
#[test]
fn each_output_is_that_of_a_program() {
    let programs = programs();
    for topic in fs::read_dir(package()).expect("the package").flatten() {
        for file in fs::read_dir(topic.path()).into_iter().flatten().flatten() {
            let path = file.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "stderr")
            {
                let program = path.with_extension("rs");
                let program = program.strip_prefix(package()).expect("in the package");
                assert!(
                    programs.iter().any(|one| one == program),
                    "{} has no program",
                    path.display()
                );
            }
        }
    }
}

/// rustup installs the standard library's sources only on request (`rust-src`), and rustc quotes them only where they
/// are installed.
#[test]
fn no_output_quotes_the_standard_library() {
    let mut wrong = Vec::new();
    for program in programs() {
        let golden = package().join(&program).with_extension("stderr");
        let text = fs::read_to_string(golden).unwrap_or_default();
        if quotes_the_standard_library(&text) {
            wrong.push(program);
        }
    }
    assert!(
        wrong.is_empty(),
        "choose programs whose errors are in our own sources: {wrong:#?}"
    );
}

fn quotes_the_standard_library(golden: &str) -> bool {
    ["$RUST", "/rustc/", "/library/"]
        .iter()
        .any(|sources| golden.contains(sources))
}

/// A message as the compiler prints it, with what stands below it up to the next one.
struct Message<'a> {
    level: &'a str,
    words: &'a str,
    lines: Vec<&'a str>,
}

/// The messages of an output: errors and warnings with their notes and helps, each of which has a place of its own.
fn messages(golden: &str) -> Vec<Message<'_>> {
    let mut found: Vec<Message<'_>> = Vec::new();
    for line in golden.lines() {
        let level = line.split([':', '[']).next().unwrap_or_default();
        match line.split_once(": ") {
            Some((_, words)) if ["error", "warning", "note", "help"].contains(&level) => {
                found.push(Message {
                    level,
                    words,
                    lines: Vec::new(),
                });
            }
            _ => {
                if let Some(message) = found.last_mut() {
                    message.lines.push(line);
                }
            }
        }
    }
    found
}

impl Message<'_> {
    /// File, line and column of what it is about.
    fn place(&self) -> Option<(&str, usize, usize)> {
        let arrow = self.lines.iter().find_map(|line| {
            let line = line.trim_start();
            line.strip_prefix("--> ").or(line.strip_prefix("::: "))
        })?;
        let mut parts = arrow.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some((parts.next()?, line, column))
    }

    /// How many characters of a line of the program it underlines.
    fn length(&self, number: usize, column: usize, line: &str) -> Option<usize> {
        let opening = format!("{number} |");
        let mut lines = self.lines.iter();
        let source = lines.find(|shown| shown.trim_start().starts_with(&opening))?;
        // Between the margin and the line there may be the frame of a place of many lines.
        let start = source.strip_suffix(line.trim_end())?.chars().count();
        let below = lines.next()?;
        let marks: Vec<char> = below.chars().skip(start + column - 1).collect();
        // What has a place of its own inside of these tokens is drawn over them.
        let first = *marks.first()?;
        let inside = |mark: &&char| **mark == '^' || (first == '-' && **mark == '-');
        let length = marks.iter().take_while(inside).count();
        marks[..length].contains(&'^').then_some(length)
    }

    /// The notes and helps that stand under it without a place: `= note: …`.
    fn below(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines
            .iter()
            .filter_map(|line| line.trim_start().strip_prefix("= ")?.split_once(": "))
    }

    fn is_ours(&self) -> bool {
        !OF_RUSTC
            .iter()
            .any(|opening| self.words.starts_with(opening))
    }
}

/// Whether a note or help of the compiler's says what to do, in words that are more than its list of what implements a
/// trait.
fn is_remedy(level: &str, words: &str) -> bool {
    match level {
        "help" => !words.starts_with("the trait ") && !words.starts_with("the following "),
        "note" => !OF_RUSTC.iter().any(|opening| words.starts_with(opening)),
        _ => false,
    }
}

/// What an output does not say as the program's first line promises it.
fn what_is_wrong(program: &Path, text: &str, golden: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let promised = first.strip_prefix("// ").and_then(|first| {
        let (what, tokens) = first.split_once("; at `")?;
        let code = what.split_once(": ").map_or("", |(code, _)| code);
        Some((code, tokens.strip_suffix('`')?))
    });
    let Some((code, tokens)) = promised else {
        return vec!["its first line names no tokens".to_owned()];
    };
    let messages = messages(golden);
    let mut errors = messages.iter().filter(|one| one.level == "error");
    let (Some(error), None) = (errors.next(), errors.next()) else {
        return vec!["it is not one error".to_owned()];
    };
    let rest = || messages.iter().filter(|one| one.level != "error");
    let mut wrong = Vec::new();
    // What the derive advises where the compiler itself refuses something in words that lead elsewhere.
    let is_advice = |one: &Message<'_>| {
        let name = one.words.strip_prefix("use of deprecated ");
        let name = name.and_then(|rest| rest.split_once("`: "));
        name.is_some_and(|(name, _)| name.ends_with("advice"))
    };
    let mut warnings = rest().filter(|one| one.level == "warning");
    let advised = rest().any(is_advice);
    if !warnings.all(is_advice) {
        wrong.push("there is a warning beside the error".to_owned());
    }
    let file = error.place().map(|(file, ..)| file).unwrap_or_default();
    if !file.ends_with(&*program.to_string_lossy()) {
        wrong.push(format!("it is about {file}"));
    }
    match underlined(error, text) {
        Some(found) if found == tokens => {}
        found => wrong.push(format!("underlined is {found:?}")),
    }
    if code.starts_with('E') && code.len() == 5 && !golden.contains(&format!("error[{code}]")) {
        wrong.push(format!("it is no {code}"));
    }
    let of = |table: &'static [(&str, &'static str)]| {
        let row = table.iter().find(|(name, _)| program == Path::new(name));
        row.map(|(_, text)| *text)
    };
    let (alone, shown) = (of(RUSTC_ALONE).is_some(), of(SHOWN));
    if let Some(line) = shown.filter(|line| !golden.contains(line)) {
        wrong.push(format!("the compiler does not show {line}"));
    }
    let label = error.lines.iter().any(|line| line.contains("^ needs "));
    // A message of more than one line goes on above its place.
    let more = error.lines.iter().map(|line| line.trim_start());
    let mut more = more.take_while(|line| !line.starts_with("--> "));
    let helps = error.words.contains(" takes a function `")
        || more.any(|line| line.starts_with("help: "))
        || label
        || rest().any(|one| is_remedy(one.level, one.words))
        || messages
            .iter()
            .flat_map(Message::below)
            .any(|(level, words)| is_remedy(level, words));
    match helps || advised {
        false if !alone && shown.is_none() => wrong.push("no help".to_owned()),
        true if alone => wrong.push("it has help after all".to_owned()),
        _ => {}
    }
    for one in rest().filter(|one| shown.is_none() && one.level != "warning" && one.is_ours()) {
        if let Some((place, ..)) = one.place().filter(|(place, ..)| *place != file) {
            wrong.push(format!("points to {place}: {}", one.words));
        }
    }
    wrong
}

/// The tokens of a program that a message underlines.
fn underlined(message: &Message<'_>, program: &str) -> Option<String> {
    let (_, number, column) = message.place()?;
    let line = program.lines().nth(number - 1)?;
    let end = column - 1 + message.length(number, column, line)?;
    let line: Vec<char> = line.chars().collect();
    Some(line.get(column - 1..end)?.iter().collect())
}

/// Each promise that an output breaks is told.
#[test]
fn what_is_wrong_with_an_output_is_told() {
    let program = "// R1: a key; at `reqired`\n#[field(reqired)]\n";
    let good = "error: no key `reqired`\n --> keys/a.rs:2:9\n  |\n2 | #[field(reqired)]\n  |         ^^^^^^^\n  |\n  = help: did \
                you mean `required`?\n";
    let wrong = |golden: &str| what_is_wrong(Path::new("keys/a.rs"), program, golden).join("; ");
    assert_eq!(wrong(good), "");
    assert_eq!(wrong(""), "it is not one error");
    assert_eq!(wrong(&format!("{good}\n{good}")), "it is not one error");
    assert_eq!(
        wrong(&good.replace("  = help: did", "  = note: required did")),
        "no help"
    );
    assert_eq!(
        wrong(&good.replace("^^^^^^^", "^^^")),
        "underlined is Some(\"req\")"
    );
    assert_eq!(
        wrong(&good.replace("keys/a.rs", "$RUST/core/src/a.rs")),
        "it is about $RUST/core/src/a.rs"
    );
    assert_eq!(
        wrong(&format!(
            "{good}\nwarning: unused variable\n --> keys/a.rs:1:1\n"
        )),
        "there is a warning beside the error"
    );
    assert_eq!(
        wrong(&format!("{good}\nnote: as this says\n --> other.rs:1:1\n")),
        "points to other.rs: as this says"
    );
    assert!(quotes_the_standard_library(
        " --> $RUST/core/src/option.rs\n"
    ));
    assert!(!quotes_the_standard_library(good));
}
