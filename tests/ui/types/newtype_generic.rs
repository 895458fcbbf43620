// R231: a generic SchemaNewtype; at `<T>`
use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
struct Wrapped<T>(T);

fn main() {}
