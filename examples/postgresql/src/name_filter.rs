//! What the data sources have in common: the database to search, and which names.

use schema_provider::prelude::*;

use crate::server::{self, Row, Server, ToSql};

/// A database, and patterns that names in it must match.
#[derive(Schema)]
#[schema(block)]
pub struct NameFilter {
    /// The database to search.
    #[field(required)]
    pub(crate) database: String,
    /// `LIKE` patterns, of which a name must match at least one.
    #[field(optional)]
    pub(crate) like_any_patterns: Vec<String>,
    /// `LIKE` patterns, all of which a name must match.
    #[field(optional)]
    pub(crate) like_all_patterns: Vec<String>,
    /// `LIKE` patterns, none of which a name may match.
    #[field(optional)]
    pub(crate) not_like_all_patterns: Vec<String>,
    /// A PostgreSQL regular expression that must match some part of a name.
    #[field(optional)]
    pub(crate) regex_pattern: Option<String>,
}

impl NameFilter {
    /// The end of the ids of data sources.
    pub(crate) fn id(&self) -> String {
        format!(
            "{}_{}_{}_{}",
            any(&self.like_any_patterns),
            all(&self.like_all_patterns),
            all(&self.not_like_all_patterns),
            self.regex_pattern.as_deref().unwrap_or_default(),
        )
    }
}

/// The part of an id for a list of this kind.
pub(crate) fn any(values: &[String]) -> String {
    format!("ANY ({})", array(values))
}

fn all(values: &[String]) -> String {
    format!("ALL ({})", array(values))
}

fn array(values: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
    format!("array[{}]", values.join(","))
}

/// A query that conditions are added to. Their operands are always parameters.
pub(crate) struct Query<'v> {
    pub(crate) sql: String,
    parameters: Vec<&'v (dyn ToSql + Sync)>,
}

impl<'v> Query<'v> {
    /// The beginning, up to `WHERE` and a condition.
    pub(crate) fn new(sql: &str) -> Self {
        Query {
            sql: sql.to_owned(),
            parameters: Vec::new(),
        }
    }

    /// Adds a condition that ends with a list in brackets, unless the list is empty, which matches
    /// everything.
    pub(crate) fn list(self, condition: &str, values: &'v Vec<String>) -> Self {
        match values.is_empty() {
            true => self,
            false => self.condition(condition, values),
        }
    }

    /// Adds the conditions on names, which are in this column.
    pub(crate) fn names(self, column: &str, filter: &'v NameFilter) -> Self {
        let query = self
            .list(
                &format!("{column}::text LIKE ANY"),
                &filter.like_any_patterns,
            )
            .list(
                &format!("{column}::text LIKE ALL"),
                &filter.like_all_patterns,
            )
            .list(
                &format!("{column}::text NOT LIKE ALL"),
                &filter.not_like_all_patterns,
            );
        match &filter.regex_pattern {
            Some(pattern) if !pattern.is_empty() => {
                query.condition(&format!("{column}::text ~"), pattern)
            }
            _ => query,
        }
    }

    /// The rows that a database returns.
    pub(crate) async fn rows(&self, server: &Server, database: &str) -> server::Result<Vec<Row>> {
        let connection = server.connect(database).await?;
        connection.query(&self.sql, &self.parameters).await
    }

    fn condition(mut self, condition: &str, value: &'v (dyn ToSql + Sync)) -> Self {
        self.parameters.push(value);
        let parameter = self.parameters.len();
        self.sql
            .push_str(&format!(" AND {condition} (${parameter})"));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_what_was_asked_for() {
        let none = Vec::<String>::new;
        let mut filter = NameFilter {
            database: "db".to_owned(),
            like_any_patterns: none(),
            like_all_patterns: none(),
            not_like_all_patterns: none(),
            regex_pattern: None,
        };
        assert_eq!(filter.id(), "ANY (array[])_ALL (array[])_ALL (array[])_");
        filter.like_any_patterns = vec!["a%".to_owned(), "b".to_owned()];
        filter.regex_pattern = Some("^c".to_owned());
        assert_eq!(
            filter.id(),
            "ANY (array['a%','b'])_ALL (array[])_ALL (array[])_^c"
        );
    }

    #[test]
    fn values_are_parameters() {
        let patterns = vec!["a'; DROP TABLE b; --".to_owned()];
        let query = Query::new("SELECT a FROM b WHERE true").list("a::text LIKE ANY", &patterns);
        assert_eq!(
            query.sql,
            "SELECT a FROM b WHERE true AND a::text LIKE ANY ($1)"
        );
        assert_eq!(query.parameters.len(), 1);
    }
}
