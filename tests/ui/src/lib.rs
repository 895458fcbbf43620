//! Has tests only: `tests/fail.rs`. A package of its own, since trybuild builds what its package
//! depends on once more.
