//! Limits that are constants of any integer type, and limits in parentheses.
#![deny(warnings)]
use schema_provider::prelude::*;

const BYTE: u8 = 7;
const COUNT: usize = 2;
const SMALL: u32 = 4;
const LARGE: u128 = 1 << 100;
const FAR: i128 = -(1 << 100);

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = range(0..=u64::MAX))]
    all_of_u64: u64,
    #[field(required, validate = range(1..=18446744073709551615))]
    written_out: u64,
    #[field(required, validate = range(1..=i128::MAX))]
    all_of_i128: u128,
    #[field(required, validate = range(1..=usize::MAX))]
    all_of_usize: usize,
    #[field(required, validate = range(i64::MIN..i64::MAX))]
    all_of_i64: i64,
    #[field(required, validate = range(FAR..LARGE))]
    wide: i128,
    #[field(required, validate = length(0..usize::MAX))]
    text: String,
    #[field(required, validate = length((COUNT)..=(COUNT + 3)))]
    short: String,
    #[field(required, validate = size(..=BYTE))]
    few: Vec<String>,
    #[field(required, validate = range(1..=(SMALL + 1)))]
    sum: u64,
    #[field(required, validate = range((-5)..=(5)))]
    signed: i8,
    #[field(required, validate = range((0.5)..=(1.5)))]
    fraction: f64,
    #[field(required, validate = one_of((COUNT), 5))]
    choice: usize,
    #[field(required, validate = divisible_by((COUNT * 2)))]
    even: usize,
    #[field(optional, default = (5))]
    five: i64,
    #[field(optional, default = (COUNT as i64))]
    two: i64,
}

fn main() {}
