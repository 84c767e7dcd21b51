//! Law: any bytes are rows or bad lines; what is accepted is JSON, and so is what is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark::grade::rows;

fuzz_target!(|data: &[u8]| {
    let mut out = Vec::new();
    let bad = rows::grade_ndjson(data, None, &mut out);
    let json = |line: &[u8]| serde_json::from_slice::<serde_json::Value>(line).is_ok();
    let lines = |text: &[u8]| {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        lines.map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut written = lines(&out);
    written.retain(|line| !line.is_empty());
    assert!(written.iter().all(|line| json(line)));
    let mut rows = 0;
    for (number, line) in lines(data).iter().enumerate() {
        if !line.is_empty() && bad.iter().all(|bad| bad.line != number + 1) {
            assert!(json(line), "an accepted row is JSON");
            rows += 1;
        }
    }
    assert_eq!(written.len(), rows);
});
