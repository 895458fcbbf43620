// E0277: a value of a plan in a string; at `plan.value(Image::NAME)`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

pub fn code(plan: &mut PlanData<Image>) {
    let _ = format!("{}", plan.value(Image::NAME));
}

fn main() {}
