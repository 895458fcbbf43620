//! Which module of a crate imports which, read from the sources: the layers of a crate are listed
//! from the lowest up, and a module imports only from those above it in the list.
//!
//! The sources are read as tokens, so paths are found everywhere: in `use`, in expressions, in
//! attributes and in macros. Code under `#[cfg(test)]` may import anything.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The modules of a crate (or of one of its modules), from the lowest layer up, each with its
/// purpose.
pub(crate) struct Layers {
    /// Its name in other crates (`schema_runtime`).
    pub(crate) crate_name: &'static str,
    /// The module whose children are the layers; empty for the crate itself.
    pub(crate) root: &'static [&'static str],
    /// Name and reason.
    pub(crate) order: &'static [(&'static str, &'static str)],
}

/// A file of a crate.
pub(crate) struct Source {
    /// The path of its module, from the crate's root.
    pub(crate) module: Vec<String>,
    pub(crate) text: String,
}

/// All files below a crate's `src`.
pub(crate) fn read(src: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![(src.to_path_buf(), Vec::new())];
    while let Some((directory, module)) = open.pop() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut module = module.clone();
            if path.is_dir() {
                module.push(name);
                open.push((path, module));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                if !matches!(name.as_str(), "lib" | "main" | "mod") {
                    module.push(name);
                }
                let text = std::fs::read_to_string(&path).unwrap();
                found.push(Source { module, text });
            }
        }
    }
    found
}

/// What the modules of a crate import.
pub(crate) fn imports_of(crate_name: &'static str, sources: &[Source]) -> Imports {
    let mut imports = Imports {
        crate_name,
        modules: BTreeSet::new(),
        tests: BTreeSet::new(),
        found: Vec::new(),
    };
    for source in sources {
        imports.modules.insert(source.module.clone());
        let tokens: TokenStream = source
            .text
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", source.module.join("::")));
        imports.walk(&source.module, tokens);
    }
    imports
}

/// All violations of the layers in these sources; empty if there are none.
pub(crate) fn check(layers: &Layers, sources: &[Source]) -> Vec<String> {
    let imports = imports_of(layers.crate_name, sources);
    let order: Vec<&str> = layers.order.iter().map(|(name, _)| *name).collect();
    let floor = |name: &str| order.iter().position(|layer| *layer == name);
    let mut wrong = Vec::new();
    let modules: BTreeSet<&str> = imports
        .modules
        .iter()
        .filter(|module| !imports.is_test(module))
        .filter_map(|module| below(module, layers.root))
        .collect();
    for module in &modules {
        if floor(module).is_none() {
            wrong.push(format!("{module} has no place in the list of layers"));
        }
    }
    for layer in &order {
        if !modules.contains(layer) {
            wrong.push(format!("{layer} is a layer, but no module"));
        }
    }
    for (module, path) in &imports.found {
        let (Some(own), false) = (below(module, layers.root), imports.is_test(module)) else {
            continue;
        };
        let root = layers.root.iter().copied();
        if !path
            .iter()
            .map(String::as_str)
            .take(layers.root.len())
            .eq(root)
        {
            continue;
        }
        let (from, to) = (module.join("::"), path.join("::"));
        match below(path, layers.root) {
            Some(other) if other == own => {}
            Some(other) if modules.contains(other) => {
                if floor(other) > floor(own) {
                    wrong.push(format!("{from} imports {to}: {other} stands above {own}"));
                }
            }
            // It would hide the modules behind it.
            _ => wrong.push(format!(
                "{from} imports {to} from the root: name its module"
            )),
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

/// The first name below a root.
fn below<'p>(path: &'p [String], root: &[&str]) -> Option<&'p str> {
    let same = root.iter().zip(path).all(|(root, name)| root == name);
    let name = path.get(root.len()).filter(|_| same);
    name.map(String::as_str)
}

/// The modules of a crate, and what they import.
pub(crate) struct Imports {
    crate_name: &'static str,
    pub(crate) modules: BTreeSet<Vec<String>>,
    /// Modules under `#[cfg(test)]`.
    tests: BTreeSet<Vec<String>>,
    /// A module, and a path from the crate's root that it names.
    pub(crate) found: Vec<(Vec<String>, Vec<String>)>,
}

/// Tokens that begin an item, or a statement.
const ITEMS: &[&str] = &[
    "async", "const", "enum", "extern", "fn", "impl", "let", "mod", "static", "struct", "trait",
    "type", "unsafe", "use",
];

impl Imports {
    pub(crate) fn is_test(&self, module: &[String]) -> bool {
        (1..=module.len()).any(|end| self.tests.contains(&module[..end]))
    }

    fn walk(&mut self, module: &[String], tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            if let Some(attribute) = group(token, Delimiter::Bracket)
                && i > 0
                && punct(&tokens[i - 1], '#')
                && is_test_only(attribute)
            {
                i = self.skip_item(module, &tokens, i + 1);
                continue;
            }
            match token {
                TokenTree::Group(inner) => self.walk(module, inner.stream()),
                // `pub(in crate::plan)` imports nothing.
                TokenTree::Ident(name)
                    if name == "pub" && tokens.get(i + 1).is_some_and(is_scope) =>
                {
                    i += 1;
                }
                TokenTree::Ident(name) if name == "pub" => {}
                TokenTree::Ident(name) if name == "mod" => {
                    let (child, body) = (tokens.get(i + 1), tokens.get(i + 2));
                    if let (Some(TokenTree::Ident(child)), Some(body)) = (child, body)
                        && let Some(body) = group(body, Delimiter::Brace)
                    {
                        let child = [module, &[child.to_string()]].concat();
                        self.modules.insert(child.clone());
                        self.walk(&child, body.stream());
                        i += 2;
                    }
                }
                TokenTree::Ident(name) if name == "use" => {
                    let end = (i..tokens.len())
                        .find(|&end| punct(&tokens[end], ';'))
                        .unwrap_or(tokens.len());
                    self.tree(module, None, &tokens[i + 1..end]);
                    i = end;
                }
                TokenTree::Ident(_) => {
                    i = self.path(module, &tokens, i);
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// One tree of a `use`, below a path from the crate's root (`None` at its beginning).
    fn tree(&mut self, module: &[String], base: Option<Vec<String>>, tokens: &[TokenTree]) {
        let mut base = base;
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {}
                TokenTree::Punct(mark) if mark.as_char() == '*' => {
                    base.get_or_insert_default().push("*".to_owned());
                }
                TokenTree::Ident(name) if name == "as" => break,
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    base = match self.step(module, base, &name, i == 0 || i == 2) {
                        Some(base) => Some(base),
                        // From another crate, or below this very module.
                        None => return,
                    };
                }
                TokenTree::Group(inner) => {
                    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
                    for tree in inner.split(|token| punct(token, ',')) {
                        self.tree(module, base.clone(), tree);
                    }
                    return;
                }
                _ => {}
            }
            i += 1;
        }
        if let Some(path) = base.filter(|path| path != module) {
            self.found.push((module.to_vec(), path));
        }
    }

    /// A path in an expression, a type or a macro; returns where the next token begins.
    fn path(&mut self, module: &[String], tokens: &[TokenTree], start: usize) -> usize {
        let mut base = None;
        let mut i = start;
        while let Some(TokenTree::Ident(name)) = tokens.get(i) {
            match self.step(module, base.clone(), &name.to_string(), i == start) {
                Some(next) => base = Some(next),
                None => break,
            }
            i += 1;
            let colons = tokens.get(i..i + 2);
            if !colons.is_some_and(|colons| colons.iter().all(|token| punct(token, ':'))) {
                break;
            }
            i += 2;
        }
        // A lone `self` or `crate` is not a path.
        if let Some(path) = base.filter(|_| i > start + 1) {
            self.found.push((module.to_vec(), path));
        }
        i.max(start + 1)
    }

    /// One more name of a path; `None` if it does not begin at this crate's root or module.
    fn step(
        &self,
        module: &[String],
        base: Option<Vec<String>>,
        name: &str,
        first: bool,
    ) -> Option<Vec<String>> {
        match (name, base) {
            ("crate", None) => Some(Vec::new()),
            ("super", None) => Some(module[..module.len().saturating_sub(1)].to_vec()),
            ("self", None) => Some(module.to_vec()),
            ("super", Some(mut base)) => {
                base.pop();
                Some(base)
            }
            ("self", base) => base,
            (name, None) => (first && name == self.crate_name).then(Vec::new),
            (name, Some(mut base)) => {
                base.push(name.to_owned());
                Some(base)
            }
        }
    }

    /// Skips an item under `#[cfg(test)]`; returns where the next token begins.
    fn skip_item(&mut self, module: &[String], tokens: &[TokenTree], start: usize) -> usize {
        let mut i = start;
        let mut is_item = false;
        while let Some(token) = tokens.get(i) {
            match token {
                TokenTree::Ident(name) if ITEMS.iter().any(|item| name == item) => {
                    is_item = true;
                    if let (true, Some(TokenTree::Ident(child))) =
                        (name == "mod", tokens.get(i + 1))
                    {
                        self.tests.insert([module, &[child.to_string()]].concat());
                    }
                }
                token if punct(token, ';') => return i + 1,
                token if punct(token, ',') && !is_item => return i + 1,
                token if group(token, Delimiter::Brace).is_some() => return i + 1,
                _ => {}
            }
            i += 1;
        }
        i
    }
}

fn punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == mark)
}

fn group(token: &TokenTree, delimiter: Delimiter) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// Whether this is the `(crate)` of `pub(crate)`.
fn is_scope(token: &TokenTree) -> bool {
    let first = group(token, Delimiter::Parenthesis).and_then(|g| g.stream().into_iter().next());
    matches!(first, Some(TokenTree::Ident(name)) if ["crate", "super", "self", "in"].iter().any(|scope| name == scope))
}

/// Whether an attribute is `cfg(test)`, or includes it among other conditions.
fn is_test_only(attribute: &Group) -> bool {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    let [TokenTree::Ident(name), TokenTree::Group(condition)] = tokens.as_slice() else {
        return false;
    };
    let mut condition: Vec<TokenTree> = condition.stream().into_iter().collect();
    if let [TokenTree::Ident(all), TokenTree::Group(conditions)] = condition.as_slice()
        && all == "all"
    {
        condition = conditions.stream().into_iter().collect();
    }
    name == "cfg"
        && condition
            .split(|token| punct(token, ','))
            .any(|one| matches!(one, [TokenTree::Ident(one)] if one == "test"))
}
