//! The table of functions: their parameters, and their results.

use schema_runtime::refs::Ref;
use schema_runtime::ty::Type;

use super::{
    Args, CallResult, collections, conversions, encoding, format, letters, merging, network,
    numbers, sequences, sets, text,
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
    ($($name:literal ($($parameter:expr),* $(; $variadic:expr)?) -> $result:expr, $run:path;)*) => {
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

const STRING_LIST: Type = Type::List(Ref::Static {
    value: &Type::String,
});
const BOOL_LIST: Type = Type::List(Ref::Static { value: &Type::Bool });
const LISTS: Type = Type::List(Ref::Static { value: &ANY_LIST });
const MAP_OF_LISTS: Type = Type::Map(Ref::Static {
    value: &STRING_LIST,
});
const NUMBER_LIST: Type = Type::List(Ref::Static {
    value: &Type::Number,
});
const ANY_LIST: Type = Type::List(Ref::Static {
    value: &Type::Dynamic,
});
const ANY_SET: Type = Type::Set(Ref::Static {
    value: &Type::Dynamic,
});
const ANY_MAP: Type = Type::Map(Ref::Static {
    value: &Type::Dynamic,
});

functions! {
    "abs" (parameter("num", Number)) -> Number, numbers::abs;
    "alltrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::alltrue;
    "anytrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::anytrue;
    "base64decode" (parameter("str", Text)) -> Text, encoding::base64decode;
    "base64encode" (parameter("str", Text)) -> Text, encoding::base64encode;
    "base64sha256" (parameter("str", Text)) -> Text, encoding::base64sha256;
    "base64sha512" (parameter("str", Text)) -> Text, encoding::base64sha512;
    "basename" (parameter("path", Text)) -> Text, letters::basename;
    "ceil" (parameter("num", Number)) -> Number, numbers::ceil;
    "chomp" (parameter("str", Text)) -> Text, letters::chomp;
    "chunklist" (parameter("list", ANY_LIST), parameter("size", Number)) -> LISTS, sequences::chunklist;
    "cidrhost" (parameter("prefix", Text), parameter("hostnum", Number)) -> Text, network::cidrhost;
    "cidrnetmask" (parameter("prefix", Text)) -> Text, network::cidrnetmask;
    "cidrsubnet" (parameter("prefix", Text), parameter("newbits", Number), parameter("netnum", Number)) -> Text, network::cidrsubnet;
    "coalesce" (; parameter("vals", Dynamic).null().unknown()) -> Dynamic, conversions::coalesce;
    "coalescelist" (; parameter("vals", Dynamic).unknown()) -> Dynamic, sequences::coalescelist;
    "compact" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::compact;
    "concat" (; parameter("seqs", Dynamic).unknown().marked()) -> Dynamic, merging::concat;
    "contains" (parameter("list", Dynamic), parameter("value", Dynamic).unknown()) -> Bool, collections::contains;
    "dirname" (parameter("path", Text)) -> Text, letters::dirname;
    "distinct" (parameter("list", ANY_LIST)) -> ANY_LIST, collections::distinct;
    "element" (parameter("list", Dynamic).unknown().marked(), parameter("index", Number).unknown()) -> Dynamic, collections::element;
    "endswith" (parameter("str", Text), parameter("suffix", Text)) -> Bool, letters::endswith;
    "ephemeralasnull" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::ephemeralasnull;
    "file" (parameter("path", Text)) -> Text, encoding::file;
    "filebase64" (parameter("path", Text)) -> Text, encoding::filebase64;
    "filebase64sha256" (parameter("path", Text)) -> Text, encoding::filebase64sha256;
    "filebase64sha512" (parameter("path", Text)) -> Text, encoding::filebase64sha512;
    "fileexists" (parameter("path", Text)) -> Bool, encoding::fileexists;
    "filemd5" (parameter("path", Text)) -> Text, encoding::filemd5;
    "filesha256" (parameter("path", Text)) -> Text, encoding::filesha256;
    "filesha512" (parameter("path", Text)) -> Text, encoding::filesha512;
    "flatten" (parameter("list", Dynamic).marked()) -> Dynamic, merging::flatten;
    "floor" (parameter("num", Number)) -> Number, numbers::floor;
    "format" (parameter("format", Text); parameter("args", Dynamic).null()) -> Text, format::format;
    "indent" (parameter("spaces", Number), parameter("str", Text)) -> Text, letters::indent;
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
    "max" (; parameter("numbers", Number)) -> Number, numbers::max;
    "md5" (parameter("str", Text)) -> Text, encoding::md5;
    "merge" (; parameter("maps", Dynamic).null().unknown().marked()) -> Dynamic, merging::merge;
    "min" (; parameter("numbers", Number)) -> Number, numbers::min;
    "nonsensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::nonsensitive;
    "one" (parameter("list", Dynamic).unknown()) -> Dynamic, sequences::one;
    "parseint" (parameter("number", Dynamic).unknown(), parameter("base", Number).unknown()) -> Number, numbers::parseint;
    "pow" (parameter("num", Number), parameter("power", Number)) -> Number, numbers::pow;
    "range" (; parameter("params", Number)) -> NUMBER_LIST, numbers::range;
    "regex" (parameter("pattern", Text), parameter("string", Text).unknown()) -> Dynamic, letters::regex;
    "regexall" (parameter("pattern", Text), parameter("string", Text).unknown()) -> ANY_LIST, letters::regexall;
    "replace" (parameter("str", Text), parameter("substr", Text), parameter("replace", Text)) -> Text, text::replace;
    "reverse" (parameter("list", Dynamic).unknown().marked()) -> Dynamic, sequences::reverse;
    "sensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::sensitive;
    "setintersection" (parameter("first_set", ANY_SET).unknown(); parameter("other_sets", ANY_SET).unknown()) -> ANY_SET, sets::setintersection;
    "setproduct" (; parameter("sets", Dynamic).unknown()) -> Dynamic, sets::setproduct;
    "setsubtract" (parameter("a", ANY_SET).unknown(), parameter("b", ANY_SET).unknown()) -> ANY_SET, sets::setsubtract;
    "setunion" (parameter("first_set", ANY_SET).unknown(); parameter("other_sets", ANY_SET).unknown()) -> ANY_SET, sets::setunion;
    "sha256" (parameter("str", Text)) -> Text, encoding::sha256;
    "sha512" (parameter("str", Text)) -> Text, encoding::sha512;
    "signum" (parameter("num", Number)) -> Number, numbers::signum;
    "slice" (parameter("list", Dynamic).unknown().marked(), parameter("start_index", Number).unknown(), parameter("end_index", Number).unknown()) -> Dynamic, sequences::slice;
    "sort" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::sort;
    "split" (parameter("separator", Text), parameter("str", Text)) -> STRING_LIST, text::split;
    "startswith" (parameter("str", Text), parameter("prefix", Text)) -> Bool, letters::startswith;
    "strcontains" (parameter("str", Text), parameter("substr", Text)) -> Bool, letters::strcontains;
    "strrev" (parameter("str", Text)) -> Text, letters::strrev;
    "substr" (parameter("str", Text), parameter("offset", Number), parameter("length", Number)) -> Text, text::substr;
    "sum" (parameter("list", Dynamic)) -> Number, sequences::sum;
    "title" (parameter("str", Text)) -> Text, letters::title;
    "tobool" (parameter("v", Dynamic).null().unknown().marked()) -> Bool, conversions::tobool;
    "tolist" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_LIST, conversions::tolist;
    "tomap" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_MAP, conversions::tomap;
    "tonumber" (parameter("v", Dynamic).null().unknown().marked()) -> Number, conversions::tonumber;
    "toset" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_SET, conversions::toset;
    "tostring" (parameter("v", Dynamic).null().unknown().marked()) -> Text, conversions::tostring;
    "transpose" (parameter("values", MAP_OF_LISTS)) -> MAP_OF_LISTS, sequences::transpose;
    "trim" (parameter("str", Text), parameter("cutset", Text)) -> Text, letters::trim;
    "trimprefix" (parameter("str", Text), parameter("prefix", Text)) -> Text, letters::trimprefix;
    "trimspace" (parameter("str", Text)) -> Text, text::trimspace;
    "trimsuffix" (parameter("str", Text), parameter("suffix", Text)) -> Text, letters::trimsuffix;
    "upper" (parameter("str", Text)) -> Text, text::upper;
    "urlencode" (parameter("str", Text)) -> Text, letters::urlencode;
    "values" (parameter("mapping", Dynamic).unknown().marked()) -> Dynamic, collections::values;
    "zipmap" (parameter("keys", STRING_LIST).unknown().marked(), parameter("values", Dynamic).unknown().marked()) -> Dynamic, merging::zipmap;
}
