//! What takes longest. Tests begin in the order of their names: begun last, these would run alone
//! at the end, with idle processors.

mod release;
mod strict;
