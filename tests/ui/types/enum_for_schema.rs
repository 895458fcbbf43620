// syntax: Schema on an enum; at `enum`
use schema_runtime::Schema;

#[derive(Schema)]
enum Kind {
    Raw,
}

fn main() {
    let _ = Kind::Raw;
}
