// E0277: a type that is none, and is used; at `Option<char>`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    letter: Option<char>,
}

fn used(data: &mut ResourceData<Image>) -> Diagnostic {
    if let Some(letter) = data.get_ok(Image::LETTER) {
        data.set(Image::LETTER, letter);
    }
    data.set_null(Image::LETTER);
    Diagnostic::error("no letter").at(Image::LETTER.path())
}

fn main() {}
