use super::*;

#[test]
fn an_error_becomes_a_diagnostic_with_its_causes() {
    fn fails() -> Result<(), Diagnostics> {
        let bad: Result<u8, _> = "x".parse::<u8>();
        bad?;
        Ok(())
    }
    let diagnostics = fails().expect_err("must fail");
    assert!(diagnostics.has_errors());
    assert_eq!(
        diagnostics.iter().next().unwrap().summary,
        "invalid digit found in string"
    );
}

#[test]
fn warnings_do_not_fail() {
    let warned: Diagnostics = Diagnostic::warning("old").into();
    let (value, left) = warned.into_result(1).expect("no error");
    assert_eq!((value, left.len()), (1, 1));
}
