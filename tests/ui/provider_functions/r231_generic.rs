// R231: a generic function; at `<T>`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join<T> {
    text: T,
}

fn main() {}
