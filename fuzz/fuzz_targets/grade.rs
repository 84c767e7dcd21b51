//! Law: any text has both readings, their spans name what was found, and white space behind it
//! changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark::grade::{self, Answer, Readings};
use proofmark::question::wording::Form;

const OPTIONS: [[&str; 4]; 6] = [
    ["Oxygen", "Carbon dioxide", "İ", "d"],
    ["", "", "", ""],
    ["Isaac Newton", "Marie Curie", "Niels Bohr", "Albert Einstein"],
    ["It would double", "It would halve", "The cell", "None of these"],
    ["3", "6", "9", "12"],
    ["5 %", "$5", "32 °F", "1/2"],
];

fn check(reply: &str, readings: Readings<'_>) {
    for reading in [readings.literal, readings.committed] {
        if let Some((answer, span)) = reading.found {
            let text = reply.get(span.start..span.end).expect("a span on boundaries of the reply");
            if let Answer::Number(number) = answer {
                assert_eq!(number.as_written(), text);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let reply = String::from_utf8_lossy(data);
    let longer = format!("{reply} \n\u{202F}");
    let choices = OPTIONS.iter().map(|options| Some(&options[..]));
    for options in choices.chain([None]) {
        let grade = |text| match options {
            None => grade::read_number(text, &[], Form::BARE),
            Some(options) => grade::read_choice(text, options, Form::BARE),
        };
        let (short, long) = (grade(&reply), grade(&longer));
        check(&reply, short);
        assert_eq!(short.committed, long.committed);
        assert_eq!(short.literal.found, long.literal.found);
        assert_eq!(short.compliance, long.compliance);
    }
});
