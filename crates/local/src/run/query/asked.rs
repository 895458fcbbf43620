//! The request of a list: the arguments of its block, evaluated and validated.

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::model::ListBlock;
use crate::language::body::{decode, locate};
use crate::language::eval::{Scope, conversion, evaluate};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages, suggestion};
use crate::run::context::Run;

/// Terraform's default.
const LIMIT: i64 = 100;

/// The evaluated arguments of a list.
pub(super) struct Asked {
    pub(super) config: Value,
    pub(super) include: bool,
    pub(super) limit: i64,
}

impl Run {
    /// The arguments of a list instance, validated by the provider; `None` after an error. For a
    /// list that is to run, all of them must be known.
    pub(super) async fn asked_for(
        &self,
        list: &ListBlock,
        scope: &Scope,
        (address, is_made): (&str, bool),
        messages: &mut Messages,
    ) -> Option<Asked> {
        let instance = self.instance_of(list.alias.as_ref())?;
        let before = messages.error_count();
        let Some(schema) = instance.schemas().list_resources.get(&*list.type_name) else {
            let known = instance.schemas().list_resources.keys();
            let near = suggestion(&list.type_name, known.map(String::as_str));
            let detail = format!(
                "The provider has no list resource \"{}\".{near}",
                list.type_name
            );
            let error = Message::error("Invalid list resource").detail(detail);
            messages.push(error.at(&list.at).address(address));
            return None;
        };
        let limit = list.limit.as_ref();
        let asked = self.argument(("limit", limit), &Type::Number, (scope, is_made), messages);
        let limit = match asked {
            Some(Value::Number(number)) => number.as_i64().unwrap_or(-1),
            _ => LIMIT,
        };
        if limit < 0 {
            let detail = "The \"limit\" must be a whole number, and not be negative.";
            let at = list.limit.as_ref().map_or(&list.at, |limit| &limit.at);
            messages.fail("Invalid limit argument", detail, at);
        }
        let include = ("include_resource", list.include.as_ref());
        let include = self.argument(include, &Type::Bool, (scope, is_made), messages);
        let include = matches!(include, Some(Value::Bool(true)));
        let (body, at) = (&list.config, &list.at);
        let decoded = decode(&schema.block, SchemaKind::List, body, at, scope, messages);
        self.secrets.remember(&decoded);
        if messages.error_count() > before {
            return None;
        }
        if is_made && !decoded.value.is_wholly_known() {
            let error = Message::error("config is not known").detail(
                "Everything in it must be known: computed attributes of resources that it refers to \
                 must already be in the state.",
            );
            messages.push(error.at(at).address(address));
            return None;
        }
        let found = instance.validate_list_resource_config(&list.type_name, &decoded.value);
        self.report_list(list, address, found.await, messages);
        (messages.error_count() == before).then_some(Asked {
            config: decoded.value,
            include,
            limit,
        })
    }

    /// Adds the provider's diagnostics about a list, with their places in the configuration.
    pub(super) fn report_list(
        &self,
        list: &ListBlock,
        address: &str,
        diagnostics: Diagnostics,
        messages: &mut Messages,
    ) {
        messages.extend_with(diagnostics, |diagnostic: Diagnostic| {
            let path = diagnostic.path.clone();
            Message::from(self.secrets.redacted(diagnostic))
                .address(address)
                .at(&locate(&list.config, &list.at, &path))
        });
    }

    /// The value of an argument of the `list` block.
    fn argument(
        &self,
        (name, expr): (&str, Option<&Expr>),
        ty: &Type,
        (scope, must_be_known): (&Scope, bool),
        messages: &mut Messages,
    ) -> Option<Value> {
        let expr = expr?;
        let value = evaluate(scope, expr, messages);
        let (summary, detail) = match conversion(&value, ty).map(|typed| typed.value) {
            Ok(Value::Null) => (
                format!("Invalid \"{name}\" argument"),
                format!(
                    "The given \"{name}\" argument value is null. Omit the argument to get its default."
                ),
            ),
            Ok(value) if value.is_wholly_known() => return Some(value),
            Ok(_) if !must_be_known => return None,
            Ok(_) => (
                "Value not known".to_owned(),
                "It must be known when the list is made.".to_owned(),
            ),
            Err(reason) => ("Incorrect value type".to_owned(), format!("{reason}.")),
        };
        messages.fail(summary, detail, &expr.at);
        None
    }
}
