//! Descriptions that rustdoc would take for code, links and HTML.

use schema_runtime::Schema;

/// A value among others.
#[derive(Schema)]
#[schema(object)]
pub struct Pair {
    first: String,
    second: Option<i64>,
}

/// What it is.
#[derive(Schema)]
#[schema(
    resource = "x_described",
    description = "See [Image] <b> https://example.com\n\n    let = broken;\n",
    plain
)]
pub struct Described {
    #[field(
        required,
        description = "One of [a, b], <c> or `[d]`, see https://example.com/a_b.\n\n    not rust at all\n\n```\nnor this\n"
    )]
    name: String,
    /// With code, which is HCL.
    ///
    /// ```hcl
    /// name = "a"
    /// ```
    #[field(optional, markdown)]
    text: Option<String>,
    #[field(computed)]
    pairs: Vec<Pair>,
}
