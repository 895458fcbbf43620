//! Attributes that users may write as blocks: Terraform's treatment of lists and sets of objects.

use super::{Block, Field, Flags, Kind, Nesting};
use crate::refs::Ref;
use crate::ty::Type;

impl Field {
    /// The blocks that a configuration may write for this attribute, a list or set of objects, if
    /// [`Block::fixes_up_blocks`] allows that for the whole schema.
    #[must_use]
    pub fn as_blocks(&self) -> Option<Field> {
        let (nesting, element) = match self.attribute_type()? {
            Type::List(element) => (Nesting::List, element),
            Type::Set(element) => (Nesting::Set, element),
            _ => return None,
        };
        let Type::Object(attributes) = &**element else {
            return None;
        };
        let flags = Flags::OPTIONAL
            .with(Flags::NULLABLE)
            .with_if(self.is(Flags::SENSITIVE), Flags::SENSITIVE);
        let fields = attributes.iter().map(|attribute| {
            let ty = Ref::Shared(attribute.ty.clone().into());
            Field {
                flags,
                ..Field::plain(attribute.name.clone(), Kind::Attribute { ty })
            }
        });
        let kind = Kind::Block {
            nesting,
            block: Ref::Shared(Block::plain(fields).into()),
            min_items: 0,
            max_items: 0,
        };
        Some(Field::plain(self.name.clone(), kind))
    }
}

impl Block {
    /// Whether Terraform takes blocks for attributes that are lists or sets of objects. It does so
    /// only in schemas that Go's older SDK could have produced, so one nested attribute, or a type
    /// that SDK lacks, disables it for all.
    #[must_use]
    pub fn fixes_up_blocks(&self) -> bool {
        self.fields.iter().all(|field| match &field.kind {
            Kind::Attribute { ty } => may_be_older(ty),
            Kind::Nested { .. } => false,
            Kind::Block { block, .. } => block.fixes_up_blocks(),
        })
    }
}

/// Whether Go's older SDK has attributes of this type.
fn may_be_older(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) | Type::Object(_) => false,
        Type::Map(element) if matches!(**element, Type::Object(_)) => false,
        _ => ty
            .element()
            .and_then(Type::element)
            .is_none_or(Type::is_primitive),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::dynamic::read_block;

    #[test]
    fn one_attribute_that_the_older_sdk_has_not_takes_blocks_from_all() {
        let fixes = |other: Json| {
            let block = json!({"attributes": {
                "rule": {"type": ["list", ["object", {"a": "string"}]], "optional": true},
                "other": other,
            }});
            let in_block = json!({"block_types": {"b": {"nesting_mode": "list", "block": block}}});
            let fixes = read_block(&block).unwrap().fixes_up_blocks();
            assert_eq!(read_block(&in_block).unwrap().fixes_up_blocks(), fixes);
            fixes
        };
        for ty in [
            json!("string"),
            json!(["set", ["object", {}]]),
            json!(["map", ["list", "bool"]]),
            json!("dynamic"),
        ] {
            assert!(fixes(json!({"type": ty, "optional": true})), "{ty}");
        }
        for ty in [
            json!(["object", {}]),
            json!(["map", ["object", {}]]),
            json!(["tuple", ["string"]]),
            json!(["list", ["set", ["object", {}]]]),
            json!(["list", ["map", ["list", "string"]]]),
        ] {
            assert!(!fixes(json!({"type": ty, "optional": true})), "{ty}");
        }
        assert!(!fixes(
            json!({"nested_type": {"nesting_mode": "single"}, "computed": true})
        ));
    }
}
