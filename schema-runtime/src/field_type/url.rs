//! [`Url`](::url::Url) as an attribute; feature `url`.

use ::url::Url;

use schema_rules::Format;

use super::forms::form;

/// Any URL, while `validate = url` asks for a host.
const URL: Format = Format {
    name: "url",
    what: "a URL",
    example: "https://example.com/path",
    problem: None,
};

fn parse(text: &str) -> Result<Url, String> {
    text.parse::<Url>().map_err(|error| error.to_string())
}

// Normalised as browsers do it: the case of scheme and host, a default port, dots in the path.
form!(Url {
    format: URL,
    parse: parse,
    text: Url::to_string,
    canonical: Url::to_string,
    placeholder: {
        // Always one; a URL cannot be made in any other way.
        #[allow(clippy::expect_used)]
        Url::parse("data:,").expect("a URL")
    },
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;

    #[test]
    fn equal_however_it_is_written() {
        let canonical = Url::CANONICAL.unwrap();
        for same in [
            "HTTPS://Example.com/a",
            "https://example.com:443/a",
            "https://example.com/b/../a",
        ] {
            assert_eq!(
                canonical(&Value::from(same)),
                Value::from("https://example.com/a"),
                "{same}"
            );
        }
        for wrong in ["", "example.com", "https://", "http://[::1"] {
            assert!(Url::from_value(&Value::from(wrong)).is_err(), "{wrong}");
        }
        assert_eq!(Url::placeholder().scheme(), "data");
    }
}
