// E0061: a refusal without its detail; at `error_at`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

pub fn code(plan: &mut PlanData<Image>) {
    plan.error_at(Image::NAME, "no");
}

fn main() {}
