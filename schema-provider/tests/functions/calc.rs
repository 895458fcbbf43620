//! A provider of functions: one for each type, and those that misbehave.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Condvar, Mutex};

use schema_provider::prelude::*;

use super::between::Between;
use super::liar::Wrong;
use super::rows::{AliasRows, Grid, MaybeRows, Rows, Tags};

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
        /// Gives back what it gets.
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
#[function(name = "area", output = i64)]
pub struct Area {
    #[param(nested(single))]
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

/// Texts in a row.
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

/// The same where some are missing.
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
        let text = self.text.as_deref().unwrap_or("no text");
        Ok(match self.value {
            Val::Null => format!("{text}, null"),
            Val::Unknown => format!("{text}, not known"),
            Val::Known(value) => format!("{text}, {value}"),
        })
    }
}

/// The first that is known.
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

/// Never has a result.
#[derive(Function)]
#[function(name = "refuses", output = String)]
pub struct Refuses {}

impl Function for Refuses {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("it does not want to."))
    }
}

/// Blames the argument that it is told to.
#[derive(Function)]
#[function(name = "refuses_at", output = String)]
pub struct RefusesAt {
    place: i64,
    other: String,
    #[param(variadic)]
    rest: Vec<String>,
}

impl Function for RefusesAt {
    fn call(self) -> FunctionResult<String> {
        let error = FunctionError::new("wrong");
        let _ = (self.other, self.rest);
        Err(match self.place {
            0 => error.at(RefusesAt::PLACE),
            1 => error.at(RefusesAt::OTHER),
            // Of another function.
            -1 => error.at(SizeMb::TEXT),
            place => error.at(RefusesAt::REST.at(usize::try_from(place - 2).unwrap_or(0))),
        })
    }
}

/// Panics.
#[derive(Function)]
#[function(name = "panics", output = String)]
pub struct Panics {}

impl Function for Panics {
    fn call(self) -> FunctionResult<String> {
        panic!("what a mess")
    }
}

/// Panics before it is called.
#[derive(Function)]
#[function(name = "panics_in_validator", output = String)]
pub struct PanicsInValidator {
    #[param(validate = custom = mess)]
    text: String,
}

fn mess(_: &schema_provider::Path, _: &String) -> Diagnostics {
    panic!("what a mess in a validator")
}

impl Function for PanicsInValidator {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text)
    }
}

static COUNT: AtomicI64 = AtomicI64::new(0);

/// Another number each time.
#[derive(Function)]
#[function(name = "impure", output = i64)]
pub struct Impure {}

impl Function for Impure {
    fn call(self) -> FunctionResult<i64> {
        Ok(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A number that Terraform has not.
#[derive(Function)]
#[function(name = "infinite", output = Vec<f64>)]
pub struct Infinite {}

impl Function for Infinite {
    fn call(self) -> FunctionResult<Vec<f64>> {
        Ok(vec![1.0, f64::INFINITY])
    }
}

/// A text of so many bytes.
#[derive(Function)]
#[function(name = "wide", output = String)]
pub struct Wide {
    length: u32,
}

impl Function for Wide {
    fn call(self) -> FunctionResult<String> {
        Ok("x".repeat(self.length as usize))
    }
}

/// Is not known yet.
#[derive(Function)]
#[function(name = "later", output = Val<String>)]
pub struct Later {}

impl Function for Later {
    fn call(self) -> FunctionResult<Val<String>> {
        Ok(Val::Unknown)
    }
}

/// Is known every other time.
#[derive(Function)]
#[function(name = "late", output = Val<String>)]
pub struct Late {}

impl Function for Late {
    fn call(self) -> FunctionResult<Val<String>> {
        static CALLS: AtomicI64 = AtomicI64::new(0);
        Ok(match CALLS.fetch_add(1, Ordering::Relaxed) % 2 {
            0 => Val::Unknown,
            _ => Val::Known("here".into()),
        })
    }
}

/// How often it was begun.
pub static HANGING: AtomicI64 = AtomicI64::new(0);

/// Takes its time.
#[derive(Function)]
#[function(name = "hangs", output = bool)]
pub struct Hangs {
    seconds: u64,
}

impl Function for Hangs {
    fn call(self) -> FunctionResult<bool> {
        HANGING.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(std::time::Duration::from_secs(self.seconds));
        Ok(true)
    }
}

/// Whether as many calls as this run at the same time: each waits for the others.
#[derive(Function)]
#[function(name = "meets", output = bool)]
pub struct Meets {
    calls: u64,
}

static THERE: Mutex<u64> = Mutex::new(0);
static ALL_THERE: Condvar = Condvar::new();

impl Function for Meets {
    fn call(self) -> FunctionResult<bool> {
        let mut there = THERE.lock().unwrap();
        *there += 1;
        ALL_THERE.notify_all();
        let limit = std::time::Duration::from_secs(20);
        let waited = ALL_THERE.wait_timeout_while(there, limit, |there| *there < self.calls);
        let (there, _) = waited.unwrap();
        Ok(*there >= self.calls)
    }
}

/// Fails with an error of the standard library.
#[derive(Function)]
#[function(name = "parses", output = i64)]
pub struct Parses {
    text: String,
}

impl Function for Parses {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.text.parse()?)
    }
}

/// Parameters whose names are not in the order of the alphabet.
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
