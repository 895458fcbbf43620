//! The slowest tests. Tests start in the order of their names: if these came last, they would run
//! alone at the end, with idle processors.

mod release;
mod strict;
