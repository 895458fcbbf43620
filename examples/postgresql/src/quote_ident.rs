//! The function `quote_ident`.

use schema_provider::prelude::*;

use crate::sql::ident;

/// Quotes a name as an SQL identifier.
///
/// Use it in SQL within a configuration, such as the body of a function:
/// `provider::postgresql::quote_ident("Sales 2026")` is `"Sales 2026"`, with its quotes. It always
/// quotes, so that the result does not depend on the keywords of a server's version.
#[derive(Function)]
#[function(name = "quote_ident", output = String, subcategory = "SQL")]
pub struct QuoteIdent {
    /// The name, unquoted.
    #[param(validate = [not_empty, excludes("\0")])]
    pub name: String,
}

impl schema_provider::prelude::Function for QuoteIdent {
    fn call(self) -> FunctionResult<String> {
        Ok(ident(&self.name))
    }
}
