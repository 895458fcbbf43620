// E0277: a type that is not a schema type; at `std::time::Instant`
mod not_a_schema_type {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        at: std::time::Instant,
    }
}

// E0277: an unsupported type, and its use; at `Option<char>`
mod not_a_type_and_used {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        letter: Option<char>,
    }

    fn used(data: &mut ResourceData<Image>) -> Diagnostic {
        if let Some(letter) = data.get_ok(Image::LETTER) {
            data.set(Image::LETTER, letter);
        }
        data.set_null(Image::LETTER);
        Diagnostic::error("no letter").at(Image::LETTER.path())
    }
}

// E0277: a developer's type that stays on one thread; at `Own`
mod not_send {
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
}

fn main() {}
