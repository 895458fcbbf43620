//! The function `quote_ident`.

use schema_provider::prelude::*;

use crate::sql::ident;

/// A name as an identifier in SQL.
///
/// For SQL that is written in a configuration, the body of a function say:
/// `provider::postgresql::quote_ident("Sales 2026")` is `"Sales 2026"`, with its quotes. It is
/// quoted whether SQL asks for that or not, so that the result does not depend on the key words of
/// a server's version.
#[derive(Function)]
#[function(name = "quote_ident", output = String, subcategory = "SQL")]
pub struct QuoteIdent {
    /// The name, as it is without quotes.
    #[param(validate = [not_empty, excludes("\0")])]
    pub name: String,
}

impl schema_provider::prelude::Function for QuoteIdent {
    fn call(self) -> FunctionResult<String> {
        Ok(ident(&self.name))
    }
}
