//! The Rust code of a ported provider before it becomes text: structs, their fields and
//! annotations.

use std::collections::BTreeMap;

pub(super) use crate::schemas::Kind;

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Item(Kind),
    Provider,
    Meta,
}

impl Place {
    pub(super) fn is_entity(self) -> bool {
        matches!(self, Place::Item(Kind::Resource | Kind::DataSource))
    }
}

/// Why something cannot be expressed: its path, and the problem.
pub(super) type Unsaid<T> = std::result::Result<T, String>;

/// The number of a struct in `Structs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StructId(pub(super) usize);

/// A type of a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ty {
    Named(&'static str),
    /// A generic type of one argument: `Option`, `Vec`, `Set`.
    Of(&'static str, Box<Ty>),
    Map(Box<Ty>),
    Tuple(Vec<Ty>),
    Struct(StructId),
}

impl Ty {
    pub(super) fn of(name: &'static str, inner: Ty) -> Ty {
        Ty::Of(name, Box::new(inner))
    }

    pub(super) fn option(self) -> Ty {
        Ty::of("Option", self)
    }

    /// The structs in it.
    pub(super) fn structs(&self, found: &mut impl FnMut(StructId)) {
        match self {
            Ty::Named(_) => {}
            Ty::Of(_, inner) | Ty::Map(inner) => inner.structs(found),
            Ty::Tuple(all) => all.iter().for_each(|ty| ty.structs(found)),
            Ty::Struct(id) => found(*id),
        }
    }
}

/// One part of an annotation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// `computed`, `default = 5`, or anything else that is never broken across lines.
    Text(String),
    /// `block(list, max_items = 1)`.
    List(String, Vec<Key>),
}

impl Key {
    pub(super) fn word(text: impl Into<String>) -> Key {
        Key::Text(text.into())
    }

    /// `description = "…"`.
    pub(super) fn string(name: &str, text: &str) -> Key {
        Key::Text(format!("{name} = {}", literal(text)))
    }

    /// The part before its values.
    pub(super) fn name(&self) -> &str {
        let (Key::Text(text) | Key::List(text, _)) = self;
        let end = text.find([' ', '(']).unwrap_or(text.len());
        text.get(..end).unwrap_or(text)
    }

    /// Its form on one line.
    pub(super) fn shown(&self) -> String {
        match self {
            Key::Text(text) => text.clone(),
            Key::List(name, keys) => {
                let keys: Vec<String> = keys.iter().map(Key::shown).collect();
                format!("{name}({})", keys.join(", "))
            }
        }
    }
}

/// A string as Rust writes it.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '\'' => out.push(c),
            // Characters that change the direction of text must not occur in sources.
            '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_ascii() || c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Field {
    /// The name in the schema.
    pub(super) name: String,
    /// The Rust name, with `r#` where necessary.
    pub(super) ident: String,
    /// The lines of the doc comment.
    pub(super) doc: Vec<String>,
    /// Inferred findings, each a comment.
    pub(super) comments: Vec<String>,
    pub(super) keys: Vec<Key>,
    pub(super) ty: Ty,
}

/// A struct without its name. Two that are equal are one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Struct {
    pub(super) doc: Vec<String>,
    /// The options of `#[schema(…)]`, or of `#[function(…)]`.
    pub(super) keys: Vec<Key>,
    pub(super) fields: Vec<Field>,
    /// A function's result.
    pub(super) output: Option<Ty>,
}

/// All nested structs, each once.
#[derive(Debug, Default)]
pub(super) struct Structs {
    pub(super) all: Vec<Struct>,
    known: BTreeMap<Struct, StructId>,
}

impl Structs {
    pub(super) fn add(&mut self, one: Struct) -> StructId {
        if let Some(id) = self.known.get(&one) {
            return *id;
        }
        let id = StructId(self.all.len());
        self.known.insert(one.clone(), id);
        self.all.push(one);
        id
    }

    pub(super) fn get(&self, id: StructId) -> &Struct {
        &self.all[id.0]
    }
}

/// A type of the provider: a file of the crate.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// The name in configurations.
    pub(super) type_name: String,
    /// The name of the file.
    pub(super) module: String,
    /// The name of the struct.
    pub(super) name: String,
    pub(super) root: Struct,
    /// What identifies its objects, with the name of its struct.
    pub(super) identity: Option<(String, Struct)>,
}

impl Item {
    /// The struct that has its code: that of a list is its resource's.
    pub(super) fn owner(&self) -> &str {
        let listed = self.name.strip_suffix("Filter");
        listed
            .filter(|_| self.kind == Kind::List)
            .unwrap_or(&self.name)
    }
}

/// What cannot be expressed, and is omitted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Refused {
    pub(super) kind: Kind,
    pub(super) type_name: String,
    pub(super) reason: String,
}

/// The whole provider.
#[derive(Debug)]
pub(super) struct Model {
    /// Its name in configurations.
    pub(super) provider: String,
    /// The struct of the provider.
    pub(super) name: String,
    pub(super) settings: Struct,
    pub(super) meta: Option<Struct>,
    pub(super) items: Vec<Item>,
    pub(super) structs: Structs,
    pub(super) refused: Vec<Refused>,
}
