#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drop(countersign_fuzz::targets::message::run(bytes)));
