// E0277: a state outside of a list; at `"active"`
use schema_provider::prelude::*;

pub fn waits() {
    let _ = wait::until("active");
}

fn main() {}
