// E0425: a misspelt struct in the type of a block; at `Partiton`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    partition: Vec<Partiton>,
}

#[derive(Schema)]
struct Partition {
    #[field(required)]
    label: String,
}

fn main() {
    let _ = Image::PARTITION.at(0).then(Partition::LABEL);
}
