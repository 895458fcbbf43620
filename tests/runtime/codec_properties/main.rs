//! Properties of codecs and conversions over random types, values and bytes.
//!
//! `PROPTEST_CASES` says how many cases each property gets.

mod bytes;
mod generate;
mod round_trips;
