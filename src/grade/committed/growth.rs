//! How the work grows with the length of a reply.

use super::{choice, lex, number};

/// What an endpoint may repeat for as long as it likes.
const UNITS: [&str; 92] = [
    "one ",
    "A) Oxygen\nB) Carbon dioxide\nC) Nitrogen\nA? no (oxygen as all but B → As some say it's helium ",
    "\\boxed{\\frac{a",
    "\nQ1. a",
    "I mean B. ",
    "it would be A if ",
    "no ",
    "is our ",
    "the last one ",
    "The answer is (B). It ",
    "ans",
    "answer'",
    "pick ",
    "say it ",
    "1 = 1, or $",
    "50 + 27 = 80. ",
    "5, each ",
    "5 every or ",
    "$",
    "from a 8 day.",
    "1",
    "1,000,",
    "1e",
    "-",
    "1.",
    "1. ",
    "A",
    "A ",
    "A, ",
    "A or ",
    "(A) ",
    "<think>",
    "</think>",
    "<",
    "not A, ",
    "\n1. ",
    "1 + ",
    "1 = ",
    "the answer is ",
    "answer is A, ",
    "\\boxed{",
    "answer ((",
    "((((((((((((",
    "(B) or ",
    "oxygen ",
    "é",
    "٣",
    "答案",
    "\nQ:",
    "\nA) Oxygen",
    "i cannot ",
    "is ",
    "**",
    "' ",
    "B ",
    "(",
    "A (",
    "5 packs that ",
    "1. A - ",
    "10:30 ",
    ", which is about ",
    "or about to ",
    "2 every day, or 3 x per y ",
    "0.5 or the ",
    "5 days: ",
    "find 5 that = ",
    "making the sum of ",
    "if it is 5, ",
    "is 8 of 5 total ",
    "5 have at least ",
    "added $",
    "in order to ",
    "so a",
    "$5 more than ",
    "(5+ or ",
    "5 | ",
    "about 5 to ",
    "must 5 so that he ",
    "5 a, or 3 ",
    "must add another ",
    "5% of its ",
    "Here is the solution:\n",
    "**5 a ",
    "5 a – so ",
    " × 10^3",
    "1 × 10^",
    "5 × 10¹",
    "\n\n12",
    "\n**1**",
    "{,}123",
    "<|a|>",
    "\n3.",
];

#[test]
fn the_work_grows_with_the_length() {
    let options = ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"];
    // What begins with a number is read from its start, what begins with a word from its end.
    for (unit, before) in UNITS.iter().flat_map(|unit| [(unit, "5 km "), (unit, "She has ")]) {
        let work = |count: usize| {
            let reply = format!("{before}{}", unit.repeat(count));
            lex::STEPS.set(0);
            lex::LOOKED.set(0);
            let _ = (number(&reply), choice(&reply, &options));
            (lex::STEPS.get(), lex::LOOKED.get(), reply.len())
        };
        let ((once, looked, length), (twice, more, _)) = (work(2_000), work(4_000));
        assert!(once <= 40 * length + 100, "{unit:?}: {once} steps for {length} bytes");
        assert!(twice <= 2 * once + 100, "{unit:?}: {once} steps, then {twice}");
        assert!(looked <= 40 * length, "{unit:?}: {looked} looked at of {length} bytes");
        assert!(more <= 2 * looked + 1000, "{unit:?}: {looked} bytes looked at, then {more}");
    }
}
