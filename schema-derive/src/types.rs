//! The shape of a Rust type as spelt. It is used only for better messages and smaller tables: the
//! compiler decides what a type really is, through traits.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use schema_rules::validator::definition::Part;
use syn::spanned::Spanned;
use syn::{Attribute, GenericArgument, Ident, Meta, PathArguments, Type};

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeShape {
    String,
    Bool,
    /// An integer, by its name.
    Integer(String),
    Float,
    Number,
    Option(Box<TypeShape>),
    List(Box<TypeShape>),
    Set(Box<TypeShape>),
    Map(Box<TypeShape>),
    Tuple,
    /// Some other type, by its name.
    Other(String),
}

/// The integer types of Rust.
pub(crate) const INTEGERS: [&str; 12] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// The type with `Self` replaced by the struct's name, since `Self` differs in generated items.
pub(crate) fn without_self(ty: Type, ident: &Ident) -> Type {
    let (tokens, mut found) = (ty.to_token_stream(), false);
    let tokens = named(tokens, ident, &mut found);
    match found {
        true => syn::parse2(tokens).unwrap_or(ty),
        false => ty,
    }
}

/// Replaces `Self` in annotations by the struct's name: generated code uses them outside its own
/// `impl`.
pub(crate) fn name_self(attrs: &mut [Attribute], ident: &Ident) {
    for attr in attrs {
        if let Meta::List(list) = &mut attr.meta {
            let (tokens, mut found) = (list.tokens.clone(), false);
            let tokens = named(tokens, ident, &mut found);
            if found {
                list.tokens = tokens;
            }
        }
    }
}

/// Whether a part of it is inferred (`_`), which a field type does not allow.
pub(crate) fn is_inferred(ty: &Type) -> bool {
    any_token(
        ty.to_token_stream(),
        &|token| matches!(token, TokenTree::Ident(name) if name == "_"),
    )
}

fn named(tokens: TokenStream, ident: &Ident, found: &mut bool) -> TokenStream {
    each_token(tokens, &mut |token| match token {
        TokenTree::Ident(name) if name == "Self" => {
            *found = true;
            TokenTree::Ident(Ident::new(&ident.to_string(), name.span()))
        }
        other => other,
    })
}

/// The tokens after `change`, including those in groups.
pub(crate) fn each_token(
    tokens: TokenStream,
    change: &mut impl FnMut(TokenTree) -> TokenTree,
) -> TokenStream {
    let changed = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), each_token(group.stream(), change));
            inside.set_span(group.span());
            change(inside.into())
        }
        token => change(token),
    });
    changed.collect()
}

/// Whether any token matches, including those in groups.
pub(crate) fn any_token(tokens: TokenStream, is: &impl Fn(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|token| match &token {
        TokenTree::Group(group) => any_token(group.stream(), is),
        token => is(token),
    })
}

impl TypeShape {
    /// The shape of a type, from its spelling.
    pub(crate) fn of(ty: &Type) -> TypeShape {
        let ty = bare(ty);
        if matches!(ty, Type::Tuple(_)) {
            return TypeShape::Tuple;
        }
        let Some((name, arguments)) = name_and_arguments(ty) else {
            return TypeShape::Other(String::new());
        };
        if matches!(ty, Type::Path(path) if is_of_framework(path)) {
            return TypeShape::Other(name);
        }
        let argument = |index: usize| Box::new(TypeShape::of(arguments[index]));
        match (name.as_str(), arguments.len()) {
            ("String", 0) => TypeShape::String,
            ("bool", 0) => TypeShape::Bool,
            (integer, 0) if INTEGERS.contains(&integer) => TypeShape::Integer(name),
            ("f32" | "f64", 0) => TypeShape::Float,
            ("Number", 0) => TypeShape::Number,
            ("Option", 1) => TypeShape::Option(argument(0)),
            ("Vec", 1) => TypeShape::List(argument(0)),
            // Floats implement neither `Ord` nor `Hash`.
            ("BTreeSet" | "HashSet", 1) if *argument(0) == TypeShape::Float => {
                TypeShape::Other(name)
            }
            ("Set" | "BTreeSet" | "HashSet", 1) => TypeShape::Set(argument(0)),
            ("BTreeMap" | "HashMap", 2) if *argument(0) == TypeShape::String => {
                TypeShape::Map(argument(1))
            }
            _ => TypeShape::Other(name),
        }
    }

    /// The shape inside an `Option`, or this one.
    pub(crate) fn inner(&self) -> &TypeShape {
        match self {
            TypeShape::Option(inner) => inner,
            other => other,
        }
    }

    /// The type that the inner validators of another one check.
    pub(crate) fn of_part(&self, part: Part) -> &TypeShape {
        match part {
            Part::Whole | Part::Some => self,
            Part::Keys => &TypeShape::String,
            Part::Elements => {
                let inner = self.inner();
                inner.element().map_or(inner, TypeShape::inner)
            }
        }
    }

    /// Whether it is spelt as an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        matches!(self, TypeShape::Option(_))
    }

    /// The levels at which a collection holds `Option`s, by its spelling: bit 0 for its elements,
    /// bit 1 for their elements, and so on.
    pub(crate) fn null_levels(&self) -> u32 {
        self.inner().element().map_or(0, |element| {
            element.null_levels() << 1 | u32::from(element.is_option())
        })
    }

    /// Whether it is spelt as a list, set or map.
    pub(crate) fn is_collection(&self) -> bool {
        self.element().is_some()
    }

    /// Its element type, if it is a collection.
    pub(crate) fn element(&self) -> Option<&TypeShape> {
        match self {
            TypeShape::List(inner) | TypeShape::Set(inner) | TypeShape::Map(inner) => Some(inner),
            _ => None,
        }
    }

    /// The type inside all collections and options.
    fn innermost(&self) -> &TypeShape {
        match self {
            TypeShape::Option(inner)
            | TypeShape::List(inner)
            | TypeShape::Set(inner)
            | TypeShape::Map(inner) => inner.innermost(),
            other => other,
        }
    }

    /// Whether its spelling alone shows that it has a zero value.
    pub(crate) fn surely_has_zero(&self) -> bool {
        !matches!(self, TypeShape::Other(_) | TypeShape::Tuple)
    }

    /// Whether its spelling alone shows that it is a scalar.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(
            self,
            TypeShape::String
                | TypeShape::Bool
                | TypeShape::Integer(_)
                | TypeShape::Float
                | TypeShape::Number
        )
    }

    /// The range of an integer type, if its spelling shows it and as far as literals here can
    /// express it.
    pub(crate) fn integers(&self) -> Option<(i128, i128)> {
        let TypeShape::Integer(name) = self else {
            return None;
        };
        Some(match name.as_str() {
            "i8" => (i8::MIN.into(), i8::MAX.into()),
            "i16" => (i16::MIN.into(), i16::MAX.into()),
            "i32" => (i32::MIN.into(), i32::MAX.into()),
            "u8" => (0, u8::MAX.into()),
            "u16" => (0, u16::MAX.into()),
            "u32" => (0, u32::MAX.into()),
            "u64" | "usize" => (0, u64::MAX.into()),
            "u128" => (0, i128::MAX),
            "i128" => (i128::MIN, i128::MAX),
            _ => (i64::MIN.into(), i64::MAX.into()),
        })
    }

    /// Whether its spelling alone shows that it is an attribute type.
    pub(crate) fn surely_fits(&self) -> bool {
        !matches!(self.innermost(), TypeShape::Tuple | TypeShape::Other(_))
    }

    /// Whether its spelling alone shows that the type has neither its own checks nor semantic
    /// equality.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self.innermost(),
            TypeShape::String | TypeShape::Bool | TypeShape::Number
        )
    }

    /// The type as Terraform writes it; the Rust name if the spelling does not show it.
    pub(crate) fn words(&self) -> String {
        match self {
            TypeShape::String => "string".to_owned(),
            TypeShape::Bool => "bool".to_owned(),
            TypeShape::Integer(_) => "whole number".to_owned(),
            TypeShape::Float | TypeShape::Number => "number".to_owned(),
            TypeShape::Option(inner) => inner.words(),
            TypeShape::List(inner) => format!("list of {}", inner.plural()),
            TypeShape::Set(inner) => format!("set of {}", inner.plural()),
            TypeShape::Map(inner) => format!("map of {}", inner.plural()),
            TypeShape::Tuple => "tuple".to_owned(),
            TypeShape::Other(name) => format!("`{name}`"),
        }
    }

    /// The Rust type that its spelling does not explain, at any depth.
    pub(crate) fn named(&self) -> Option<&str> {
        match self.innermost() {
            TypeShape::Other(name) => Some(name),
            _ => None,
        }
    }

    /// The same in the plural, for the elements of a collection.
    fn plural(&self) -> String {
        let words = self.words();
        match self.inner() {
            TypeShape::Other(_) => words,
            inner if inner.is_collection() => words.replacen(" of ", "s of ", 1),
            _ => format!("{words}s"),
        }
    }
}

/// A type as a provider developer writes it.
pub(crate) fn spelling(ty: &Type) -> String {
    spelt(&ty.to_token_stream())
}

/// Tokens as a provider developer writes them.
pub(crate) fn spelt(tokens: &TokenStream) -> String {
    let tokens = tokens.to_string();
    let mut text = String::new();
    let mut before = ' ';
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut chars = tokens.chars().peekable();
    while let Some(c) = chars.next() {
        let keeps = chars.peek().is_some_and(|&next| {
            is_word(before) && (is_word(next) || next == '[')
                || matches!(before, ',' | ';' | '+')
                || (before == '>' && text.ends_with("->"))
                || matches!(next, '-' | '+')
        });
        if c != ' ' || keeps {
            text.push(c);
        }
        before = if c == ' ' { before } else { c };
    }
    text
}

/// The type of a known value: the type inside an `Option`, otherwise the type itself; if the
/// spelling does not show which, the compiler decides.
pub(crate) fn known_type(ty: &Type) -> TokenStream {
    match TypeShape::of(ty) {
        TypeShape::Other(_) => quote_spanned!(ty.span()=> __p::Known<#ty>),
        _ => inner_type(ty).to_token_stream(),
    }
}

/// The type inside an `Option`, or the type itself.
pub(crate) fn inner_type(ty: &Type) -> &Type {
    inside(ty, "Option").unwrap_or(ty)
}

/// The type inside a type of this name, such as `T` in `Val<T>`.
pub(crate) fn inside<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    match name_and_arguments(bare(ty)) {
        Some((found, arguments)) if found == name && arguments.len() == 1 => Some(arguments[0]),
        _ => None,
    }
}

/// Whether it is spelt as an `Option`.
pub(crate) fn is_option(ty: &Type) -> bool {
    inside(ty, "Option").is_some()
}

/// The type of the elements of a list or set, or of the values of a map, if it is spelt as one.
pub(crate) fn element_type(ty: &Type) -> Option<&Type> {
    let (name, arguments) = name_and_arguments(bare(inner_type(ty)))?;
    match (name.as_str(), &arguments[..]) {
        ("Vec" | "Set" | "BTreeSet" | "HashSet", [element]) => Some(element),
        ("BTreeMap" | "HashMap", [_, element]) => Some(element),
        _ => None,
    }
}

/// Whether a type is spelt as this struct, or `Self`.
pub(crate) fn is_named(ty: &Type, ident: &Ident) -> bool {
    let Type::Path(path) = bare(ty) else {
        return false;
    };
    let name = path.path.get_ident();
    name.is_some_and(|name| name == ident || name == "Self")
}

/// A type without parentheses and invisible groups.
fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// Whether it is a type of Go's plugin framework: `types::String`.
pub(crate) fn is_of_framework(path: &syn::TypePath) -> bool {
    let segments = &path.path.segments;
    segments.len() == 2 && (segments[0].ident == "types" || segments[0].ident == "basetypes")
}

/// The last name of a path type and its type arguments.
pub(crate) fn name_and_arguments(ty: &Type) -> Option<(String, Vec<&Type>)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    let arguments = arguments.into_iter().flatten();
    let types = arguments.filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((last.ident.to_string(), types.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn spelling_decides_the_shape() {
        let of = |ty: Type| TypeShape::of(&ty);
        assert_eq!(of(parse_quote!(String)), TypeShape::String);
        assert_eq!(of(parse_quote!(std::string::String)), TypeShape::String);
        assert_eq!(
            of(parse_quote!(Option<Vec<u8>>)),
            TypeShape::Option(Box::new(TypeShape::List(Box::new(TypeShape::Integer(
                "u8".into()
            )))))
        );
        assert_eq!(
            of(parse_quote!(BTreeMap<String, bool>)),
            TypeShape::Map(Box::new(TypeShape::Bool))
        );
        assert_eq!(of(parse_quote!(Kind)), TypeShape::Other("Kind".into()));
        assert_eq!(of(parse_quote!((String, bool))), TypeShape::Tuple);
        assert!(of(parse_quote!(Option<Kind>)).is_option());
        assert!(!of(parse_quote!(i64)).is_plain());
    }

    #[test]
    fn a_collection_is_of_several() {
        for (ty, words) in [
            ("i64", "whole number"),
            ("Option<Vec<i64>>", "list of whole numbers"),
            ("Vec<Option<u8>>", "list of whole numbers"),
            ("Set<Vec<f64>>", "set of lists of numbers"),
            ("BTreeMap<String, Set<bool>>", "map of sets of bools"),
            ("Vec<BTreeMap<String, String>>", "list of maps of strings"),
            ("Vec<(u8, u8)>", "list of tuples"),
            ("Vec<Kind>", "list of `Kind`"),
        ] {
            let ty: Type = syn::parse_str(ty).expect("a type");
            assert_eq!(TypeShape::of(&ty).words(), words);
        }
    }

    #[test]
    fn types_are_spelt_as_developers_write_them() {
        for text in [
            "Option<Vec<u8>>",
            "std::collections::BTreeMap<String, Vec<Rule>>",
            "&'static str",
            "&'static [u8]",
            "[String; 3]",
            "(u8, u8)",
            "Box<dyn Fn(u8) -> u8 + Send>",
            "()",
        ] {
            let ty: Type = syn::parse_str(text).expect("a type");
            assert_eq!(spelling(&ty), text);
        }
    }

    #[test]
    fn inner_types_are_found() {
        let ty: Type = parse_quote!(Option<Vec<Disk>>);
        let disk: Type = parse_quote!(Disk);
        assert_eq!(element_type(&ty), Some(&disk));
        let single: Type = parse_quote!(Option<Disk>);
        assert_eq!(inner_type(&single), &disk);
        let alias: Type = parse_quote!(Disks);
        assert_eq!(element_type(&alias), None);
    }
}
