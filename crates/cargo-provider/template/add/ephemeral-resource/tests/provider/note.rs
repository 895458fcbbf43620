//! The ephemeral resource `acme_note`.

use schema_provider::testing::{Step, opened};
use terraform_provider_acme::Note;

use super::{files, test};

#[test]
fn it_is_there_meanwhile_and_gone_afterwards() {
    test()
        .step(
            Step::apply("ephemeral \"acme_note\" \"a\" {\n  text = \"hello\"\n}\n")
                .opens(opened("acme_note").attr(Note::NAME).is_set()),
        )
        .step(Step::outside(|run| assert_eq!(files(run), [""; 0])))
        .run();
}
