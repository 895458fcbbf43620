//! Schemas in few words.

use std::fmt;

use schema_runtime::schema::{Block, Field};

/// A schema in few words.
pub(super) struct Brief<'a>(pub(super) &'a Block);

impl fmt::Debug for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for field in self.0.fields.iter() {
            let (flags, extras) = (field.flags, extras(field));
            match field.nested_block() {
                None => map.entry(
                    &field.name.as_str(),
                    &format!("{flags:?} {} {extras:?}", field.implied_type()),
                ),
                Some((nesting, block)) => map.entry(
                    &format!(
                        "{} {nesting:?} block={} {flags:?} {extras:?}",
                        field.name,
                        field.is_block(),
                    ),
                    &Brief(block),
                ),
            };
        }
        map.finish()
    }
}

fn extras(field: &Field) -> Vec<String> {
    let short = |text: String| text.chars().take(90).collect();
    let extras = field.extras.iter();
    extras.map(|extra| short(format!("{extra:?}"))).collect()
}
