//! A module while an annotation is being typed, key by key, in an editor that closes brackets and
//! quotes: at each key the compiler reports at most two errors, at that place. The annotations are
//! those of the derive's page, in their structs there, with matching provider code.

use std::ops::Range;

use sdk_tests::in_parallel;

use crate::rustc::Compiler;

/// Every n-th prefix is tried, unless `EVERY_PREFIX` is set.
const STEP: usize = 9;

/// The number of modules in a program: starting the compiler costs more than most of them.
const MODULES: usize = 24;

const FIELDS: &str = include_str!("../../schema-derive/src/field_examples.txt");
const STRUCTS: &str = include_str!("../../schema-derive/src/struct_examples.txt");

/// Provider code around the structs of both pages.
const PROVIDER: &str = "
impl Provider for Disk {
    type Client = String;
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
        Ok(String::new())
    }
}
";

const OF_FIELDS: &str = "
impl Resource for Image {
    type Provider = Disk;
    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name: String = data.get(Image::NAME);
        let size: i64 = data.get(Image::SECTOR_SIZE);
        let number: Option<i64> = data.get_ok(Image::PARTITION.at(0).then(Partition::NUMBER));
        let kind: Option<String> = data.get(Image::KIND);
        let team: Option<String> = data.get(Image::LABELS.then(Labels::TEAM));
        drop((size, number, kind, team));
        data.set(Image::PATH, name);
        data.set_id(cx.client()?.as_str());
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
impl Update for Image {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let changed: bool = data.has_change(Image::COMMENT);
        drop(changed);
        Ok(())
    }
}
";

const OF_STRUCTS: &str = "
impl Resource for Image {
    type Provider = Disk;
    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name: String = data.get(Image::NAME);
        data.set_id(format!(\"{}{name}\", cx.client()?));
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
";

/// A module in which an annotation is being typed.
struct Typed {
    /// The annotation so far.
    so_far: String,
    text: String,
    /// The lines of the text near which its mistakes are reported; those of a struct may be
    /// reported wherever it is used.
    place: Range<usize>,
}

/// The lines of each annotation in a string.
fn annotations(text: &str) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        if line.starts_with("#[field(") || line.starts_with("#[schema(") {
            let rest = lines.iter().skip(start);
            let length = rest.take_while(|line| !line.ends_with(")]")).count() + 1;
            found.push(start..start + length);
        }
    }
    found
}

/// The closing tokens that an editor adds to a string that is being typed.
fn closed(typed: &str) -> String {
    let (mut open, mut quoted) = (Vec::new(), false);
    for c in typed.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => open.push(')'),
            '[' if !quoted => open.push(']'),
            ')' | ']' if !quoted => drop(open.pop()),
            _ => {}
        }
    }
    let mut text = typed.to_owned();
    text.extend(quoted.then_some('"'));
    text.extend(open.iter().rev());
    text
}

/// The text with each annotation as it is typed, from its first key on.
fn typed(text: &str, around: &str) -> Vec<Typed> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for annotation in annotations(text) {
        let words: Vec<&str> = lines[annotation.clone()]
            .iter()
            .map(|line| line.trim())
            .collect();
        let written = words.join(" ");
        let first = written.find('(').expect("a parenthesis") + 1;
        let of_struct = written.starts_with("#[schema(");
        for (end, _) in written.char_indices().skip(first) {
            let so_far = closed(&written[..end]);
            let (before, after) = (&lines[..annotation.start], &lines[annotation.end..]);
            let text = [before, &[so_far.as_str()], after].concat().join("\n");
            let text = format!("{text}\n{PROVIDER}{around}");
            let place = match of_struct {
                true => 0..text.lines().count(),
                // The annotation and its field.
                false => annotation.start.saturating_sub(1)..annotation.start + 3,
            };
            found.push(Typed {
                so_far,
                text,
                place,
            });
        }
    }
    found
}

#[test]
fn each_key_that_is_pressed_is_an_error_or_two_at_the_annotation() {
    let compiler = Compiler::find();
    let every = std::env::var_os("EVERY_PREFIX").is_some();
    let mut all = typed(FIELDS, OF_FIELDS);
    all.extend(typed(STRUCTS, OF_STRUCTS));
    assert!(all.len() > 2000, "{}", all.len());
    let chosen: Vec<&Typed> = all.iter().step_by(if every { 1 } else { STEP }).collect();
    let programs: Vec<&[&Typed]> = chosen.chunks(MODULES).collect();
    let wrong = in_parallel(&programs, |modules| wrong_in(&compiler, modules)).concat();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        chosen.len(),
        wrong.join("\n")
    );
}

/// The modules of a program with more than two errors, or with one in a different place.
fn wrong_in(compiler: &Compiler, modules: &[&Typed]) -> Vec<String> {
    let head = "#![allow(warnings)]\nfn main() {}\n";
    let begins = "use std::collections::BTreeMap;\nuse schema_provider::prelude::*;\n";
    let (mut program, mut starts) = (head.to_owned(), Vec::new());
    for (number, module) in modules.iter().enumerate() {
        program.push_str(&format!("mod m{number} {{\n{begins}"));
        starts.push(program.lines().count());
        program.push_str(&format!("{}\n}}\n", module.text));
    }
    let messages = compiler.messages_of(&program);
    // The number of the module, the line in its text, the message.
    let mut errors: Vec<(usize, usize, String)> = Vec::new();
    for message in messages
        .iter()
        .filter(|message| message["level"] == "error")
    {
        let spans = message["spans"].as_array().into_iter().flatten();
        let mut spans = spans.filter(|span| span["is_primary"] == true);
        let line = spans.next().and_then(|span| span["line_start"].as_u64());
        let line = usize::try_from(line.unwrap_or_default()).unwrap_or_default();
        let module = starts.partition_point(|start| *start < line);
        let start = module.checked_sub(1).map_or(0, |module| starts[module]);
        let words = message["message"].as_str().unwrap_or_default().to_owned();
        errors.push((module.wrapping_sub(1), line.wrapping_sub(start + 1), words));
    }
    let mut wrong = Vec::new();
    for (number, module) in modules.iter().enumerate() {
        let own: Vec<_> = errors.iter().filter(|error| error.0 == number).collect();
        // A prefix may be valid, but wrong for other fields that refer to this one.
        let here = own.iter().filter(|error| module.place.contains(&error.1));
        let here = here.count();
        // Without its first key a struct is not a root, but the provider code uses it as one.
        let most = if module.so_far == "#[schema()]" { 4 } else { 2 };
        if own.len() > most || (here > 0 && here < own.len()) {
            let (so_far, place) = (&module.so_far, &module.place);
            wrong.push(format!("{so_far}: at {place:?}, but {own:#?}"));
        }
    }
    let of_none = errors.iter().filter(|error| error.0 >= modules.len());
    wrong.extend(of_none.map(|(_, _, words)| format!("of no module: {words}")));
    wrong
}

/// Text that does not begin an annotation.
#[test]
fn the_first_keys_are_an_error_or_two() {
    let compiler = Compiler::find();
    let lines: Vec<&str> = FIELDS.lines().collect();
    let place = annotations(FIELDS)[1].start;
    let programs: Vec<String> = ["#", "#[]", "#[f]", "#[fie]", "#[field]", "#[field()]"]
        .iter()
        .map(|so_far| {
            let mut lines = lines.clone();
            lines[place] = so_far;
            format!(
                "#![allow(warnings)]\nuse std::collections::BTreeMap;\nuse schema_provider::prelude::*;\n{}\n{PROVIDER}{OF_FIELDS}\nfn main() {{}}\n",
                lines.join("\n")
            )
        })
        .collect();
    let wrong = in_parallel(&programs, |program| {
        let messages = compiler.messages_of(program);
        let errors = messages
            .iter()
            .filter(|message| message["level"] == "error");
        let words: Vec<_> = errors.map(|error| &error["rendered"]).collect();
        match words.len() {
            1 | 2 => Vec::new(),
            _ => vec![format!("{:#?}", words)],
        }
    })
    .concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn brackets_and_quotes_are_closed_as_an_editor_does_it() {
    for (typed, text) in [
        ("#[field(req", "#[field(req)]"),
        ("#[field(x = \"a(", "#[field(x = \"a(\")]"),
        ("#[field(x = [a(", "#[field(x = [a()])]"),
        ("#[field(x)", "#[field(x)]"),
    ] {
        assert_eq!(closed(typed), text);
    }
    let text = "#[field(\n    a,\n    b\n)]\nx: u8,\n#[schema(y)]\nz\n";
    assert_eq!(annotations(text), [0..4, 5..6]);
}
