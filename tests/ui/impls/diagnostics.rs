use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0061: the detail as a second argument; at `Diagnostic::warning`
mod detail_beside_the_summary {
    use super::*;

    pub fn code(cx: &Cx<Image>) {
        cx.warn(Diagnostic::warning("a name", "It is long."));
    }
}

// E0277: a number as a warning; at `5`
mod number_as_a_warning {
    use super::*;

    pub fn code(cx: &Cx<Image>) {
        cx.warn(5);
    }
}

// E0277: the place of a diagnostic in quotes; at `"name"`
mod place_in_quotes {
    use super::*;

    pub fn code(cx: &Cx<Image>) {
        cx.warn(Diagnostic::warning("a name").at("name"));
    }
}

// E0061: progress as a format with its arguments; at `progress`
mod progress_of_a_format {
    use super::*;

    pub fn code(cx: &Cx<Image>) {
        cx.progress("copied {}", 1);
    }
}

fn main() {}
