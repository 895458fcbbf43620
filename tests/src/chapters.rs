//! The chapters of the guide (`docs/guide/src`) whose code is here compiled and run as doc tests, and what keeps
//! the rest of their code true.
//!
//! A block of configuration is applied by the Rust of its own chapter, which takes it from the page with
//! [`terraform`]; what is quoted from an error is compared with the error by way of [`text`], or with a case of
//! `tests/ui` that the page names. The tests below find a block that nothing does this with.

/// Every chapter: its file's name and its text.
macro_rules! chapters {
    ($($module:ident = $name:literal,)*) => {
        const CHAPTERS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../docs/guide/src/", $name, ".md")))),*];

        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../docs/guide/src/", $name, ".md"))]
            pub mod $module {}
        )*
    };
}

chapters! {
    null_unknown_zero = "null-unknown-zero",
    computed_and_plans = "computed-and-plans",
    from_go = "from-go",
    testing = "testing",
    inconsistent = "inconsistent",
    errors_and_retries = "errors-and-retries",
    http = "http",
    state_upgrades = "state-upgrades",
    sets = "sets",
    secrets = "secrets",
    life_of_a_plan = "life-of-a-plan",
    functions = "functions",
    ephemeral = "ephemeral",
    identity_and_lists = "identity-and-lists",
    actions = "actions",
}

/// The nth block of configuration of a chapter, from 1 on.
///
/// # Panics
///
/// Where there is no such block.
pub fn terraform(chapter: &str, nth: usize) -> String {
    nth_block(chapter, "terraform", nth)
}

/// The nth block of plain text of a chapter, from 1 on.
///
/// # Panics
///
/// Where there is no such block.
pub fn text(chapter: &str, nth: usize) -> String {
    nth_block(chapter, "text", nth)
}

/// Whether a text says what a page quotes, wherever the two break their lines.
pub fn says(told: &str, quoted: &str) -> bool {
    words(told).contains(&words(quoted))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn nth_block(chapter: &str, language: &str, nth: usize) -> String {
    let (_, page) = CHAPTERS
        .iter()
        .find(|(name, _)| *name == chapter)
        .unwrap_or_else(|| panic!("no chapter {chapter}"));
    let block = blocks(page)
        .into_iter()
        .filter(|block| block.language == language)
        .nth(nth - 1)
        .unwrap_or_else(|| panic!("{chapter}.md has no block {nth} of {language}"));
    assert!(
        !block.above.starts_with("<!-- "),
        "{chapter}.md: block {nth} is said to be held by {}",
        block.above
    );
    block.code
}

struct Block {
    /// The language behind the fence.
    language: String,
    /// The last line before it that is not empty.
    above: String,
    code: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut above, mut open) = (Vec::new(), "", None::<Block>);
    for line in page.lines() {
        if let Some(block) = &mut open {
            if line == "```" {
                found.extend(open.take());
            } else {
                block.code.push_str(line);
                block.code.push('\n');
            }
        } else if let Some(language) = line.strip_prefix("```") {
            open = Some(Block {
                language: language.to_owned(),
                above: above.to_owned(),
                code: String::new(),
            });
        } else if !line.is_empty() {
            above = line;
        }
    }
    assert!(open.is_none(), "a block of code does not end");
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    #[test]
    fn every_block_is_run_or_compared() {
        for (name, page) in CHAPTERS {
            let (mut configurations, mut texts) = (0, 0);
            for block in blocks(page) {
                match block.language.as_str() {
                    "rust" => {}
                    // Nothing here runs Go; it is what a reader has, and not what they are to write.
                    "go" => assert_eq!(*name, "from-go"),
                    "terraform" => {
                        configurations += 1;
                        let used = format!("terraform(\"{name}\", {configurations})");
                        assert!(
                            page.contains(&used),
                            "{name}.md: nothing runs block {configurations}:\n{}",
                            block.code
                        );
                    }
                    "text" => {
                        texts += 1;
                        if let Some(case) = block
                            .above
                            .strip_prefix("<!-- ")
                            .and_then(|rest| rest.strip_suffix(" -->"))
                        {
                            let told = std::fs::read_to_string(root().join(case))
                                .unwrap_or_else(|error| panic!("{case}: {error}"));
                            assert!(
                                says(&told, &block.code),
                                "{name}.md: {case} does not say\n{}",
                                block.code
                            );
                            continue;
                        }
                        let used = format!("text(\"{name}\", {texts})");
                        assert!(
                            page.contains(&used),
                            "{name}.md: nothing compares\n{}",
                            block.code
                        );
                    }
                    other => panic!("{name}.md: a block of {other:?}, which nothing tries"),
                }
            }
            assert!(page.contains("```rust\n"), "{name}.md has no code");
        }
    }

    #[test]
    fn every_chapter_is_short() {
        for (name, page) in CHAPTERS {
            let mut code = false;
            // What a reader sees: hidden lines of Rust begin with `# `.
            let seen = page.lines().filter(|line| {
                code ^= line.starts_with("```");
                !(code && line.starts_with("# "))
            });
            let lines = seen.count();
            assert!(lines <= 280, "{name}.md has {lines} lines");
        }
    }
}
