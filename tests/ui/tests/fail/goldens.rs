//! Checks of the goldens: each mistake is exactly one error, at the tokens that the comment above
//! it names, with a remedy. This compiles nothing.

use std::fs;
use std::ops::Range;
use std::path::Path;

use super::{package, programs};

/// Mistakes that only rustc reports, without a remedy, and why the SDK cannot add one.
const RUSTC_ALONE: &[(&str, &str)] = &[
    (
        "names/declared_twice",
        "rustc finds two fields of one name before it expands the derive, and shows both",
    ),
    (
        "names/own_constant",
        "rustc finds two constants of one name by itself, and shows both",
    ),
    (
        "types/type_of_terraform",
        "rustc reports unknown names before it would print our warning",
    ),
    (
        "impls/question_mark_on_an_option",
        "the trait is one of the standard library; the label beside the tokens says what to write",
    ),
];

/// Mistakes that only rustc reports, and for which it shows a line of our source whose comment is
/// the remedy.
const SHOWN: &[(&str, &str)] = &[
    (
        "access/none_in_set",
        "// `None` alone has no type: write `set_null`",
    ),
    (
        "access/none_in_set_new",
        "// `None` alone has no type: write `set_null`",
    ),
    (
        "access/client_with_a_type",
        "// without `::<…>`: `cx.client()?`",
    ),
    (
        "access/has_change_of_two",
        "// one field; of several: `has_changes((…, …))`",
    ),
    (
        "access/has_changes_of_two",
        "// several fields in one tuple: `has_changes((…, …))`",
    ),
    (
        "access/prior_without_a_field",
        "// of one field; the whole object: `prior_struct()`",
    ),
    (
        "access/refuse_without_detail",
        "// a field, a summary, a detail",
    ),
    (
        "access/refuse_with_one_text",
        "// a field, a summary, a detail",
    ),
    (
        "lists/push_without_a_name",
        "// a name for people, then the object: `push(name, object)`",
    ),
    (
        "impls/delete_without_async",
        "// write `async fn delete(…) -> Result`",
    ),
    (
        "impls/diagnostics_of_a_text",
        "// none yet; one: `Diagnostic::error(\"…\").into()`",
    ),
    (
        "impls/text_pushed",
        "// one, made first: `push(Diagnostic::error(\"…\").at(Image::NAME))`",
    ),
    (
        "steps/equals_of_a_value",
        "// the address of an object and its attribute; a value: `.is(…)`",
    ),
    (
        "impls/detail_beside_the_summary",
        "// one string; a second: `.with_detail(\"…\")`",
    ),
    (
        "impls/progress_of_a_format",
        "// one string: `format!(\"{n} of {all}\")`",
    ),
    (
        "steps/import_with_its_id",
        "// an address; its id: `.id(\"…\")`",
    ),
];

/// The beginnings of rustc's notes that explain the error but give no remedy.
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
    let mut names = Vec::new();
    let mut wrong = Vec::new();
    for program in programs() {
        let text = fs::read_to_string(package().join(&program)).expect("a program");
        let golden = package().join(&program).with_extension("stderr");
        let golden = fs::read_to_string(golden).unwrap_or_default();
        names.extend(mistakes(&program, &text).into_iter().map(|one| one.name));
        let what = what_is_wrong(&program, &text, &golden).into_iter();
        wrong.extend(what.map(|what| format!("{}: {what}", program.display())));
    }
    assert!(names.len() >= 900, "only {} mistakes", names.len());
    for (name, _) in RUSTC_ALONE.iter().chain(SHOWN) {
        if !names.iter().any(|one| one == name) {
            wrong.push(format!("{name}: there is no such mistake"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

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

/// rustup installs the standard library's sources only on request (`rust-src`), and rustc quotes
/// them only where they are installed.
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

/// A mistake in a program: a comment such as ``// R3: required with computed; at `computed` `` and
/// what follows, up to the next one.
struct Mistake<'a> {
    /// The topic and the module; of a program with one mistake, the topic and the file.
    name: String,
    /// An error code, or rule numbers.
    code: &'a str,
    tokens: &'a str,
    lines: Range<usize>,
}

fn mistakes<'a>(program: &Path, text: &'a str) -> Vec<Mistake<'a>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<Mistake<'a>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let comment = line.strip_prefix("// ");
        let Some((what, tokens)) = comment.and_then(|comment| comment.split_once("; at `")) else {
            continue;
        };
        if let Some(before) = found.last_mut() {
            before.lines.end = index + 1;
        }
        let module = lines.get(index + 1).and_then(|next| {
            let next = next.strip_prefix("mod ")?;
            next.strip_suffix(" {")
        });
        let name = program.with_extension("");
        let name = module.map_or(name.clone(), |module| name.with_file_name(module));
        found.push(Mistake {
            name: name.to_string_lossy().into_owned(),
            code: what.split_once(": ").map_or("", |(code, _)| code),
            tokens: tokens.strip_suffix('`').unwrap_or(tokens),
            lines: index + 1..lines.len() + 1,
        });
    }
    found
}

/// A message as the compiler prints it, with the lines below it, up to the next message.
struct Message<'a> {
    level: &'a str,
    /// Such as `E0277`, or empty.
    code: &'a str,
    words: &'a str,
    lines: Vec<&'a str>,
}

/// The messages of an output: errors and warnings, each followed by those of its notes and helps
/// that have a place.
fn messages(golden: &str) -> Vec<Message<'_>> {
    let mut found: Vec<Message<'_>> = Vec::new();
    for line in golden.lines() {
        let (start, words) = line.split_once(": ").unwrap_or_default();
        let (level, code) = start.split_once('[').unwrap_or((start, ""));
        if ["error", "warning", "note", "help"].contains(&level) {
            found.push(Message {
                level,
                code: code.trim_end_matches(']'),
                words,
                lines: Vec::new(),
            });
        } else if let Some(message) = found.last_mut() {
            message.lines.push(line);
        }
    }
    found
}

impl Message<'_> {
    /// File, line and column of the message.
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

    /// The number of underlined characters in a line of the program.
    fn length(&self, number: usize, column: usize, line: &str) -> Option<usize> {
        let opening = format!("{number} |");
        let mut lines = self.lines.iter();
        let source = lines.find(|shown| shown.trim_start().starts_with(&opening))?;
        // Between the margin and the line there may be the frame of a multi-line place.
        let start = source.strip_suffix(line.trim_end())?.chars().count();
        let below = lines.next()?;
        let marks: Vec<char> = below.chars().skip(start + column - 1).collect();
        // Labels inside these tokens are drawn over the underline.
        let first = *marks.first()?;
        let inside = |mark: &&char| **mark == '^' || (first == '-' && **mark == '-');
        let length = marks.iter().take_while(inside).count();
        marks[..length].contains(&'^').then_some(length)
    }

    /// The notes and helps below it without a place: `= note: …`.
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

/// Whether a note or help of the compiler says what to do, not just what implements a trait.
fn is_remedy(level: &str, words: &str) -> bool {
    match level {
        "help" => !words.starts_with("the trait ") && !words.starts_with("the following "),
        "note" => !OF_RUSTC.iter().any(|opening| words.starts_with(opening)),
        _ => false,
    }
}

/// How an output differs from what the comments of the program promise.
fn what_is_wrong(program: &Path, text: &str, golden: &str) -> Vec<String> {
    let mistakes = mistakes(program, text);
    if mistakes.is_empty() {
        return vec!["no comment names the tokens of a mistake".to_owned()];
    }
    let messages = messages(golden);
    // An error or a warning, with its notes and helps.
    let groups = messages.chunk_by(|_, next| !["error", "warning"].contains(&next.level));
    let groups: Vec<&[Message<'_>]> = groups.collect();
    let belongs = |group: &[Message<'_>], mistake: &Mistake<'_>| {
        group[0].place().is_some_and(|(file, line, _)| {
            file.ends_with(&*program.to_string_lossy()) && mistake.lines.contains(&line)
        })
    };
    let mut wrong = Vec::new();
    for group in &groups {
        if !mistakes.iter().any(|mistake| belongs(group, mistake)) {
            let (file, line, _) = group[0].place().unwrap_or_default();
            wrong.push(format!("a message is about {file}, line {line}"));
        }
    }
    for mistake in &mistakes {
        let own = groups.iter().copied();
        let own: Vec<_> = own.filter(|group| belongs(group, mistake)).collect();
        let what = what_is_wrong_with(mistake, text, &own).into_iter();
        wrong.extend(what.map(|what| format!("{}: {what}", mistake.name)));
    }
    wrong
}

/// The same for one mistake and the messages about it.
fn what_is_wrong_with(mistake: &Mistake<'_>, text: &str, own: &[&[Message<'_>]]) -> Vec<String> {
    let own = own.iter().copied();
    let (errors, warnings): (Vec<_>, Vec<_>) = own.partition(|group| group[0].level == "error");
    let [[error, rest @ ..]] = errors[..] else {
        return vec!["it is not one error".to_owned()];
    };
    let mut wrong = Vec::new();
    // If rustc's own message is misleading, the derive adds its remedy as a warning.
    let is_advice = |one: &Message<'_>| {
        let name = one.words.strip_prefix("use of deprecated ");
        let name = name.and_then(|rest| rest.split_once("`: "));
        name.is_some_and(|(name, _)| name.ends_with("advice"))
    };
    if !warnings.iter().all(|group| is_advice(&group[0])) {
        wrong.push("there is a warning beside the error".to_owned());
    }
    match underlined(error, text) {
        Some(found) if found == mistake.tokens => {}
        found => wrong.push(format!("underlined is {found:?}")),
    }
    let code = mistake.code;
    if code.starts_with('E') && code.len() == 5 && code != error.code {
        wrong.push(format!("it is no {code}"));
    }
    let of = |table: &'static [(&str, &'static str)]| {
        let row = table.iter().find(|(name, _)| *name == mistake.name);
        row.map(|(_, text)| *text)
    };
    let (alone, shown) = (of(RUSTC_ALONE).is_some(), of(SHOWN));
    let all = || std::iter::once(error).chain(rest);
    let shows = |comment: &&str| {
        let mut lines = all().flat_map(|one| &one.lines);
        lines.any(|line| line.contains(comment))
    };
    if let Some(comment) = shown.filter(|comment| !shows(comment)) {
        wrong.push(format!("the compiler does not show {comment}"));
    }
    let label = error.lines.iter().any(|line| line.contains("^ needs "));
    // The other lines of a message are above its place.
    let more = error.lines.iter().map(|line| line.trim_start());
    let mut more = more.take_while(|line| !line.starts_with("--> "));
    let helps = !warnings.is_empty()
        || error.words.contains(" takes a function `")
        || more.any(|line| line.starts_with("help: "))
        || label
        || rest.iter().any(|one| is_remedy(one.level, one.words))
        || all()
            .flat_map(Message::below)
            .any(|(level, words)| is_remedy(level, words));
    match helps {
        false if !alone && shown.is_none() => wrong.push("no help".to_owned()),
        true if alone => wrong.push("it has help after all".to_owned()),
        _ => {}
    }
    let file = error.place().map(|(file, ..)| file).unwrap_or_default();
    for one in rest.iter().filter(|one| shown.is_none() && one.is_ours()) {
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

/// The checks find the mistakes that they look for.
#[test]
fn each_broken_promise_is_found() {
    let program = "// R1: a key; at `reqired`\n#[field(reqired)]\n";
    let good = "error: no key `reqired`\n --> keys/a.rs:2:9\n  |\n2 | #[field(reqired)]\n  |         ^^^^^^^\n  |\n  = help: did \
                you mean `required`?\n";
    let of = |program: &str, golden: &str| {
        what_is_wrong(Path::new("keys/a.rs"), program, golden).join("; ")
    };
    let wrong = |golden: &str| of(program, golden).replace("keys/a: ", "");
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
        "a message is about $RUST/core/src/a.rs, line 2; it is not one error"
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
    assert_eq!(
        of(&program.replace("at", "near"), good),
        "no comment names the tokens of a mistake"
    );
    // Of two mistakes, each has its own error with its own remedy.
    let two = format!("{program}{}", program.replace("#[", "mod b {\n#["));
    let second = good.replace("2:9", "5:9").replace("2 |", "5 |");
    assert_eq!(of(&two, &format!("{good}\n{second}")), "");
    assert_eq!(of(&two, good), "keys/b: it is not one error");
    let bare = second.replace("= help: did", "= note: required did");
    assert_eq!(of(&two, &format!("{good}\n{bare}")), "keys/b: no help");
    assert!(quotes_the_standard_library(
        " --> $RUST/core/src/option.rs\n"
    ));
    assert!(!quotes_the_standard_library(good));
}
