//! The action `acme_note`, in process and under a Terraform that has actions.

use schema_provider::testing::Step;

use super::{files, test};

const CONFIG: &str = r#"
action "acme_note" "a" {
  config {
    name = "first"
    text = "hello"
  }
}
"#;

#[test]
fn it_is_done_when_somebody_asks() {
    test()
        .needs_terraform("1.14", "actions come with that version")
        .step(Step::apply(CONFIG))
        .step(Step::invoke("action.acme_note.a").shows_progress("writing 5 bytes"))
        .step(Step::outside(|run| {
            assert_eq!(files(run), ["note-first.txt"]);
            std::fs::remove_dir_all(run.directory().join("acme")).unwrap();
        }))
        .run();
}
