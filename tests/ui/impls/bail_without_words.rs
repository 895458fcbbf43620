// bail! of nothing; at `bail!()`
use schema_provider::prelude::*;

pub fn check(name: &str) -> Result {
    if name.is_empty() {
        bail!();
    }
    Ok(())
}

fn main() {}
