//! Functions that fail, panic, hang, or answer differently each time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Condvar, Mutex};

use schema_provider::prelude::*;

use super::calc::SizeMb;

/// Never has a result.
#[derive(Function)]
#[function(name = "refuses", output = String)]
pub struct Refuses {}

impl Function for Refuses {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("it does not want to."))
    }
}

/// Blames the requested argument.
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

/// A number that Terraform does not have.
#[derive(Function)]
#[function(name = "infinite", output = Vec<f64>)]
pub struct Infinite {}

impl Function for Infinite {
    fn call(self) -> FunctionResult<Vec<f64>> {
        Ok(vec![1.0, f64::INFINITY])
    }
}

/// A string of this many bytes.
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

/// Is unknown.
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
        let limit = std::time::Duration::from_secs(60);
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
