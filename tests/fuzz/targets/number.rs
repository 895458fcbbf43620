#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sdk_tests::fuzz::number(bytes));
