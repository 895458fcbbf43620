use super::*;

#[test]
fn what_is_not_a_message_has_a_status_and_all_else_is_an_answer() {
    let rpc = Rpc::named(Protocol::V6, "ReadResource").unwrap();
    let refused = |code| rpc.refused(Status::new(code, "it took ünusually long"));
    for code in [Code::DeadlineExceeded, Code::ResourceExhausted, PANICKED] {
        let frame = refused(code).unwrap().bytes();
        let answer = decode::<v6::read_resource::Response>(frame.slice(5..)).unwrap();
        let told = &answer.diagnostics[0];
        assert_eq!(told.summary, "The provider cannot answer ReadResource");
        assert!(told.detail.starts_with("It took ünusually long. "));
    }
    for code in [Code::Internal, Code::Unimplemented, Code::Cancelled] {
        assert_eq!(refused(code).err().unwrap().code(), code);
    }
}

#[test]
fn each_protocol_serves_its_own_names() {
    for (six, five) in NAMES {
        for (protocol, own, others) in [(Protocol::V6, six, five), (Protocol::V5, five, six)] {
            let served = *own != ABSENT;
            assert_eq!(Rpc::named(protocol, own).is_some(), served, "{own}");
            let same = own == others;
            assert_eq!(Rpc::named(protocol, others).is_some(), same, "{others}");
        }
    }
    let absent = NAMES.iter().filter(|(_, five)| *five == ABSENT).count();
    let renamed = NAMES.iter().filter(|(six, five)| six != five).count();
    // Only protocol 6 has state stores.
    assert_eq!((absent, renamed - absent), (8, 6));
}
