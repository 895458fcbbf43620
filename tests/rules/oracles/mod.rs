//! Against schemas that others wrote and verdicts that others gave.

mod providers;
