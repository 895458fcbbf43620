// E0277: a chain that leaves a version out; at `then`
use schema_provider::{OldIdentity, prelude::*};

#[derive(Schema)]
#[schema(identity, version = 2)]
struct ImageIdentity {
    #[field(required)]
    name: String,
}

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentityV0 {
    #[field(required)]
    path: String,
}

fn upgrade(old: &OldIdentity) -> Result<Option<ImageIdentity>> {
    old.upgrade::<ImageIdentityV0>()?
        .then(|v0| Ok(ImageIdentity { name: v0.path }))?
        .finish()
}

fn main() {}
