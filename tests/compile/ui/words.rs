//! Whether what the compiler says is said in words of ours, and helps.

use serde_json::Value as Json;

/// Where the compiler shows a place: of what a macro of ours says itself, where the author has called the macro.
fn shown_at<'a>(span: &'a Json, file: &str) -> Option<&'a Json> {
    let mut span = span;
    while span["file_name"] != file {
        span = span.get("expansion")?.get("span")?;
    }
    Some(span)
}

/// The source under the primary span, which must be in the file itself.
pub(super) fn underlined(error: &Json, file: &str) -> Option<String> {
    let span = error["spans"]
        .as_array()?
        .iter()
        .find(|span| span["is_primary"] == true)?;
    let span = shown_at(span, file)?;
    if span["line_start"] != span["line_end"] {
        return None;
    }
    let line = &span["text"][0];
    let place = |member: &str| usize::try_from(line[member].as_u64()?).ok();
    let (start, end) = (place("highlight_start")?, place("highlight_end")?);
    let text: Vec<char> = line["text"].as_str()?.chars().collect();
    Some(
        text.get(start.checked_sub(1)?..end.checked_sub(1)?)?
            .iter()
            .collect(),
    )
}

/// What an author reads, without the parts that point elsewhere.
pub(super) fn words(error: &Json, file: &str) -> String {
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    let mut said = match error["code"]["code"].as_str() {
        _ if error["level"] == "warning" => format!("warning: {}\n", text(&error["message"])),
        Some(code) => format!("error[{code}]: {}\n", text(&error["message"])),
        None => format!("error: {}\n", text(&error["message"])),
    };
    let spans = error["spans"].as_array();
    if let Some(span) = spans.and_then(|all| all.iter().find(|span| span["is_primary"] == true)) {
        let span = shown_at(span, file).unwrap_or(span);
        said.push_str(&format!(
            " --> {}:{}: {}\n",
            span["line_start"],
            span["column_start"],
            text(&span["label"])
        ));
    }
    for child in error["children"].as_array().into_iter().flatten() {
        let message = text(&child["message"]);
        // Where rustc put the full name of a long type is another place each time, and how it came
        // to a circle is its own affair.
        let internal = [
            "full name for the type",
            "--verbose",
            "...which",
            "cycle used",
            "rustc-dev-guide",
        ];
        if !internal.iter().any(|words| message.contains(words)) {
            said.push_str(&format!("{}: {message}\n", text(&child["level"])));
        }
    }
    said.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "")
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Where the compiler alone speaks, without help, and why no text of ours can stand there.
pub(super) const RUSTC_ALONE: &[(&str, &str)] = &[
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
pub(super) const SHOWN: &[(&str, &str)] = &[
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
    (
        "impls/schema_of_a_resource.rs",
        "write `#[derive(Schema)]` and `#[field(…)]`",
    ),
    (
        "impls/configure_of_a_resource.rs",
        "write `cx.client()?`: the provider's `configure` makes it",
    ),
    (
        "impls/custom_diff.rs",
        "write `async fn plan(…)`, which gets `PlanData<Self>`",
    ),
    (
        "impls/customize_diff.rs",
        "write `async fn plan(…)`, which gets `PlanData<Self>`",
    ),
];

/// Whether the message says what to do: in its text, beside the tokens, or below in words that are
/// more than the compiler's list of what implements a trait.
pub(super) fn helps(error: &Json) -> bool {
    let text = |part: &Json, member: &str| part[member].as_str().unwrap_or_default().to_owned();
    let message = text(error, "message");
    // The form of a function is what to write.
    let inside = message.contains("help:") || message.contains(" takes a function `");
    let spans = error["spans"].as_array().into_iter().flatten();
    let mut labels = spans.map(|span| text(span, "label"));
    let mut children = error["children"].as_array().into_iter().flatten();
    inside
        || labels.any(|label| label.starts_with("needs "))
        || children.any(|child| {
            let words = text(child, "message");
            match child["level"].as_str() {
                Some("help") => {
                    !words.starts_with("the trait ") && !words.starts_with("the following ")
                }
                Some("note") => !of_rustc(&words),
                _ => false,
            }
        })
}

/// Whether a note is the compiler's own: why it asked, and where what it names is written.
fn of_rustc(text: &str) -> bool {
    [
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
    ]
    .iter()
    .any(|opening| text.starts_with(opening))
}

/// The texts of ours that point into another file than the author's: the message itself, and what
/// stands below it where it is not the compiler's own.
pub(super) fn elsewhere(error: &Json, file: &str) -> Vec<String> {
    let points = |part: &Json| {
        let spans = part["spans"].as_array();
        spans.is_some_and(|spans| spans.iter().any(|span| shown_at(span, file).is_none()))
    };
    let children = error["children"].as_array().into_iter().flatten();
    std::iter::once(error)
        .chain(children.filter(|child| !of_rustc(child["message"].as_str().unwrap_or_default())))
        .filter(|part| points(part))
        .map(|part| part["message"].to_string())
        .collect()
}
