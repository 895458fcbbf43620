//! What replaces a type of some name.

use quote::ToTokens as _;
use syn::{Ident, PathSegment, Type, parse_quote};

use super::{NOT_DATA, OWNED, name, owned, types_in};
use crate::types::INTEGERS;

const KEYS: &str = "the keys of a map are strings in Terraform: `key.parse()` reads a number";
const MOMENT: &str = "a moment is a string in Terraform: add `validate = timestamp` for RFC 3339, or use `jiff::Timestamp` with the feature `jiff`";

const A_LIST: &str = "a list is a `Vec`, whose elements have one type";
const A_MAP: &str = "a map is a `BTreeMap` or a `HashMap`, whose keys are strings";
const OBJECT: &str = "an object is a separate struct with #[derive(Schema)], in a field with `#[field(optional, nested(single))]`";
const SECRET: &str =
    "`Secret` is a string that no message shows; its field is `sensitive` by itself";

/// What replaces a type.
pub(super) enum Replacement {
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
pub(super) fn of_name(segment: &mut PathSegment) -> Option<Replacement> {
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
