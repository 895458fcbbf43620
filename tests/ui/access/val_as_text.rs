// E0277: what a plan answers in a text; at `plan.value(Image::NAME)`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

pub fn code(plan: &mut PlanData<Image>) {
    let _ = format!("{}", plan.value(Image::NAME));
}

fn main() {}
