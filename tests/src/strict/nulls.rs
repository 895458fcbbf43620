//! The forms that clients other than Terraform send for omitted blocks.

use schema_runtime::schema::{Block, Kind};
use schema_runtime::value::Value;

include!("../../provider/served/with_nulls.rs");
