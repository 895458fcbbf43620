//! Lists, sets and maps of scalars and of each other.

use schema_provider::Number;
use schema_provider::prelude::*;

use super::provider::stored_resource;

/// Collections.
#[derive(Schema)]
#[schema(resource = "kitchen_collections")]
pub(crate) struct Collections {
    #[field(optional)]
    list_text: Vec<String>,
    #[field(optional)]
    list_number: Vec<f64>,
    #[field(optional)]
    list_flag: Vec<bool>,
    /// Empty and null are two things.
    #[field(optional)]
    list_or_null: Option<Vec<String>>,
    /// Its elements may be null.
    #[field(optional)]
    list_with_nulls: Vec<Option<String>>,
    #[field(optional)]
    set_text: Set<String>,
    #[field(optional)]
    set_number: Set<Number>,
    #[field(optional)]
    set_or_null: Option<Set<String>>,
    #[field(optional)]
    map_text: BTreeMap<String, String>,
    #[field(optional)]
    map_number: BTreeMap<String, i64>,
    #[field(optional)]
    map_or_null: Option<BTreeMap<String, bool>>,
    #[field(optional)]
    list_of_lists: Vec<Vec<String>>,
    #[field(optional)]
    map_of_lists: BTreeMap<String, Vec<i64>>,
    #[field(optional)]
    list_of_maps: Vec<BTreeMap<String, String>>,
    #[field(optional)]
    set_of_lists: Set<Vec<String>>,
    #[field(computed)]
    made_list: Vec<String>,
    #[field(computed)]
    made_set: Set<i64>,
    #[field(computed)]
    made_map: BTreeMap<String, String>,
    #[field(optional, computed)]
    either_list: Option<Vec<String>>,
    #[field(optional, computed)]
    either_set: Option<Set<String>>,
    #[field(optional, computed)]
    either_map: Option<BTreeMap<String, String>>,
}

stored_resource!(Collections);
