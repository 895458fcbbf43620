// E0277: a type of the author's that stays on one thread; at `Own`
use std::rc::Rc;

use schema_runtime::Schema;
use schema_runtime::field_type::{AttributeType, FieldType, Mismatch};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

struct Own(Rc<str>);

impl FieldType for Own {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        String::from_value(value).map(|text| Own(text.into()))
    }

    fn to_value(&self) -> Value {
        Value::from(&*self.0)
    }

    fn placeholder() -> Self {
        Own("".into())
    }
}

impl AttributeType for Own {
    const TYPE: &'static Type = &Type::String;
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: Own,
}

fn main() {}
