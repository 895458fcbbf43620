//! A provider of functions, one for each type. The misbehaving ones are in `calc_flaws` and `liar`.

use schema_provider::prelude::*;

use super::between::Between;
use super::calc_flaws::{
    Hangs, Impure, Infinite, Late, Later, Meets, Panics, PanicsInValidator, Parses, Refuses,
    RefusesAt, Wide,
};
use super::liar::Wrong;
use super::rows::{AliasRows, DeepPairs, Grid, MaybeRows, Pair, Pairs, Rows, Tags, Tagset};

/// Reckons.
#[derive(Schema)]
#[schema(provider = "calc")]
pub struct Calc {}

impl Provider for Calc {
    type Client = ();

    fn functions() -> &'static [FunctionDef] {
        functions![
            SizeMb,
            Between,
            EchoText,
            EchoBool,
            EchoNumber,
            EchoFloat,
            EchoExact,
            EchoList,
            EchoSet,
            EchoMap,
            EchoDynamic,
            EchoTuple,
            EchoOption,
            EchoAddress,
            Area,
            Boxes,
            Grade,
            Join,
            JoinNullable,
            Kinds,
            AllLabelled,
            Describe,
            Known,
            Hidden,
            Refuses,
            RefusesAt,
            Panics,
            PanicsInValidator,
            Impure,
            Infinite,
            Wide,
            Wrong,
            Later,
            Late,
            Hangs,
            Meets,
            Parses,
            Mixed,
            Old,
            Rows,
            AliasRows,
            MaybeRows,
            Grid,
            Pair,
            Pairs,
            DeepPairs,
            Tagset,
            Tags,
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Err(Diagnostic::error("functions need no configuration").into())
    }
}

/// A size such as `2GiB`, in MiB.
///
/// Whole numbers only.
#[derive(Function)]
#[function(name = "size_mb", output = i64)]
pub struct SizeMb {
    /// A size with its unit.
    #[param(validate = regex("^[0-9]+ ?[MGT]iB$"))]
    text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        let (number, unit) = self.text.split_at(self.text.len() - 3);
        let number: i64 = number.trim().parse().at(SizeMb::TEXT)?;
        let factor = match unit {
            "MiB" => 1,
            "GiB" => 1 << 10,
            _ => 1 << 20,
        };
        let too_large = || FunctionError::new("no size is that large.").at(SizeMb::TEXT);
        number.checked_mul(factor).ok_or_else(too_large)
    }
}

macro_rules! echo {
    ($($struct:ident $name:literal $ty:ty;)*) => {$(
        /// Returns its argument.
        #[derive(Function)]
        #[function(name = $name, output = $ty)]
        pub struct $struct {
            value: $ty,
        }

        impl Function for $struct {
            fn call(self) -> FunctionResult<$ty> {
                Ok(self.value)
            }
        }
    )*};
}

echo! {
    EchoText "echo_text" String;
    EchoBool "echo_bool" bool;
    EchoNumber "echo_number" i64;
    EchoFloat "echo_float" f64;
    EchoExact "echo_exact" schema_provider::Number;
    EchoList "echo_list" Vec<String>;
    EchoSet "echo_set" Set<i64>;
    EchoMap "echo_map" BTreeMap<String, bool>;
    EchoDynamic "echo_dynamic" Dynamic;
    EchoTuple "echo_tuple" (String, i64);
    EchoOption "echo_option" Option<String>;
    EchoAddress "echo_address" std::net::IpAddr;
}

/// A rectangle.
#[derive(Schema)]
#[schema(block)]
pub struct Rectangle {
    #[field(required, validate = range(0..=1000))]
    width: i64,
    #[field(required)]
    height: i64,
    #[field(optional)]
    label: Option<String>,
}

/// How large it is.
#[derive(Function)]
#[function(
    name = "area",
    output = i64,
    summary = "How large it is.",
    description = "How large it is.",
    plain(own)
)]
pub struct Area {
    /// One of them.
    #[param(nested(single), plain)]
    rectangle: Rectangle,
    #[param(nested(list))]
    more: Vec<Rectangle>,
}

impl Function for Area {
    fn call(self) -> FunctionResult<i64> {
        let all = self.more.iter().chain([&self.rectangle]);
        Ok(all.map(|r| r.width * r.height).sum())
    }
}

/// Something with a value of any type.
#[derive(Schema)]
#[schema(block)]
pub struct Labelled {
    #[field(required)]
    label: String,
    #[field(optional)]
    value: Option<Dynamic>,
}

/// What is in them.
#[derive(Function)]
#[function(name = "labelled", output = Vec<String>)]
pub struct AllLabelled {
    #[param(nested(list), variadic)]
    all: Vec<Labelled>,
}

impl Function for AllLabelled {
    fn call(self) -> FunctionResult<Vec<String>> {
        let shown = self.all.into_iter().enumerate().map(|(index, one)| {
            if one.label == "bad" {
                let error = FunctionError::new("it is bad");
                return Err(error.at(AllLabelled::ALL.at(index).then(Labelled::LABEL)));
            }
            Ok(match one.value {
                Some(value) => format!("{}: {}", one.label, value.ty()),
                None => one.label,
            })
        });
        shown.collect()
    }
}

/// Rectangles of these widths.
#[derive(Function)]
#[function(name = "boxes", output = Vec<Rectangle>, nested(list))]
pub struct Boxes {
    #[param(variadic, validate = [size(..=3), each(range(1..=9))])]
    widths: Vec<i64>,
}

impl Function for Boxes {
    fn call(self) -> FunctionResult<Vec<Rectangle>> {
        let rectangle = |width| Rectangle {
            width,
            height: 2,
            label: None,
        };
        Ok(self.widths.into_iter().map(rectangle).collect())
    }
}

/// How hard.
#[derive(SchemaEnum, Debug, Clone, Copy, PartialEq)]
pub enum Level {
    Soft,
    Hard,
}

/// The other level.
#[derive(Function)]
#[function(name = "grade", output = Level)]
pub struct Grade {
    level: Level,
}

impl Function for Grade {
    fn call(self) -> FunctionResult<Level> {
        Ok(match self.level {
            Level::Soft => Level::Hard,
            Level::Hard => Level::Soft,
        })
    }
}

/// Joins strings.
#[derive(Function)]
#[function(name = "join", output = String)]
pub struct Join {
    between: String,
    #[param(variadic)]
    parts: Vec<String>,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        if let Some(index) = self.parts.iter().position(|part| part == "bad") {
            return Err(FunctionError::new("this part is bad").at(Join::PARTS.at(index)));
        }
        Ok(self.parts.join(&self.between))
    }
}

/// The same with nullable elements.
#[derive(Function)]
#[function(name = "join_nullable", output = String)]
pub struct JoinNullable {
    #[param(variadic)]
    parts: Vec<Option<String>>,
}

impl Function for JoinNullable {
    fn call(self) -> FunctionResult<String> {
        let parts = self.parts.into_iter();
        let parts: Vec<String> = parts.map(|part| part.unwrap_or("-".into())).collect();
        Ok(parts.join(","))
    }
}

/// The types of all arguments.
#[derive(Function)]
#[function(name = "kinds", output = Vec<String>)]
pub struct Kinds {
    #[param(variadic)]
    values: Vec<Dynamic>,
}

impl Function for Kinds {
    fn call(self) -> FunctionResult<Vec<String>> {
        Ok(self
            .values
            .iter()
            .map(|value| value.ty().to_string())
            .collect())
    }
}

/// What it is.
#[derive(Function)]
#[function(name = "describe", output = String)]
pub struct Describe {
    text: Option<String>,
    value: Val<i64>,
}

impl Function for Describe {
    fn call(self) -> FunctionResult<String> {
        let text = self.text.as_deref().unwrap_or("not a string");
        Ok(match self.value {
            Val::Null => format!("{text}, null"),
            Val::Unknown => format!("{text}, not known"),
            Val::Known(value) => format!("{text}, {value}"),
        })
    }
}

/// The first known one.
#[derive(Function)]
#[function(name = "known", output = Val<String>)]
pub struct Known {
    #[param(variadic)]
    values: Vec<Val<String>>,
}

impl Function for Known {
    fn call(self) -> FunctionResult<Val<String>> {
        let mut values = self.values.into_iter();
        Ok(values.find(|value| !value.is_null()).unwrap_or(Val::Null))
    }
}

/// How long a secret is.
#[derive(Function)]
#[function(name = "hidden", output = i64)]
pub struct Hidden {
    #[param(validate = custom = short)]
    secret: Secret,
}

fn short(_: &schema_provider::Path, secret: &Secret) -> Diagnostics {
    let text = secret.expose().unwrap_or_default();
    if text.len() > 9 {
        return Diagnostic::error(format!("{text} is too long")).into();
    }
    Diagnostics::new()
}

impl Function for Hidden {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.secret.expose().map_or(0, str::len) as i64)
    }
}

/// Parameters whose names are not in alphabetical order.
#[derive(Function)]
#[function(name = "mixed", output = String, summary = "Z, then a.", description = "Both in a row.")]
pub struct Mixed {
    #[param(rename = "zebra", description = "The first.")]
    first: String,
    apple: i64,
    #[param(variadic, nested(list))]
    more: Vec<Rectangle>,
}

impl Function for Mixed {
    fn call(self) -> FunctionResult<String> {
        let more: i64 = self.more.iter().map(|r| r.width).sum();
        Ok(format!("{} {} {more}", self.first, self.apple))
    }
}

/// Was here before.
#[derive(Function)]
#[function(name = "old", output = bool, deprecated = "call something else")]
pub struct Old {}

impl Function for Old {
    fn call(self) -> FunctionResult<bool> {
        Ok(true)
    }
}
