// R231: a generic struct; at `<T>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Image<T> {
    #[field(required)]
    name: T,
}

fn main() {}
