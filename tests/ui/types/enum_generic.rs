// syntax: a generic SchemaEnum with data; at `<T>`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind<T> {
    Raw,
    Sized(T),
}

fn main() {}
