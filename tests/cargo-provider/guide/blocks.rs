//! The code blocks of a page, and how to handle each.
//!
//! The purpose of a block follows its language, as in ```` ```rust,file=src/zone.rs ````:
//!
//! | | |
//! |---|---|
//! | `file=PATH` | the whole of a file, which the text before it names |
//! | `part=PATH` | lines of a file that is there, which the text explains |
//! | `sh` | commands that are run; all of them must succeed |
//! | `sh,fails` | … of which one must fail |
//! | `sh,terraform` | … where the real Terraform may be used |
//! | `sh,release` | … with a stand-in for the compilers for other platforms |
//! | `sh,long` | … with `GUIDE=all` only |
//! | `sh,yours` | commands that only the reader's own machine or accounts can run |
//! | `text` | what the commands before it print (see `output`) |

/// A block between fences.
#[derive(Debug)]
pub(crate) struct Block {
    /// The page and the line of its first fence.
    pub(crate) place: String,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    File(String),
    Part(String),
    Commands(Commands),
    Output,
}

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Commands {
    pub(crate) fails: bool,
    pub(crate) terraform: bool,
    pub(crate) release: bool,
    pub(crate) long: bool,
    pub(crate) yours: bool,
}

/// The blocks of a page, in their order.
///
/// # Errors
/// A block is none of these.
pub(crate) fn blocks(page: &str, text: &str) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut before = String::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            if line.contains("```") {
                return Err(format!("{page}:{}: a fence begins its line", number + 1));
            }
            before.push_str(line);
            before.push('\n');
            continue;
        };
        let place = format!("{page}:{}", number + 1);
        let mut text = String::new();
        loop {
            match lines.next() {
                None => return Err(format!("{place}: a block has no end")),
                Some((_, "```")) => break,
                Some((_, line)) => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        let kind = kind(info).map_err(|error| format!("{place}: {error}"))?;
        if let Kind::File(path) = &kind
            && !before
                .trim_end()
                .lines()
                .rev()
                .take(3)
                .any(|line| line.contains(&format!("`{path}`")))
        {
            return Err(format!(
                "{place}: the text before it does not say `{path}`, which readers do not see otherwise"
            ));
        }
        if kind == Kind::Output && !follows_commands(&found, &before) {
            return Err(format!(
                "{place}: there are no commands right before this output"
            ));
        }
        before.clear();
        found.push(Block { place, kind, text });
    }
    Ok(found)
}

/// Whether only empty lines separate commands from their output.
fn follows_commands(found: &[Block], between: &str) -> bool {
    let last = found.last().map(|block| &block.kind);
    matches!(last, Some(Kind::Commands(_))) && between.trim().is_empty()
}

fn kind(info: &str) -> Result<Kind, String> {
    let mut words = info.split(',');
    let language = words.next().unwrap_or_default();
    let words: Vec<&str> = words.collect();
    if let [word] = words.as_slice() {
        if let Some(path) = word.strip_prefix("file=") {
            return Ok(Kind::File(path.to_owned()));
        }
        if let Some(path) = word.strip_prefix("part=") {
            return Ok(Kind::Part(path.to_owned()));
        }
    }
    let mut commands = Commands::default();
    for word in &words {
        *match *word {
            "fails" => &mut commands.fails,
            "terraform" => &mut commands.terraform,
            "release" => &mut commands.release,
            "long" => &mut commands.long,
            "yours" => &mut commands.yours,
            _ => return Err(format!("nothing is known of a block `{info}`")),
        } = true;
    }
    match (language, words.is_empty()) {
        ("sh", _) => Ok(Kind::Commands(commands)),
        ("text", true) => Ok(Kind::Output),
        _ => Err(format!(
            "a block `{info}` is not tested: write `file=PATH` or `part=PATH` behind its language"
        )),
    }
}

#[test]
fn a_block_is_a_file_commands_or_their_output() {
    let page = "Now `src/a.rs`:\n\n```rust,file=src/a.rs\nfn a() {}\n```\n\n```sh,terraform,fails\nfalse\n```\n\n```text\n…\n```\n";
    let found = blocks("page.md", page).unwrap();
    let kinds: Vec<_> = found.iter().map(|block| &block.kind).collect();
    let commands = Commands {
        fails: true,
        terraform: true,
        ..Commands::default()
    };
    assert_eq!(
        kinds,
        [
            &Kind::File("src/a.rs".to_owned()),
            &Kind::Commands(commands),
            &Kind::Output
        ]
    );
    assert_eq!(found[0].text, "fn a() {}\n");
    assert_eq!(found[1].place, "page.md:7");
    for (wrong, words) in [
        ("```rust\n```\n", "is not tested"),
        ("```sh,offten\n```\n", "nothing is known"),
        ("```rust,file=src/a.rs\n```\n", "does not say `src/a.rs`"),
        ("```sh\n", "has no end"),
        ("```text\n```\n", "no commands"),
        ("```sh\n```\n\nIn between.\n\n```text\n```\n", "no commands"),
        ("* ```sh\n", "begins its line"),
    ] {
        let said = blocks("page.md", wrong).unwrap_err();
        assert!(said.contains(words), "{wrong}: {said}");
    }
}
