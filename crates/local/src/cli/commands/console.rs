//! `console`: reads one expression a line and prints its value.

use crate::address::{Mode, Node, ObjectAddress};
use crate::cli::{ExitStatus, Session};
use crate::language::eval::{Scope, TypedValue, check, evaluate};
use crate::language::expansion::{NoExpansion, expand};
use crate::language::hcl::ast::{Expr, ExprKind};
use crate::language::hcl::parse_expression;
use crate::language::references::check_expression;
use crate::message::{Message, Messages};
use crate::render;
use crate::render::output::write;
use crate::run::Run;
use schema_runtime::value::Value;

impl Session {
    pub(in crate::cli) async fn console(&self) -> Result<ExitStatus, Messages> {
        let (run, mut messages) = self.prepare(None).await?;
        messages = messages.without_errors()?;
        let mut refused = Messages::new();
        let scope = self.console_scope(&run, &mut refused, &mut messages).await;
        self.report(&messages.without_errors()?);
        // As in Terraform: a user can inspect a value to find out what is wrong with it.
        if refused.has_errors() {
            refused.push(Message::warning(
                "Due to the problems above, some expressions may produce unexpected results",
            ));
        }
        self.report(&refused);
        let interactive = self.io.input_is_terminal;
        loop {
            if interactive {
                write(&self.io.output, "> ");
            }
            let line = match self.next_line().await {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(ExitStatus::SUCCESS),
                Err(reason) => {
                    let error = Message::error("The input cannot be read");
                    return Err(error.detail(format!("{reason}.")).into());
                }
            };
            let line = line.trim();
            match line {
                "" => continue,
                "exit" | "quit" => return Ok(ExitStatus::SUCCESS),
                _ => {}
            }
            match self.expression(&run, &scope, line) {
                Ok(text) => write(&self.io.output, &format!("{text}\n")),
                Err(messages) => {
                    self.report(&messages);
                    // A script cannot react to the error, and later lines may depend on this one.
                    if !interactive {
                        return Ok(ExitStatus::FAILURE);
                    }
                }
            }
            if run.stop.is_requested() {
                return Ok(ExitStatus::FAILURE);
            }
        }
    }

    fn expression(&self, run: &Run, scope: &Scope, line: &str) -> Result<String, Messages> {
        let expr = parse_expression("<console-input>", line)?;
        // `type` is a function of the console only, and must wrap the whole expression.
        if let ExprKind::Call(name, args, false) = &expr.kind
            && let ("type", [arg]) = (&**name, args.as_slice())
        {
            let value = self.value_of(run, scope, arg)?;
            return Ok(render::expression::ty(&value.ty));
        }
        let value = self.value_of(run, scope, &expr)?;
        Ok(render::expression::value(&value))
    }

    fn value_of(&self, run: &Run, scope: &Scope, expr: &Expr) -> Result<TypedValue, Messages> {
        let mut messages = Messages::new();
        check_expression(expr, &run.configuration, run.schemas(), &mut messages);
        check(expr, &mut messages, &mut |_, _| {});
        messages = messages.without_errors()?;
        let value = evaluate(scope, expr, &mut messages);
        let messages = messages.without_errors()?;
        self.report(&messages);
        Ok(value)
    }

    /// A scope with variables, the state and local values; everything else is unknown. Errors from
    /// validation rules of variables go into `refused`.
    async fn console_scope(
        &self,
        run: &Run,
        refused: &mut Messages,
        messages: &mut Messages,
    ) -> Scope {
        let mut scope = run.inputs.clone();
        for node in &run.graph.order {
            match node {
                Node::Variable(name) => {
                    run.check_variable(name, &scope, refused);
                }
                Node::Local(name) => run.local(name, &mut scope, messages),
                Node::Resource(address) if address.mode != Mode::Action => {
                    let Some(block) = run.block(address) else {
                        continue;
                    };
                    let mut reasons = Messages::new();
                    let value = match expand(&block.repetition, &scope, &mut reasons) {
                        Ok(expansion) => {
                            let mut values = Vec::new();
                            for key in expansion.keys() {
                                let object = ObjectAddress::new(address.clone(), key);
                                values.push(stored_value(run, &object, messages).await);
                            }
                            expansion.value(values)
                        }
                        // A value that is unknown before an apply is not an error here.
                        Err(NoExpansion::Unknown(_)) => TypedValue::unknown(),
                        Err(NoExpansion::Wrong) => {
                            messages.extend(reasons);
                            TypedValue::unknown()
                        }
                    };
                    scope.set(node.clone(), value);
                }
                _ => {}
            }
        }
        scope
    }
}

/// The stored value of an instance, as references see it.
async fn stored_value(run: &Run, address: &ObjectAddress, messages: &mut Messages) -> TypedValue {
    let state = run.state_manager.state();
    let Some(stored) = state.resources.get(address) else {
        return run.reference_value(address, Value::UNKNOWN, &[]);
    };
    let upgraded = run.upgraded(address, stored, messages).await;
    let value = upgraded.unwrap_or(Value::UNKNOWN);
    run.reference_value(address, value, &stored.metadata.sensitive)
}
