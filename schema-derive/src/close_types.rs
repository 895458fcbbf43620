//! Types that are close to a field type: what to write instead of them.
//!
//! A name is not a type: a provider developer's own type may have the same name and be a field
//! type. So this only chooses the message for a type that does not fit, if it does not.

use quote::{ToTokens, format_ident};
use syn::{Expr, GenericArgument, Ident, PathArguments, PathSegment, Type, parse_quote};

use crate::types::{INTEGERS, is_of_framework, name_and_arguments, spelling};

/// The texts of the compile error for such a type, if it does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CloseType {
    /// What is wrong.
    pub(crate) message: String,
    /// What to write, in the label of the error.
    pub(crate) label: String,
    /// Why, and what else helps.
    pub(crate) note: String,
}

/// The texts for a field's type, if a part of it is close to a field type. In place of the
/// `objects` of a block or nested attribute, a bare name may well be a struct's.
pub(crate) fn of(field: &str, ty: &Type, objects: bool) -> Option<CloseType> {
    let mut instead = ty.clone();
    let found = replace(&mut instead)?;
    if objects && found.part.chars().all(char::is_alphanumeric) {
        return None;
    }
    let Found { part, why, data } = found;
    while data && replace(&mut instead).is_some_and(|found| found.data) {}
    let message = format!("`{field}` cannot hold a `{part}`");
    Some(if data {
        CloseType {
            message: format!("{message}: write `{}`", spelling(&instead)),
            label: format!("write `{}`", spelling(&instead)),
            note: format!("help: {why}"),
        }
    } else {
        CloseType {
            message,
            label: "a configuration has no such value".to_owned(),
            note: format!("help: {why}"),
        }
    })
}

/// The texts for the type of a block or nested attribute that is spelt as a different grouping. A
/// nested attribute may also be an `Option` of a collection.
pub(crate) fn grouped(
    field: &str,
    ty: &Type,
    (grouping, nullable): (&str, bool),
) -> Option<CloseType> {
    let outer = |ty: &Type| match &*name(ty)? {
        "Vec" => Some("list"),
        "Set" | "BTreeSet" | "HashSet" => Some("set"),
        "BTreeMap" | "HashMap" => Some("map"),
        _ => Some("single"),
    };
    let (named, types) = name_and_arguments(ty)?;
    let inside = (named == "Option")
        .then(|| types.first().copied())
        .flatten();
    let collection = inside.unwrap_or(ty);
    let written = outer(collection)?;
    let fits = written == grouping && (nullable || grouping == "single" || inside.is_none());
    // Only the compiler checks what is inside.
    let object = match written {
        "single" => collection,
        _ => name_and_arguments(collection)?.1.last().copied()?,
    };
    if fits || name_and_arguments(object).is_none_or(|(_, types)| !types.is_empty()) {
        return None;
    }
    let instead: Type = match grouping {
        "list" => parse_quote!(Vec<#object>),
        "set" => parse_quote!(Set<#object>),
        "map" => parse_quote!(BTreeMap<String, #object>),
        _ => object.clone(),
    };
    let instead = match grouping {
        "single" => format!("{0}` or `Option<{0}>", spelling(&instead)),
        _ => spelling(&instead),
    };
    let other = match written == grouping {
        true => "there is no null among blocks, and no block is an empty collection".to_owned(),
        false if !nullable && written == "single" && grouping != "map" => {
            format!("or write `block({grouping}, max_items = 1)`, for one at most")
        }
        false => format!("or group by `{written}`, as the type says"),
    };
    Some(CloseType {
        message: format!(
            "`{field}` is grouped by `{grouping}`, which a `{}` is not: write `{instead}`",
            spelling(ty)
        ),
        label: format!("write `{instead}`"),
        note: format!("help: {other}"),
    })
}

/// A type that the compiler rejects itself: a reference without a lifetime, an unsized type,
/// `impl Trait`.
pub(crate) struct Refused {
    /// The texts of its error.
    pub(crate) close: CloseType,
    /// The replacement behind the mistake, if one exists.
    pub(crate) instead: Option<Type>,
    /// The compiler reports it not here, but where the struct is used.
    pub(crate) unsized_end: bool,
}

/// The texts for the type of such a field; the last one may be unsized.
pub(crate) fn refused(field: &str, ty: &Type, last: bool) -> Option<Refused> {
    let unsized_end = last && has_no_size(ty);
    if !unsized_end && !is_refused(ty) {
        return None;
    }
    let close = of(field, ty, false)?;
    let mut instead = ty.clone();
    let mut data = None;
    while let Some(found) = replace(&mut instead) {
        data = Some(found.data);
        if !found.data {
            break;
        }
    }
    if ty.to_token_stream().to_string().contains('!') {
        // The replacement is also a type without values: nothing else needs to be reported.
        data = Some(true);
        instead = parse_quote!(::core::convert::Infallible);
    }
    // A missing lifetime is an error wherever the field is used: a different type would add a
    // mistake.
    let known = data == Some(true) && !is_no_type(ty);
    Some(Refused {
        close,
        instead: known.then_some(instead),
        unsized_end,
    })
}

fn is_no_type(ty: &Type) -> bool {
    let mut tokens = ty.to_token_stream().to_string();
    tokens.retain(|c| c != ' ');
    tokens.contains('&') || tokens.starts_with("impl") || tokens.contains("<impl")
}

fn has_no_size(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

fn is_refused(ty: &Type) -> bool {
    let parts = |types: Vec<&Type>| types.into_iter().any(is_refused);
    match ty {
        Type::Group(group) => is_refused(&group.elem),
        Type::Paren(paren) => is_refused(&paren.elem),
        Type::Reference(reference) => {
            let stays = |name: &syn::Lifetime| name.ident == "static";
            !reference.lifetime.as_ref().is_some_and(stays)
        }
        Type::ImplTrait(_) | Type::Never(_) => true,
        Type::Tuple(tuple) => parts(tuple.elems.iter().collect()),
        Type::Path(_) => match name_and_arguments(ty) {
            Some((name, types)) if !types.is_empty() => {
                let owns = ["Vec", "Option", "Set", "BTreeMap", "HashMap"].contains(&&*name);
                let mut types = types.into_iter();
                types.any(|ty| is_refused(ty) && (owns || !has_no_size(ty)))
            }
            _ => has_no_size(ty),
        },
        other => has_no_size(other),
    }
}

/// The part of a type that was replaced.
struct Found {
    part: String,
    why: String,
    /// It has a replacement.
    data: bool,
}

/// Replaces the first part that does not fit.
fn replace(ty: &mut Type) -> Option<Found> {
    let part = spelling(ty);
    let (instead, why) = match ty {
        Type::Group(group) => return replace(&mut group.elem),
        Type::Paren(paren) => return replace(&mut paren.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            return not_data(
                part,
                "it has no value: remove the field, or make it a `bool`",
            );
        }
        Type::Tuple(tuple) => return tuple.elems.iter_mut().find_map(replace),
        Type::Reference(reference) => (owned(&reference.elem), OWNED.to_owned()),
        Type::Slice(slice) => {
            let element = &slice.elem;
            (parse_quote!(Vec<#element>), OWNED.to_owned())
        }
        Type::Array(array) => {
            let (element, why) = (&array.elem, counted(&array.len));
            (parse_quote!(Vec<#element>), why)
        }
        Type::Ptr(_)
        | Type::FnPtr(_)
        | Type::TraitObject(_)
        | Type::ImplTrait(_)
        | Type::Never(_) => return not_data(part, NOT_DATA),
        Type::Path(path) => {
            let of_framework = is_of_framework(path);
            let last = path.path.segments.last_mut()?;
            if of_framework
                && ["String", "Bool", "Number", "Set", "Dynamic"]
                    .iter()
                    .any(|name| last.ident == name)
            {
                last.ident = format_ident!("{}Value", last.ident);
            }
            match of_name(last) {
                Some(Replacement::Type(instead, why)) => (*instead, why),
                Some(Replacement::Nothing(why)) => return not_data(part, why),
                None => return types_in(last).into_iter().find_map(replace),
            }
        }
        _ => return None,
    };
    *ty = instead;
    let data = true;
    Some(Found { part, why, data })
}

fn not_data(part: String, why: &str) -> Option<Found> {
    let (why, data) = (why.to_owned(), false);
    Some(Found { part, why, data })
}

const OWNED: &str = "a field owns its value";
const NOT_DATA: &str = "a field holds a value that a configuration can contain; keep anything else in the client (`type Client`)";
const KEYS: &str = "the keys of a map are strings in Terraform: `key.parse()` reads a number";
const MOMENT: &str = "a moment is a string in Terraform: add `validate = timestamp` for RFC 3339, or use `jiff::Timestamp` with the feature `jiff`";

const A_LIST: &str = "a list is a `Vec`, whose elements have one type";
const A_MAP: &str = "a map is a `BTreeMap` or a `HashMap`, whose keys are strings";
const OBJECT: &str = "an object is a separate struct with #[derive(Schema)], in a field with `#[field(optional, nested(single))]`";
const SECRET: &str =
    "`Secret` is a string that no message shows; its field is `sensitive` by itself";

/// What replaces a type.
enum Replacement {
    Type(Box<Type>, String),
    /// Nothing: it holds no value, for this reason.
    Nothing(&'static str),
}

/// Type names, separated by spaces: their replacement, and the reason. Without a number of
/// arguments, the type takes none.
macro_rules! close_types {
    ($($names:literal $(with $arguments:literal)? => $instead:literal, $why:expr;)*) => {
        &[$(($names, 0 $(+ $arguments)?, $instead, $why),)*]
    };
}

const CLOSE_TYPES: &[(&str, usize, &str, &str)] = close_types! {
    "char" => "String", "use a string of one character: add `validate = length(1..=1)`";
    "str" => "String", OWNED;
    "PathBuf Path Utf8PathBuf Utf8Path OsString OsStr CString" =>
        "String", "a path is a string in Terraform: `Path::new(&text)` where it is used";
    "DateTime SystemTime OffsetDateTime PrimitiveDateTime UtcDateTime NaiveDateTime NaiveDate NaiveTime Zoned Timestamp" =>
        "String", MOMENT;
    "DateTime" with 1 => "String", MOMENT;
    "TimeDelta" => "std::time::Duration", "it is a string such as \"1h30m\" in configurations";
    "Value JsonValue" =>
        "Json", "`Json` is a document in a string, as `jsonencode(…)` makes it; a value of any type is a `Dynamic`";
    "Uuid" => "String", "add `validate = uuid`";
    "Url Uri" => "String", "add `validate = url`; with the feature `url` there is `url::Url`";
    "Regex" => "String", "add `validate = regular_expression`";
    "Version VersionReq" => "String", "add `validate = regex(\"…\")` for its form";
    "Bytes BytesMut" => "String", "bytes are a string in Terraform: add `validate = base64`";
    "SocketAddr SocketAddrV4 SocketAddrV6" =>
        "String", "or take two fields, of the types `IpAddr` and `u16`";
    "IpNet Ipv4Net Ipv6Net IpNetwork Ipv4Network Ipv6Network IpCidr Ipv4Cidr Ipv6Cidr" =>
        "Cidr", "`Cidr` is a network such as \"10.0.0.0/8\"";
    "BigInt BigUint BigDecimal Decimal" => "schema_provider::Number", "`Number` is exact, of any size";
    "Text string TypeString StringValue StringAttribute" => "String", "Terraform's string is a `String`";
    "boolean TypeBool BoolValue BoolAttribute" => "bool", "Terraform's bool is a `bool`";
    "Any any Interface DynamicPseudoType DynamicValue DynamicAttribute" =>
        "Dynamic", "a value of any type is a `Dynamic`";
    "List ListOf Array Slice list" with 1 => "Vec<@>", A_LIST;
    "List Array Slice TypeList ListValue ListAttribute" => "Vec<String>", A_LIST;
    "TypeSet SetValue SetAttribute" => "Set<String>", "a set is a `Set`";
    "SetOf set" with 1 => "Set<@>", "a set is a `Set`";
    "MapOf Map map" with 1 => "BTreeMap<String, @>", A_MAP;
    "Map TypeMap MapValue MapAttribute" => "BTreeMap<String, String>", A_MAP;
    "SecretString" => "Secret", SECRET;
    "SecretBox Zeroizing" with 1 => "Secret", SECRET;
};

/// The replacement for a type of this name.
fn of_name(segment: &mut PathSegment) -> Option<Replacement> {
    let name = segment.ident.to_string();
    let types: Vec<Type> = types_in(segment).into_iter().map(|ty| ty.clone()).collect();
    let known = CLOSE_TYPES.iter().find(|(names, arguments, ..)| {
        *arguments == types.len() && names.split(' ').any(|known| known == name)
    });
    if let Some((_, _, instead, why)) = known {
        let element = types.first().map(|ty| ty.to_token_stream().to_string());
        let instead = instead.replace('@', &element.unwrap_or_default());
        let instead = syn::parse_str(&instead).ok()?;
        return Some(Replacement::Type(Box::new(instead), (*why).to_owned()));
    }
    let (ty, why): (Type, &str) = match (name.as_str(), &types[..]) {
        (
            "Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Mutex" | "RwLock" | "OnceCell"
            | "OnceLock" | "Pin" | "Wrapping" | "Saturating" | "Cow",
            [inner],
        ) => match inner {
            Type::TraitObject(_) => return Some(Replacement::Nothing(NOT_DATA)),
            inner => (owned(inner), OWNED),
        },
        ("Weak" | "Arguments" | "PhantomData", _) => return Some(Replacement::Nothing(NOT_DATA)),
        ("NonZero", [number]) => (number.clone(), "add `validate = not_zero`"),
        ("Result", [value, ..]) => (
            value.clone(),
            "report errors in a diagnostic; they are not stored",
        ),
        ("Range" | "RangeInclusive", [end]) => (
            parse_quote!((#end, #end)),
            "or take two fields, with `at_least_sum_of(…)` to compare them",
        ),
        ("VecDeque" | "LinkedList" | "BinaryHeap" | "SmallVec" | "ArrayVec", [element, ..]) => {
            (parse_quote!(Vec<#element>), "a list is a `Vec`")
        }
        ("BTreeSet" | "HashSet", [element]) if needs_set(element) => (
            parse_quote!(Set<#element>),
            "the elements of a `Set` need neither `Ord` nor `Hash`, which this collection requires",
        ),
        ("IndexSet" | "FxHashSet" | "AHashSet", [element, ..]) => {
            (parse_quote!(Set<#element>), "a set is a `Set`")
        }
        ("IndexMap" | "FxHashMap" | "AHashMap" | "DashMap" | "Map" | "map", [_, value, ..]) => {
            (parse_quote!(BTreeMap<String, #value>), A_MAP)
        }
        ("BTreeMap" | "HashMap", [key, value]) if key_is_no_text(key) => {
            let map = &segment.ident;
            (parse_quote!(#map<String, #value>), KEYS)
        }
        ("Object" | "ObjectValue" | "ObjectAttribute", []) => {
            return Some(Replacement::Nothing(OBJECT));
        }
        (name, []) => {
            if let Some(number) = number_of_go(name) {
                let why = "a Rust number has a size".to_owned();
                return Some(Replacement::Type(Box::new(number), why));
            }
            let number = name
                .strip_prefix("NonZero")
                .map(|rest| (rest, "add `validate = not_zero`"));
            let (number, why) = number.or_else(|| Some((name.strip_prefix("Atomic")?, OWNED)))?;
            let number = number.to_lowercase();
            if number != "bool" && !INTEGERS.contains(&&*number) {
                return None;
            }
            let number = Ident::new(&number, segment.ident.span());
            (parse_quote!(#number), why)
        }
        _ => return None,
    };
    Some(Replacement::Type(Box::new(ty), why.to_owned()))
}

/// A number type as Go and its SDK call it: `int64`, `Float64`, `TypeInt`, `NumberValue`.
fn number_of_go(written: &str) -> Option<Type> {
    let name = written.strip_prefix("Type").unwrap_or(written);
    let name = ["Value", "Attribute"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(name);
    let number = match &*name.to_lowercase() {
        "int" | "integer" | "long" => "i64".to_owned(),
        "uint" => "u64".to_owned(),
        "byte" => "u8".to_owned(),
        "number" => "schema_provider::Number".to_owned(),
        "float" | "float32" | "float64" | "double" => "f64".to_owned(),
        other => other.replacen("int", "i", 1).replacen("ui", "u", 1),
    };
    let is_number = number.contains("Number") || number == "f64" || INTEGERS.contains(&&*number);
    // A Rust number type is not replaced, or this would never end.
    let is_new = number.rsplit("::").next() != Some(written);
    (is_number && is_new)
        .then(|| syn::parse_str(&number).ok())
        .flatten()
}

/// The type arguments of a name.
fn types_in(segment: &mut PathSegment) -> Vec<&mut Type> {
    match &mut segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter_mut()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        // As in Terraform: `list(string)`.
        PathArguments::Parenthesized(arguments) => {
            let types = arguments.inputs.iter_mut().map(|argument| &mut argument.ty);
            types.collect()
        }
        PathArguments::None => Vec::new(),
    }
}

/// The owned type of a field for a reference or box.
fn owned(ty: &Type) -> Type {
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(Vec<#element>)
        }
        other => other.clone(),
    }
}

fn counted(length: &Expr) -> String {
    let length = length.to_token_stream();
    format!("for a fixed number of elements add `validate = size({length}..={length})`")
}

/// Whether elements of this type are unlikely to fit in a standard set: floats have no total order,
/// and enums and structs need to derive one.
fn needs_set(element: &Type) -> bool {
    let others = "String bool IpAddr Ipv4Addr Ipv6Addr Duration";
    let has_order = |name: &str| INTEGERS.contains(&name) || others.split(' ').any(|it| it == name);
    !name(element).is_some_and(|name| has_order(&name))
}

/// Whether it is certainly not a string: an unknown name may be an alias of one.
fn key_is_no_text(key: &Type) -> bool {
    match name(key).as_deref() {
        Some("str" | "char" | "bool") => true,
        Some(name) => matches!(
            name.as_bytes(),
            [b'u' | b'i' | b'f', b'0'..=b'9' | b's', ..]
        ),
        None => true,
    }
}

fn name(ty: &Type) -> Option<String> {
    name_and_arguments(ty).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instead(ty: Type) -> Option<String> {
        of("x", &ty, false).map(|close| close.label)
    }

    #[test]
    fn each_says_what_to_write() {
        for (ty, label) in [
            (parse_quote!(char), "write `String`"),
            (parse_quote!(Option<&'static str>), "write `Option<String>`"),
            (parse_quote!(&'static [&'static str]), "write `Vec<String>`"),
            (parse_quote!(Vec<std::path::PathBuf>), "write `Vec<String>`"),
            (parse_quote!(Option<Box<str>>), "write `Option<String>`"),
            (parse_quote!(Arc<Mutex<Vec<u8>>>), "write `Vec<u8>`"),
            (parse_quote!(Cow<'static, str>), "write `String`"),
            (parse_quote!([u8; 16]), "write `Vec<u8>`"),
            (parse_quote!(NonZeroU16), "write `u16`"),
            (
                parse_quote!(map<string, int>),
                "write `BTreeMap<String, i64>`",
            ),
            (
                parse_quote!((Vec<NumberValue>, Number)),
                "write `(Vec<schema_provider::Number>, Number)`",
            ),
            (parse_quote!(std::num::NonZero<u16>), "write `u16`"),
            (parse_quote!(Vec<AtomicBool>), "write `Vec<bool>`"),
            (
                parse_quote!(HashMap<i64, char>),
                "write `HashMap<String, String>`",
            ),
            (parse_quote!(BTreeSet<f64>), "write `Set<f64>`"),
            (parse_quote!((String, char)), "write `(String, String)`"),
            (
                parse_quote!(Option<serde_json::Value>),
                "write `Option<Json>`",
            ),
            (parse_quote!(()), "a configuration has no such value"),
            (
                parse_quote!(Box<dyn Fn()>),
                "a configuration has no such value",
            ),
        ] {
            assert_eq!(instead(ty).as_deref(), Some(label));
        }
    }

    #[test]
    fn what_the_compiler_rejects_is_known() {
        let found = |ty: Type, last| {
            let found = refused("x", &ty, last)?;
            let instead = found.instead.map(|ty| spelling(&ty)).unwrap_or_default();
            Some((instead, found.unsized_end))
        };
        let said = |text: &str, end| Some((text.to_owned(), end));
        for (ty, last, expected) in [
            (parse_quote!(&str), false, said("", false)),
            (parse_quote!(Option<&'a str>), true, said("", false)),
            (parse_quote!(str), true, said("String", true)),
            (parse_quote!(str), false, said("String", false)),
            (parse_quote!([String]), true, said("Vec<String>", true)),
            (parse_quote!(Vec<str>), true, said("Vec<String>", false)),
            (parse_quote!(Vec<&[&str]>), true, said("", false)),
            (parse_quote!(impl Into<String>), true, said("", false)),
            (parse_quote!(&'static str), true, None),
            (parse_quote!(Box<str>), true, None),
            (parse_quote!(Arc<[u8]>), true, None),
            (parse_quote!(Box<dyn Fn()>), true, None),
            (parse_quote!(Cow<'static, str>), true, None),
            (parse_quote!(String), true, None),
        ] {
            assert_eq!(found(ty, last), expected);
        }
    }

    #[test]
    fn what_fits_or_is_not_known_is_left_alone() {
        for ty in [
            parse_quote!(String),
            parse_quote!(Option<Vec<Kind>>),
            parse_quote!(BTreeSet<String>),
            parse_quote!(HashMap<Name, u8>),
            parse_quote!((u16, u16)),
            parse_quote!(Set<f64>),
        ] {
            assert_eq!(instead(ty), None);
        }
    }
}
