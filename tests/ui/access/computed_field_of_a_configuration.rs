// E0277: a computed field read as configuration; at `value`
use schema_runtime::Schema;
use schema_runtime::data::ConfigData;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(computed)]
    hash: String,
}

pub fn validate(config: &ConfigData<'_, Image>) {
    let _ = config.value(Image::HASH);
}

fn main() {}
