// E0277: the mark of Rust's own derive without it; at `default`
use schema_provider::prelude::*;

#[derive(SchemaEnum)]
enum Tier {
    #[default]
    Basic,
    Premium,
}

fn main() {}
