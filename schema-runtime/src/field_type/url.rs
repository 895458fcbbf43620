//! [`Url`](::url::Url) as an attribute; feature `url`.

use ::url::Url;

use schema_rules::Format;

use super::forms::form;

/// Any URL, whereas `validate = url` requires a host.
const URL: Format = Format {
    name: "url",
    what: "a URL",
    example: "https://example.com/path",
    problem: None,
};

fn parse(text: &str) -> Result<Url, String> {
    text.parse::<Url>().map_err(|error| error.to_string())
}

// Normalised as in browsers: the case of scheme and host, a default port, dots in the path.
form!(Url {
    format: URL,
    parse: parse,
    text: Url::to_string,
    canonical: Url::to_string,
    placeholder: {
        // Always valid; a URL can only be created by parsing.
        #[allow(clippy::expect_used)]
        Url::parse("data:,").expect("a URL")
    },
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;
    use proptest::prelude::*;

    #[test]
    fn what_the_compiler_rejects_is_none() {
        use schema_rules::format::is_surely_no_url;
        for (text, surely) in [
            ("example.com", true),
            ("/a", true),
            ("1http://a", true),
            ("https://", true),
            ("https://exa mple.com", true),
            ("https://example.com:x", true),
            ("https://example.com:99999", true),
            ("https://user@", true),
            ("http://[::1", true),
            ("http://a|b/", true),
            ("http://a<b>", true),
            (" https://example.com/a b\n", false),
            ("https:example.com", false),
            ("HTTPS:///example.com", false),
            ("https://a:b@example.com:00080?q#f", false),
            ("http:\\\\example.com\\a", false),
            ("http://[::1]:80/", false),
            ("http://b\u{fc}cher.example/", false),
            ("mailto:a b", false),
            ("file:///a", false),
            ("s3://bucket name", false),
        ] {
            assert_eq!(is_surely_no_url(text), surely, "{text:?}");
            assert!(!(surely && parse(text).is_ok()), "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        /// No URL that the parser accepts is rejected, whatever it looks like.
        #[test]
        fn nothing_else_is_rejected(
            scheme in "(https?|ftp|wss|HTTP|file|mailto|x)?",
            colon in ":?",
            slashes in r"[/\\]{0,3}",
            authority in r"([a-z%]{0,3}:?[a-z]{0,2}@)?[ -~]{0,4}[a-z.]{0,4}(:[0-9]{0,6})?",
            path in r"([/?#\\][ -~]{0,4})?",
        ) {
            let text = format!("{scheme}{colon}{slashes}{authority}{path}");
            prop_assert!(
                !(schema_rules::format::is_surely_no_url(&text) && parse(&text).is_ok()),
                "{text:?}"
            );
        }
    }

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
