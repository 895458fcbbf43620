//! What the compiler and the sources say: what must not compile and its words, what an editor shows,
//! what the derive makes of structs, which module imports which, the table of rules, the lints for
//! authors.

#![allow(missing_docs, unreachable_pub)]

mod derive;
mod editor;
mod layers;
mod lints;
mod reliability;
mod rule_table;
mod ui;
