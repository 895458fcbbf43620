//! How a provider identifies itself to an API.

use schema_runtime::schema::Environment;

/// What users append to every provider's `User-Agent`, as in the Go SDK.
const APPEND: &str = "TF_APPEND_USER_AGENT";

/// `Terraform/1.11.4 schema-provider/0.1.0 terraform-provider-disk/2.0.0 …`: who calls, for the
/// header `User-Agent`. Characters that a header cannot hold are omitted.
pub(crate) fn user_agent(
    terraform_version: Option<&str>,
    environment: &Environment,
    product: &str,
    version: &str,
) -> String {
    let mut parts = Vec::new();
    if let Some(terraform) = terraform_version.filter(|version| !version.is_empty()) {
        parts.push(format!("Terraform/{terraform} (+https://www.terraform.io)"));
    }
    parts.push(concat!("schema-provider/", env!("CARGO_PKG_VERSION")).to_owned());
    parts.push(format!("{product}/{version}"));
    let more = environment.get(APPEND).map(str::trim);
    parts.extend(more.filter(|more| !more.is_empty()).map(str::to_owned));
    let text = parts.join(" ");
    text.chars().filter(|c| matches!(c, ' '..='~')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_terraform_us_and_the_provider() {
        let ours = concat!("schema-provider/", env!("CARGO_PKG_VERSION"));
        let nothing = Environment::default();
        assert_eq!(
            user_agent(Some("1.11.4"), &nothing, "disk", "2.0.0"),
            format!("Terraform/1.11.4 (+https://www.terraform.io) {ours} disk/2.0.0")
        );
        assert_eq!(
            user_agent(None, &nothing, "disk", "2.0.0"),
            format!("{ours} disk/2.0.0")
        );
    }

    #[test]
    fn the_user_may_append_and_cannot_break_the_header() {
        let environment: Environment = [(APPEND, " pipeline/7\r\nX-Admin: 1 ")]
            .into_iter()
            .collect();
        let text = user_agent(None, &environment, "disk", "2");
        assert!(text.ends_with("disk/2 pipeline/7X-Admin: 1"), "{text}");
    }
}
