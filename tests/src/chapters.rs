//! The chapters of the book (`docs/src`): their Rust is compiled and run as doc tests, and tests
//! keep the rest of their code true. The tutorial is not here: a test of `cargo-provider` follows
//! it.
//!
//! In a chapter of [`CHAPTERS`] every block is tested. A block of configuration is applied by the
//! Rust of its own chapter, which takes it from the page with [`terraform`]; what is quoted from an
//! error is compared with the error by way of [`text`], or with a case of `tests/ui` that the page
//! names. Of a chapter of [`RUST_ONLY`] only the Rust is tested. The tests below find a block that
//! nothing does this with, and a chapter with Rust that is in neither list.

/// Lists of chapters: the path below `docs/src` and the text of each.
macro_rules! chapters {
    ($(#[$about:meta])* $list:ident: $($module:ident = $name:literal,)*) => {
        $(#[$about])*
        pub const $list: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../docs/src/", $name, ".md")))),*];

        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../docs/src/", $name, ".md"))]
            pub mod $module {}
        )*
    };
}

chapters! {
    /// Chapters of which every block is tested.
    CHAPTERS:
    null_unknown_zero = "concepts/null-unknown-zero",
    computed_and_plans = "concepts/computed-and-plans",
    attributes_and_blocks = "concepts/attributes-and-blocks",
    sets = "concepts/sets",
    state = "concepts/state",
    semantic_equality = "concepts/semantic-equality",
    life_of_a_plan = "concepts/life-of-a-plan",
    from_go = "howto/from-go",
    testing = "howto/testing",
    errors_and_retries = "howto/errors-and-retries",
    http = "howto/http",
    import = "howto/import",
    state_upgrades = "howto/state-upgrades",
    secrets = "howto/secrets",
    functions = "howto/functions",
    ephemeral = "howto/ephemeral",
    identity_and_lists = "howto/identity-and-lists",
    actions = "howto/actions",
    inconsistent = "reference/inconsistent",
}

chapters! {
    /// Chapters of which only the Rust is tested: their configurations and commands are parts of
    /// something bigger.
    RUST_ONLY:
    documentation = "howto/documentation",
    everyday = "howto/everyday",
    validate = "howto/validate",
    state_stores = "howto/state-stores",
    conformance_kit = "howto/conformance",
    debug = "howto/debug",
    compare = "howto/compare",
    large_providers = "howto/large-providers",
    accessors = "reference/accessors",
    paths = "reference/paths",
    types = "reference/types",
    keys = "reference/keys",
    validators = "reference/validators",
}

/// The name of a chapter in [`terraform`] and [`text`]: its file's.
fn stem(chapter: &str) -> &str {
    chapter.rsplit('/').next().unwrap_or(chapter)
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

/// Whether a string says what a page quotes, wherever the two break their lines.
pub fn says(told: &str, quoted: &str) -> bool {
    words(told).contains(&words(quoted))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn nth_block(chapter: &str, language: &str, nth: usize) -> String {
    let (_, page) = CHAPTERS
        .iter()
        .find(|(name, _)| stem(name) == chapter)
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
                    "rust" | "rust,no_run" => {}
                    // Commands and parts of files: they are not run for a page of this list.
                    "sh" | "toml" | "hcl" => {}
                    // Nothing here runs Go; it is what a reader has, and not what they are to
                    // write.
                    "go" => assert_eq!(*name, "howto/from-go"),
                    "terraform" => {
                        configurations += 1;
                        let used = format!("terraform(\"{}\", {configurations})", stem(name));
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
                        let used = format!("text(\"{}\", {texts})", stem(name));
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

    /// The pages of a folder that have a block of Rust, without the ending.
    fn with_rust(folder: &Path, found: &mut Vec<String>) {
        let book = root().join("docs/src");
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                with_rust(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md")
                && std::fs::read_to_string(&path)
                    .expect("a page")
                    .contains("```rust")
            {
                let name = path.strip_prefix(&book).expect("a page of the book");
                found.push(name.with_extension("").to_string_lossy().into_owned());
            }
        }
    }

    #[test]
    fn every_chapter_with_rust_is_in_a_list() {
        let mut found = Vec::new();
        with_rust(&root().join("docs/src"), &mut found);
        // A test of `cargo-provider` follows the tutorial.
        found.retain(|name| !name.starts_with("tutorial/"));
        found.sort();
        let mut listed: Vec<_> = CHAPTERS
            .iter()
            .chain(RUST_ONLY)
            .map(|(name, _)| *name)
            .collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }

    #[test]
    fn every_chapter_is_short() {
        for (name, page) in CHAPTERS {
            let mut code = false;
            // The visible lines: hidden lines of Rust begin with `# `.
            let seen = page.lines().filter(|line| {
                code ^= line.starts_with("```");
                !(code && line.starts_with("# "))
            });
            let lines = seen.count();
            assert!(lines <= 350, "{name}.md has {lines} lines");
        }
    }
}
