//! `console`: reads one expression a line and prints its value.

use std::sync::Arc;

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
use schema_panic::lock;
use schema_runtime::value::Value;

/// A line of input.
enum Line {
    Nothing,
    Exit,
    Expression(String),
}

impl Session {
    pub(in crate::cli) async fn console(&self) -> Result<ExitStatus, Messages> {
        let (run, mut messages) = self.prepare(None).await?;
        messages = messages.without_errors()?;
        let mut refused = Messages::new();
        let scope = self.console_scope(&run, &mut refused, &mut messages).await;
        self.report(&messages);
        if messages.has_errors() {
            return Ok(ExitStatus::FAILURE);
        }
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
            let line = match self.console_line().await? {
                None | Some(Line::Exit) => return Ok(ExitStatus::SUCCESS),
                Some(Line::Nothing) => continue,
                Some(Line::Expression(line)) => line,
            };
            match self.expression(&run, &scope, &line) {
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

    /// Reads the next line, off the threads that handle signals.
    async fn console_line(&self) -> Result<Option<Line>, Messages> {
        let input = Arc::clone(&self.io.input);
        let read = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            let mut input = lock(&input);
            input.read_line(&mut line).map(|count| (count, line))
        });
        let failed = |reason: String| {
            Messages::from(Message::error("The input cannot be read").detail(format!("{reason}.")))
        };
        let (count, line) = read
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error| failed(error.to_string()))?;
        Ok(match line.trim() {
            _ if count == 0 => None,
            "" => Some(Line::Nothing),
            "exit" | "quit" => Some(Line::Exit),
            line => Some(Line::Expression(line.to_owned())),
        })
    }

    fn expression(&self, run: &Run, scope: &Scope, line: &str) -> Result<String, Messages> {
        let expr = parse_expression("<console-input>", line)?;
        // `type` is a function of the console only, and must wrap the whole expression.
        let (shown, is_type) = match &expr.kind {
            ExprKind::Call(name, args) if &**name == "type" => match args.as_slice() {
                [arg] => (arg, true),
                _ => (&expr, false),
            },
            _ => (&expr, false),
        };
        let value = self.value_of(run, scope, shown)?;
        Ok(if is_type {
            render::expression::ty(&value.ty)
        } else {
            render::expression::value(&value)
        })
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
        for node in run.graph.without_order() {
            scope.set(node.clone(), TypedValue::unknown());
        }
        for node in &run.graph.order {
            match node {
                Node::Variable(name) => {
                    run.check_variable(name, &scope, refused);
                }
                Node::Provider(_)
                | Node::CountIndex
                | Node::EachKey
                | Node::EachValue
                | Node::SelfObject => {}
                Node::Local(name) => run.local(name, &mut scope, messages),
                Node::Resource(address) if address.mode == Mode::Action => {}
                Node::Resource(address) => {
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
    let (value, diagnostics) = match run.upgraded(address, stored).await {
        Ok((value, _, diagnostics)) => (value, diagnostics),
        Err(diagnostics) => (Value::UNKNOWN, diagnostics),
    };
    run.report(address, diagnostics, messages);
    run.reference_value(address, value, &stored.sensitive)
}
