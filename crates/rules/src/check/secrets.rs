//! Fields with names of secrets that Terraform would show (R244).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Shape};
use crate::scalar::Scalar;
use crate::violation::Subject::FieldName;

/// The last words of such names. A following word changes the meaning: `password_length`,
/// `secret_name`, `token_type`.
const SECRETS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "private_key",
    "private_key_pem",
    "secret_key",
    "secret_access_key",
    "api_key",
    "apikey",
    "credential",
];

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let shown = match cx.root.kind {
        // Terraform does not show ephemeral values.
        BlockKind::Ephemeral => false,
        // Nothing hides it there; a default from the environment makes it unnecessary to write it.
        BlockKind::StateStore => false,
        _ => !(field.sensitive || field.write_only || field.removed.is_some()),
    };
    // Anything but a string is about secrets, but is not one.
    if !shown || !holds_text(&field.shape) || !sounds_secret(field.name) {
        return;
    }
    let name = field.name;
    let message = format!("`{name}` sounds like a secret, but Terraform would show it");
    let help = "add `sensitive`, or `write_only` if the state must not contain it; if it is not \
                a secret, keep it with `allow(secret_name, reason = \"…\")`";
    cx.at(field, Rule::SECRET_NAME, FieldName, message, help);
}

fn holds_text(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Scalar(Scalar::String) => true,
        Shape::Collection(_, element) => matches!(**element, Shape::Scalar(Scalar::String)),
        _ => false,
    }
}

/// Whether a name is that of a secret.
///
/// ```
/// assert!(schema_rules::sounds_secret("admin_password"));
/// assert!(!schema_rules::sounds_secret("password_length"));
/// ```
#[must_use]
pub fn sounds_secret(name: &str) -> bool {
    SECRETS.iter().any(|secret| {
        let singular = name.strip_suffix('s').unwrap_or(name);
        [name, singular].iter().any(|name| {
            name.strip_suffix(secret)
                .is_some_and(|before| before.is_empty() || before.ends_with('_'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::sounds_secret;

    #[test]
    fn the_last_words_say_it() {
        for name in [
            "password",
            "admin_password",
            "passwords",
            "api_key",
            "api_keys",
            "tls_private_key",
            "auth_token",
            "client_secret",
            "credentials",
        ] {
            assert!(sounds_secret(name), "{name}");
        }
        for name in [
            "password_length",
            "secret_name",
            "token_type",
            "key",
            "public_key",
            "betoken",
            "passwordless",
            "",
        ] {
            assert!(!sounds_secret(name), "{name}");
        }
    }
}
