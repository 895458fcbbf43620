// syntax: Schema on a tuple struct; at `(String)`
use schema_runtime::Schema;

#[derive(Schema)]
struct Name(String);

fn main() {}
