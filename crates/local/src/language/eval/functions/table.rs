//! The table of functions: their parameters, and their results.

use std::cmp::Ordering;

use md5::Md5;
use schema_runtime::refs::Ref;
use schema_runtime::ty::Type;
use sha2::{Sha256, Sha512};

use super::{
    Args, CallResult, collections, conversions, encoding, format, merging, network, numbers,
    sequences, sets, text,
};

/// The requirements for an argument.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) ty: Type,
    pub(super) null: bool,
    /// Whether the function accepts unknown values.
    pub(super) unknown: bool,
    /// Whether the function handles sensitive parts itself.
    pub(super) marked: bool,
}

const fn parameter(name: &'static str, ty: Type) -> Parameter {
    Parameter {
        name,
        ty,
        null: false,
        unknown: false,
        marked: false,
    }
}

impl Parameter {
    const fn null(mut self) -> Self {
        self.null = true;
        self
    }

    const fn unknown(mut self) -> Self {
        self.unknown = true;
        self
    }

    const fn marked(mut self) -> Self {
        self.marked = true;
        self
    }
}

pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) parameters: &'static [Parameter],
    /// The type of variadic arguments, if any are allowed: at most one entry.
    pub(super) variadic: &'static [Parameter],
    /// The type of the result, as far as it is the same for all arguments; an unknown value of this
    /// type is not null.
    pub(super) result: Type,
    pub(super) run: fn(&Args<'_>) -> CallResult,
}

/// A row of the table.
macro_rules! functions {
    ($($name:literal ($($parameter:expr),* $(; $variadic:expr)?) -> $result:expr, $run:expr;)*) => {
        pub(super) static FUNCTIONS: &[Function] = &[$({
            static PARAMETERS: &[Parameter] = &[$($parameter),*];
            static VARIADIC: &[Parameter] = &[$($variadic)?];
            Function {
                name: $name,
                parameters: PARAMETERS,
                variadic: VARIADIC,
                result: $result,
                run: $run,
            }
        }),*];
    };
}

use Type::{Bool, Dynamic, Number, String as Text};

/// The elements of a collection type.
const fn of(element: &'static Type) -> Ref<Type> {
    Ref::Static { value: element }
}

const STRING_LIST: Type = Type::List(of(&Text));
const BOOL_LIST: Type = Type::List(of(&Bool));
const NUMBER_LIST: Type = Type::List(of(&Number));
const ANY_LIST: Type = Type::List(of(&Dynamic));
const ANY_SET: Type = Type::Set(of(&Dynamic));
const ANY_MAP: Type = Type::Map(of(&Dynamic));
const LISTS: Type = Type::List(Ref::Static { value: &ANY_LIST });
const MAP_OF_LISTS: Type = Type::Map(Ref::Static {
    value: &STRING_LIST,
});

functions! {
    "abs" (parameter("num", Number)) -> Number, numbers::abs;
    "alltrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::alltrue;
    "anytrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::anytrue;
    "base64decode" (parameter("str", Text)) -> Text, encoding::base64decode;
    "base64encode" (parameter("str", Text)) -> Text, |args| encoding::base64(args.text(0).as_bytes());
    "base64sha256" (parameter("str", Text)) -> Text, |args| encoding::base64_of::<Sha256>(args.text(0).as_bytes());
    "base64sha512" (parameter("str", Text)) -> Text, |args| encoding::base64_of::<Sha512>(args.text(0).as_bytes());
    "basename" (parameter("path", Text)) -> Text, text::basename;
    "ceil" (parameter("num", Number)) -> Number, |args| numbers::whole(args, true);
    "chomp" (parameter("str", Text)) -> Text, text::chomp;
    "chunklist" (parameter("list", ANY_LIST), parameter("size", Number)) -> LISTS, sequences::chunklist;
    "cidrhost" (parameter("prefix", Text), parameter("hostnum", Number)) -> Text, network::cidrhost;
    "cidrnetmask" (parameter("prefix", Text)) -> Text, network::cidrnetmask;
    "cidrsubnet" (parameter("prefix", Text), parameter("newbits", Number), parameter("netnum", Number)) -> Text, network::cidrsubnet;
    "coalesce" (; parameter("vals", Dynamic).null().unknown()) -> Dynamic, conversions::coalesce;
    "coalescelist" (; parameter("vals", Dynamic).unknown()) -> Dynamic, sequences::coalescelist;
    "compact" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::compact;
    "concat" (; parameter("seqs", Dynamic).unknown().marked()) -> Dynamic, merging::concat;
    "contains" (parameter("list", Dynamic), parameter("value", Dynamic).unknown()) -> Bool, collections::contains;
    "dirname" (parameter("path", Text)) -> Text, text::dirname;
    "distinct" (parameter("list", ANY_LIST)) -> ANY_LIST, collections::distinct;
    "element" (parameter("list", Dynamic).unknown().marked(), parameter("index", Number).unknown()) -> Dynamic, collections::element;
    "endswith" (parameter("str", Text), parameter("suffix", Text)) -> Bool, text::endswith;
    "ephemeralasnull" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::ephemeralasnull;
    "file" (parameter("path", Text)) -> Text, encoding::file;
    "filebase64" (parameter("path", Text)) -> Text, |args| encoding::base64(&encoding::bytes(args)?);
    "filebase64sha256" (parameter("path", Text)) -> Text, |args| encoding::base64_of::<Sha256>(&encoding::bytes(args)?);
    "filebase64sha512" (parameter("path", Text)) -> Text, |args| encoding::base64_of::<Sha512>(&encoding::bytes(args)?);
    "fileexists" (parameter("path", Text)) -> Bool, encoding::fileexists;
    "filemd5" (parameter("path", Text)) -> Text, |args| encoding::hex::<Md5>(&encoding::bytes(args)?);
    "filesha256" (parameter("path", Text)) -> Text, |args| encoding::hex::<Sha256>(&encoding::bytes(args)?);
    "filesha512" (parameter("path", Text)) -> Text, |args| encoding::hex::<Sha512>(&encoding::bytes(args)?);
    "flatten" (parameter("list", Dynamic).marked()) -> Dynamic, merging::flatten;
    "floor" (parameter("num", Number)) -> Number, |args| numbers::whole(args, false);
    "format" (parameter("format", Text); parameter("args", Dynamic).null()) -> Text, format::format;
    "indent" (parameter("spaces", Number), parameter("str", Text)) -> Text, text::indent;
    "index" (parameter("list", Dynamic), parameter("value", Dynamic)) -> Number, sequences::index;
    "issensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Bool, conversions::issensitive;
    "join" (parameter("separator", Text); parameter("lists", STRING_LIST)) -> Text, text::join;
    "jsondecode" (parameter("str", Text)) -> Dynamic, encoding::jsondecode;
    "jsonencode" (parameter("val", Dynamic).null().unknown()) -> Text, encoding::jsonencode;
    "keys" (parameter("inputMap", Dynamic).unknown().marked()) -> Dynamic, collections::keys;
    "length" (parameter("value", Dynamic).unknown().marked()) -> Number, collections::length;
    "lookup" (parameter("inputMap", Dynamic).unknown().marked(), parameter("key", Text).unknown().marked(); parameter("default", Dynamic).null().unknown().marked()) -> Dynamic, collections::lookup;
    "lower" (parameter("str", Text)) -> Text, text::lower;
    "matchkeys" (parameter("values", ANY_LIST).unknown(), parameter("keys", ANY_LIST).unknown(), parameter("searchset", ANY_LIST).unknown()) -> ANY_LIST, sequences::matchkeys;
    "max" (; parameter("numbers", Number)) -> Number, |args| numbers::most(args, Ordering::Greater);
    "md5" (parameter("str", Text)) -> Text, |args| encoding::hex::<Md5>(args.text(0).as_bytes());
    "merge" (; parameter("maps", Dynamic).null().unknown().marked()) -> Dynamic, merging::merge;
    "min" (; parameter("numbers", Number)) -> Number, |args| numbers::most(args, Ordering::Less);
    "nonsensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::nonsensitive;
    "one" (parameter("list", Dynamic).unknown()) -> Dynamic, sequences::one;
    "parseint" (parameter("number", Dynamic).unknown(), parameter("base", Number).unknown()) -> Number, numbers::parseint;
    "pow" (parameter("num", Number), parameter("power", Number)) -> Number, numbers::pow;
    "range" (; parameter("params", Number)) -> NUMBER_LIST, numbers::range;
    "regex" (parameter("pattern", Text), parameter("string", Text).unknown()) -> Dynamic, text::regex;
    "regexall" (parameter("pattern", Text), parameter("string", Text).unknown()) -> ANY_LIST, text::regexall;
    "replace" (parameter("str", Text), parameter("substr", Text), parameter("replace", Text)) -> Text, text::replace;
    "reverse" (parameter("list", Dynamic).unknown().marked()) -> Dynamic, sequences::reverse;
    "sensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::sensitive;
    "setintersection" (parameter("first_set", ANY_SET).unknown(); parameter("other_sets", ANY_SET).unknown()) -> ANY_SET, sets::setintersection;
    "setproduct" (; parameter("sets", Dynamic).unknown()) -> Dynamic, sets::setproduct;
    "setsubtract" (parameter("a", ANY_SET).unknown(), parameter("b", ANY_SET).unknown()) -> ANY_SET, sets::setsubtract;
    "setunion" (parameter("first_set", ANY_SET).unknown(); parameter("other_sets", ANY_SET).unknown()) -> ANY_SET, sets::setunion;
    "sha256" (parameter("str", Text)) -> Text, |args| encoding::hex::<Sha256>(args.text(0).as_bytes());
    "sha512" (parameter("str", Text)) -> Text, |args| encoding::hex::<Sha512>(args.text(0).as_bytes());
    "signum" (parameter("num", Number)) -> Number, numbers::signum;
    "slice" (parameter("list", Dynamic).unknown().marked(), parameter("start_index", Number).unknown(), parameter("end_index", Number).unknown()) -> Dynamic, sequences::slice;
    "sort" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::sort;
    "split" (parameter("separator", Text), parameter("str", Text)) -> STRING_LIST, text::split;
    "startswith" (parameter("str", Text), parameter("prefix", Text)) -> Bool, text::startswith;
    "strcontains" (parameter("str", Text), parameter("substr", Text)) -> Bool, text::strcontains;
    "strrev" (parameter("str", Text)) -> Text, text::strrev;
    "substr" (parameter("str", Text), parameter("offset", Number), parameter("length", Number)) -> Text, text::substr;
    "sum" (parameter("list", Dynamic)) -> Number, sequences::sum;
    "title" (parameter("str", Text)) -> Text, text::title;
    "tobool" (parameter("v", Dynamic).null().unknown().marked()) -> Bool, |args| conversions::to(args, Bool);
    "tolist" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_LIST, |args| conversions::to(args, ANY_LIST);
    "tomap" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_MAP, |args| conversions::to(args, ANY_MAP);
    "tonumber" (parameter("v", Dynamic).null().unknown().marked()) -> Number, |args| conversions::to(args, Number);
    "toset" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_SET, |args| conversions::to(args, ANY_SET);
    "tostring" (parameter("v", Dynamic).null().unknown().marked()) -> Text, |args| conversions::to(args, Text);
    "transpose" (parameter("values", MAP_OF_LISTS)) -> MAP_OF_LISTS, sequences::transpose;
    "trim" (parameter("str", Text), parameter("cutset", Text)) -> Text, text::trim;
    "trimprefix" (parameter("str", Text), parameter("prefix", Text)) -> Text, text::trimprefix;
    "trimspace" (parameter("str", Text)) -> Text, text::trimspace;
    "trimsuffix" (parameter("str", Text), parameter("suffix", Text)) -> Text, text::trimsuffix;
    "upper" (parameter("str", Text)) -> Text, text::upper;
    "urlencode" (parameter("str", Text)) -> Text, text::urlencode;
    "values" (parameter("mapping", Dynamic).unknown().marked()) -> Dynamic, collections::values;
    "zipmap" (parameter("keys", STRING_LIST).unknown().marked(), parameter("values", Dynamic).unknown().marked()) -> Dynamic, merging::zipmap;
}
