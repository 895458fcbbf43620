//! Paths in both forms: what is read is printed, and read back as the same.

use schema_runtime::address::Address;
use schema_runtime::path::Path;

use super::input::block;

/// `partition[0].size_mb` and `partition.0.size_mb`.
pub fn path(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Path::parse(&text) {
        Ok(path) => {
            let printed = path.to_string();
            assert_eq!(Path::parse(&printed).as_ref(), Ok(&path), "{printed}");
            // An address is made of any path, and read back where it leads into the block.
            let dotted = Address::from_path(path.clone()).to_string();
            if let Ok(address) = Address::parse(block(), &dotted) {
                assert_eq!(address.to_string(), dotted);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Address::parse(block(), &text) {
        Ok(address) => {
            assert_eq!(address.to_string(), text);
            let printed = address.path().to_string();
            assert_eq!(Path::parse(&printed).as_ref(), Ok(address.path()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
