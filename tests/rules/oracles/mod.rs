//! Comparisons with others' schemas and verdicts.

mod providers;
