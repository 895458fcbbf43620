//! The provider developer's deprecation messages, where a value is set and, from 1.15 on, where it
//! is read.

use sdk_tests::terraform::Workspace;

use crate::KITCHEN;

#[test]
fn the_providers_message_is_shown_where_a_value_is_read() {
    let Some(work) = Workspace::since(
        "1.15",
        "it does not show the provider's message",
        &[KITCHEN],
    ) else {
        return;
    };
    work.set("KITCHEN_DIRECTORY", work.path().join("kitchen"));
    let order = |arguments: &str| {
        format!(
            "resource \"kitchen_scalars\" \"s\" {{\n  text = \"t\"\n}}\nresource \"kitchen_order\" \"o\" {{\n  dish = \"soup\"\n{arguments}\n}}\n"
        )
    };
    let output = |name: &str, value: &str| format!("output \"{name}\" {{\n  value = {value}\n}}\n");
    // Once for the resource, whatever is read of it.
    work.main(&(order("") + &output("dish", "kitchen_order.o.dish")));
    work.terraform(&["validate"])
        .succeeded()
        .says("order at the bar")
        .does_not_mention("use dish");
    work.main(&(order("") + &output("meal", "kitchen_order.o.meal")));
    // Both the resource and the attribute are deprecated; Terraform reports one of the two, not
    // always the same.
    let run = (0..30)
        .map(|_| {
            work.terraform(&["validate"])
                .succeeded()
                .says("Deprecated value used")
        })
        .find(|run| run.words().contains("use dish"))
        .expect("the words of the attribute are told at times");
    assert_eq!(run.words().matches("use dish").count(), 1, "{}", run.text());
    // Where it is set the provider warns, and Terraform does not.
    work.main(&order("  meal = \"stew\""));
    let run = work.terraform(&["validate"]).succeeded().says("use dish");
    assert_eq!(run.words().matches("use dish").count(), 1, "{}", run.text());
    work.apply().says("order at the bar");
    work.destroy();
    work.clean();
}
