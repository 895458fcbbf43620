// R117: set of one element; at `Image::NAMES.at(0)`
use schema_runtime::Schema;
use schema_runtime::attr::AttrPath;
use schema_runtime::data::ResourceData;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    names: Vec<String>,
}

pub fn create(data: &mut ResourceData<Image>) {
    data.set(Image::NAMES.at(0), "x");
}

fn main() {}
