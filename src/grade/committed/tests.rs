//! Whether looking at the end of a reply first changes nothing.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn looking_at_the_end_first_changes_nothing(pieces in prop::collection::vec(prop::sample::select(vec![
        "The answer is ", "A", "B", "(C) ", "94 ", "95", " = ", "37 + 58", ". ", ".\n", "\n", "! ", "is ",
        "wrong", "not ", "wait, ", "because ", "check: ", "answer: ", "or ", "and ", "correct", "A) Oxygen\n",
        "B) is wrong. ", "the sum of ", "it is ", "so ", "\\boxed{", "} ", "I think ", "carbon dioxide ",
        "5 packs that ", "Ben, who is ", "(", ") ", "if you ", "since ", "after ", "having ", "(ones) ",
        "know if ", "as ", "left with ", "3. ", "10:30 ", "100% sure", "to fill ", "one ", "although ",
        "- **A**: ", " - ", "| B | ", "the ", "yes\n", "true", "Oxygen", "while ", "may answer ",
        "a long sentence that says nothing of note ", "1. ", "plain words\n", "12\n", "\\frac{", "\\approx 3. ", "95correction. ", "x2\n", "the answer\n", "but ", "works out to ", "Note: ", ", but ", "exceeds ", "To get 10 ", "-$6 ", "rounded up to ", "power of ", "owes ", "It's 94. ", "this is because ", "take away 4 ", "; ", "of the 9 total ", "multiply ", "by 8 ", "from 3 to 8 ", "² ", "feel ", "times in ", "→ ", "6 years less ", "7{,}742 ", "–5 ", ": 2, 3 ", "squared ", "which is ", "A: ", "b) ", "2) ", "and so on it goes. ",
        "<- answer\n", "if the question had ", "each option ", "might be ", "tempted to choose ", "fits. ", "a \"", "blue with a ", ", which ", "is out. ", "must be", "twelve ", "dioxides ", "I'll go with ", "3 years ago ",
        "half of 44 ", "double that ", "three ", "with 3 ", "of which ", "means ", "divided by ", "a score of ",
        "then ", "3 less ", "i.e. ", "vs. ", "e.g. 5 ", "→ ", "none of the options ", "Option B.\n", "option ",
        "select ", "matches. ", "in total ", "In total 14 ", "meaning ", "end at ", "or 2 hours ",
        "155 minutes ", "than that ", "and with ", "x = ", "12% more ", "\\binom{6}{2} ", "6! ", "2(3) ", "Step 4:",
        "and then ", "Only B ", "statement D, ", "In the table ", "the 2019 ", "has ", "Therefore ",
        "the second option", "the last one", "The first option is right. ", "the third choice ", "Finish[A]",
        "is what I would go with ", "this matches ", "(In all 7 are left.) ", "which means ", "once the ", "Reading ",
        "**40 are blue** ", "**She earns $528.** ", "### It is 7.\n", "Explanation:", "**Solution**\n", "2️⃣ ", "so that each ", "over 4 ",
        "to score 23 ", "How many ", "? ", "confident in ", "Final Answer: ", " so", " we", " *", "makes for ", "namely ", "Remember, ", "This makes sense ", "the 200 page book ", "can you check ", "down to ",
        "check out ", "9 times less ", "so if ", "been given ", "m^2 ", ">>28 more ", "1946: ", "which is 9 + 6 = 15 ", "using ",
        "20 of them red and 24 blue ", "44 came, ", "(Alex 11, Brian 18) ", "lasts for ", "2*24 or 48 ", "25% or ", "on average ",
        "30 : 6 = 5 ", "Initially I'd say ", "confirm ", "luck ", "excluded ", "Sorry, ", "circuit C ", "loss of ",
        "With 350 ", "took in ", "8:05 ", "so he brings $5 per ", ", or 40 chairs ", "enough for ", "has to make ", "that means ", "in a week he ", ", being ", "ended with ", "By elimination, ",
        "2 dogs, 3 cats and 8 fish: 13 ", ", for 13 ", "i.e. 13 ", ", a difference of ", "in order to ", "finished in ", "shorter than ", "must score ",
        ", each 2.5 m long, ", ", each of which costs ", " after which ", "which agrees with ", ", matching ", "plugging it back in gives ", "Plugging back in ",
        "Side note: ", "as required ", "seeing as ", ", for example ", "puts Iris at ", "makes Ana ", "a final width of ", "we report ", "the 405 miles ",
        "Result: ", "= Oxygen", "which is option B; ", "initial guess of ", " is what I submit", " must be our pick", ", or maybe B ", " has the right size with the wrong sign. ",
        "Together with ", "Altogether the ", "hours per week ", "were left", "once 20 came ", "there were ", "9 fewer, or 22 ", "k = ", "✅ ", "Oxygen (A)", "with probability 0.3", "looking for is ",
        "36 apples in each", "until all ", "A bus that makes 6 trips", "who's done ", "in other words ", ", equivalent to ", " all told, ", "end up at ", "you're at ", "looking at ",
        "puts the battery at ", "finish on ", "between them, given ", " add up to ", ", being 4 years younger, ", " to find that ", " after giving 12 ", "and in 3 days that makes ", "therefore after 9 minutes ",
        " so far and ", "making the rental ", "of its 48 people", "right answers ", "will cost $", "on every candle, or ", ", down from the ", ", which I found ", ", like taking ", "yourself ", "that's 6 more days ",
        "33, 44 and 55 ", ", which takes Glen ", ", the last one being ", ", it's ", ", but with ", ", which has 30 days ", ", the difference between ", " from rung 9 to rung 24", "because 5% of 20 is 100", ", which is enough for 8 ", ", since 74 + 86 = 160 ",
        "caption B", "The incorrect statement is ", "the second caption ", "corresponds to the second option", "❌ A – ", "$540^\\circ$", "\\boxed{5 \\text{ m/s}^2}", "Ann (2), Oxygen (3)", " is by far the best", "Looks like A to me", "So the option that is not that is ", "My recommendation: ",
        " to see that x = 11", ", seeing that 27 × 27 ", ", that is 24 up to ", " and altogether he paid ", " and in total he ", "making the largest one 25", ", the other 48 do", "leaves a length of ", ", the 9 that survived ", "gives each of them ", "gives each child ",
        "20 * 9 = 180 minutes or 3 hours ", "12 x 20 =\n", "This has nothing to do with ", ", but we are not asked about ", "will add 10 ", "For example, if ", "2, 4, 6, __, 10\n", "**450 ml**. ", "check the endpoints ", "The missing number is 8.\n", "31 is not among the choices. ", "a mistake in ", "no gap ", "a right angle ", "∠C ", "Solution A ", "To answer this question ", "suggested adding ", "to get to B. ", "solve for D:", "(B) carbon dioxide is ", "eliminates ", "the answer is A, B, C, and D", "7th.", "that means that each ",
        "and we're asked how many ", "are enough to knit 7 ", ", which makes y = ", "bringing the new salary to ", "she needs 7 more games", "so 3 painters would finish it in 8 days", ", though it might be 6", " and 39 cards are not ", "of wool knit 7 ", "Sending it costs $16, $7 for the first 2 kg ",
        "to have enough for the $390 tent ", " to make a profit of $350", ", which is 2 hours.", ", or 25%", " 40 × 25 m = 1,000 m", ", which used to be 14 feet ", ", from 58 at 6 to 83", " people weighing 75 kg each before reaching 900",
        "2 feet per day, or 10 feet", "we divide by", " /", "Could you tell me what? ", "Each one has 3 red ", "If you have a different rate ", "An easy way is to ", "It is negative because 9 is ", " en 7 horas", "3 times as long to fill 60", "if she asks: $208*.75 = ", "there are 3*x=12 ", "可能是A,", "Type AB is the first. ",
        "50 + 27 = 80. ", "205 minus 98 is 107. ", "Half of that is 27 / 2 = 13.5. ", "14 × 6 = 84.", "Keep in mind ", "By the way, ", "A common mistake is ", "Don't confuse ", ", which is about 11 mph", "That's about 3 months. ", "You could also ", "In percentage terms, ", "instead, ", ", or 3 with a remainder of 1", "equates to ", ", based on ", ", each box holding 12", "Remember to ",
        "leaves us paying ", "against ", "finish with 90", "and you're at 285", "will be exhausted in 13", "is being 60 ", "brings it to £540", ": for example ", "rule of thumb ", "digits of the answer ", "***12***",
        "The solution to 5x − 4 = 31 is x = 7.", ", which is half of 46 × 10 = 460", "9 cows giving 26 litres each ", "taken off the $54 total", "save for 16 weeks ", ", of which 300 - 43 = 257 are ", " (5 × 7 = 35; then 6 × 7 = 42.) ", "Note that ", "together with the $420 ", ", this makes $560",
        "5 miles per hour, ", "or 6 miles per hour. ", "She can also buy 3 pens. ", "This gives 3x = 36, x = 12. ",
        "- 18 that broke = 42 ", "who got on = 28 people ", "that cost 3 x 15 = $45", "Find how old she was: ", "multiply ", "to make 250 + 150 = 400", ", or 3 litres", "0.60 or 60%", "or approximately 11%", "7! / 5! = 42", "4(13) = 52", "the solution ", "of the solution ",
        "express the answer as ", "if you answer all ", "3 points/answer = 63", "we can choose 4 ", "NI = ", "15 years later", "with a market value of $9,000", "a remainder of 3 when divided by 4 ", " for a total of ", "2 metres squared", ", where 1 bottle has 16, ", "So as it is ", "so since ", "but since ", "as there are ",
        "the check ", "$50 check ", "proof ", "calculated as follows: ", "remaining with ", "8 remained. ", "Quotient: 4, Remainder: 1", "4 R 1", "If B weren't there, I'd say C. ", "Without B, I'd choose C. ", "Half of that is 30. ", "4.56\n+ 6.55\n", "considering that ", "验算：", "因为", "oxygen, and helium ", "either B or C", ", probably ", ", most likely ", " for carbon dioxide.", "in the <think> block ", "$x = 12$", "6 = y", " × 10^3", "2.5 \\times 10^{4} ", "4x10² ", "403,\\!989.80 ", "5, 930", "\n\n12", "\n**12**", "\n3.", "Result: **12**", "<|x_5|>", "ruled minor", "no more than ", "rejected ", ", which is the time ", "1.5 miles per minute, or 90 miles per hour", "half of that, or 5", "because there are 2 shoes: ", "5 days in a week: 5 × 2 = 10", "Substituting it back into b = 3a, we get b = ",
        "(Number of days) = 4", "(a, b) ", "which is about 11%", "until July 3 ", "to reach $7,700", "a loan with interest at 1% is ", "is the ", ", from May 2 to June 3 is ", "5 + 3 are ", " and profit is the difference ", "cut it by 20% to get $80", "divisible by 2, 3, or 5 ",
        "either A or C might be right", "$60, but the ", "be given ", "of that is ", "of the peaches: she ", "| **12** |",
        "he scores 9 points", "a final score of 15", "has added 0.5 ", "added 4 books", "5 8 dollar toys", "more than $132, or $138", "(2*7)+(4*14) or 42", "spends $70 filling ", "on buying 6 ",
        "exceeded it by 60", "cost $4 more than ", "in order for ", "are needed to form 12", "to be able to meet 100% ", "before he has 60 ", "can mine 14 ", "together in 12 hours", "12 leaves on 6 ",
        "birds are on 4 wires", "have at least 2 ", "the answer is 3/8", "the answer is 4:15", "My best estimate is ", "I cannot see it. ", "on the 14th floor", "x | y\n1 | 0\n", "Answer:\n\n37 + 58 = 95\n", "95 - 58 = 37", "(B) Oxygen", "choice (D), helium, is incorrect", "check if ", "checking each bar, ",
        "The most likely cause is ", "most likely ", "labelled 'B' is the ", "R and ", "(A) perfect (C) dim", "which is the answer to the question (C)", "C°7 ", "is (A) ", "or better, ",
        "the oil check is ", "check on ", "a check twice a ", "long-answer questions ", "his doctor's recommendation ", ", which was the correct number ", "l = 4", "450 / 900 = 50% of the way ", "lands you on ",
        "evaluates to ", ": first divide 18 by 3 to get 6, then add 7", "30% of 120, which is 36)", "7 / 2 = 3,5 ", "17 000/4 = 4 250 ", "at about 10:05 pm", ", minus the 4 that ", "and indeed ",
        "a zero for ", ", less 13 is ", "half again is ", ", which leaves a remainder of ", "which means 45 is 75% of 60", "one less is ", "together with the 23 cows that makes ", "and since ", "multiply it by ", "divide each into 8", "Which of the two? ", "Now we add",
        "the men who came ", "with shovels ", "so she has enough for 30 days", "what is left", "so that every ",
        "75% of its 24 games", "19 ovos dos 24 ", "300 minutes, or 5 hours", ", which is 2 hours and 20 minutes", "over the 21 days", "out of a total of 208", "takes it from 5 to 12", "must add another 48 ", "(5000/350 = 14.29)", "a crew of 4 would ",
        "must buy 9 so that she has ", ", made up of $720 ", "in regular pay ", "with a perimeter of 32 ", "**15 inches tall**", "about 5 to 6 hours", "the remainder is 0, ", "Here is the solution:\n", "**Why this works:** ", "Other examples:\n", "*Tip:* The same ", "whenever ",
        "Step 5: Now we add up ", "we could ", "with 8 ", ": only 5 ", "beat Saturday's 90 by ", "Once the ", "average out at ", ", down 19 degrees ", ", provided it ", ", for he is ", "is the same as ", ", counting the ", "can pour 12 ", "crossed the line – the other 17 ",
        "; the other 7 ", "holding 15 each ", "might equally be ", ", 5 across and 3 down", "is followed by 48", "It's at ", "**, which works out at $272", "a common mistake is to answer 10", "For reference, ", " (the father is 32)", "many people say ", "is wrong: if ", "7.142...\n", "makes 7 full ", "because $45 minus 18 leaves ", "is $270 more expensive than ",
        "5 more than Ann's 12", "4 of the 34 oranges are left", "because doubling it and adding 4 gives 30", ", which can be checked by 252 ÷ 12 = 21", " to reach an average of 80", "gives an average of 80", "come to $96", "came to the ", " before he lost 9", " before losing 9 and ending up with 13", ", and now he has 18", " between week 2 and week 6",
        " if she wants to finish 217", "in 120 ways", "Adding the 2 hours of ", ", she was away for 16", "grew from 20 to 23 after 3 ", "31 km in all", " is therefore 375", ", the other one is 55", "will plant 48", "\\(\\sqrt{81} = 9\\)", "Rs. 800", "A handy trick: ",
        "the trick for the ", "could mean a few ", "That's 1 hour and 10 minutes. ", "so please check it", "write **5** and carry **1**", "As 75 = 8 × 9 + 3, ", "boxes in total, ", "I'm torn between ", "I'm not certain", "cannot be solved without ", "I can't say which ", "Could you describe ",
        "only sent the answer choices:\n", "corresponding to option B", "The statement that is not true is B", "is the boxes", "either A (Oxygen) or C (Nitrogen)", "the first statement ", "A) Oxygen\nB) Carbon dioxide\nC) Nitrogen\nD) Helium", "(A) Oxygen, (B) Carbon dioxide, (C) Nitrogen, or (D) Helium", "C) Nitrogen\nD) Helium", " is the exception. ", "all but ", "are true except ", "To find the correct answer, let's see each option:\n", "? No. ", ") no ", ") yes ", " would also ", "i think its b", "I'd recommend ", "some may argue that ", "most appropriate. ", "is false. ", "is true. ", " is deontology (B)", "错误\n", "正确\n", "입니다", "l'option ", "treatment of choice. ", "If it is mail, it's oxygen; ", "(unlike helium) ", "As it rises, ", " it is. ", "Many people think it's oxygen", "A. True, True\n", "If it were ", ", it would be helium", "Ones: 8 + 5 = 13, write 3\n", "\n**Tens:** 4 + 7 = 11",
        "A common slip is ", "(and therefore 14 ", "It may help to ", "It helps to ", "Now we divide", "We choose 2 ",
        ", I mean B", ". On second thought, ", "on closer inspection ", "Had it been so, the answer would be ", "would be right if ", "Second best: ", "is my pick", "or rather ", "x = 3 or x = -3", "[^1]", " [1]", "7 1/2 ", "12'500 ",
        "\n## Question 2\n", "\nQ3. ", "</s>", "[INST]", "<|im_end|>", "\\boxed{\\sqrt{5}}", "\\boxed{9 + 2}", "\\boxed{Oxygen}", "on step \\boxed{7}", "cm$^2$", "6 tickets. ", "They are 4 adults and 2 children. ", "2x + 4 = 22\n", "34 and 51 give 85", "Dr. B. Smith ", "A. R. Wallace ", "or roughly 3 months",
    ]), 1..60)) {
        agrees(&pieces.concat())?;
    }
}

/// Every word that has a cue, as it stands in a text.
fn words() -> Vec<String> {
    cue::WORDS.iter().flat_map(|(_, words)| *words).map(|word| format!("{word} ")).collect()
}

proptest! {
    #[test]
    fn looking_at_the_end_first_changes_nothing_whatever_the_words(
        pieces in prop::collection::vec(prop_oneof![
            2 => prop::sample::select(words()),
            3 => prop::sample::select(vec![
                "94 ", "95", "12", "37 + 58 = 95", "= ", ". ", ".\n", "\n", ", ", ": ", "? ", "(", ") ",
                "**", "I ", "a ", "B ", "(C) ", "A. ", "B) Carbon dioxide\n", "Oxygen ", "boxes ",
                "She ", "plain words ", "\n- ", "1. ", "10:30 ", "$", "no—", "– ", "x ", "#### ", "\\boxed{", "²",
            ]).prop_map(str::to_owned),
        ], 1..40)
    ) {
        agrees(&pieces.concat())?;
    }
}

proptest! {
    #[test]
    fn what_only_explains_is_not_read_and_changes_nothing(
        before in prop::sample::select(vec!["", "", "Sure! ", "A is wrong. ", "boxes\n", "Helium. "]),
        answer in prop::sample::select(vec![
            "The answer is (B) Carbon dioxide. ", "The correct answer is (A). ", "The answer is C\n\n", "**B**\n",
            "The answer is (B)\n", "C. Nitrogen\n", "Answer: D. ", "B is correct. ", "I would pick B. ", "Oxygen is the answer. ",
        ]),
        pieces in prop::collection::vec(prop_oneof![
            6 => prop::sample::select(words()),
            2 => prop::sample::select(words()).prop_map(|word| capital(&word)),
            6 => prop::sample::select(vec![
                ". ", ".\n", "\n", "\n\n", ", ", ": ", "? ", "! ", "(", ") ", "**", "a ", "I ", "plain words ", "Oxygen ",
                "carbon dioxide ", "helium", "first ", "the second one ", "it's the last one's ", "last", " one", "none of the above ", "no ", "no", "No",
                "— ", ";", "my ", "our pick ", "is ", "it is ", "that's ", "✅ ", "❌ ", "- ", "1. ", "| ", "12 ", "$x$ ", "it's",
                "is by far ", "left with ", "elimination, ", "phone ", "statement ", "\\boxed{", "option ", "é", "5", "'",
            ]).prop_map(str::to_owned),
            1 => prop::sample::select(vec!["A ", "(C) ", "d ", "b", "E", "A. ", "J ", "ans "]).prop_map(str::to_owned),
        ], 0..24)
    ) {
        agrees(&format!("{before}{answer}{}", pieces.concat()))?;
    }
}

proptest! {
    #[test]
    fn what_one_equation_says_is_what_is_read(
        before in prop::sample::select(vec!["", "He has 12 dogs.\n", "She ate 4 + 5 = 9. ", "Boxes\n"]),
        leads in prop::collection::vec(prop_oneof![4 => any_word(), 2 => any_value()], 0..8),
        numbers in prop::collection::vec(prop::sample::select(vec![
            "3", "$4", "1,000", "2.5", "0", "3 boxes", "4 of the", "5 hours a day", ".5", "7%", "-2", "12 m",
        ]), 2..4),
        sign in prop::sample::select(vec![" + ", "-", " * ", "/", " x ", " × ", " and ", "* "]),
        equals in prop::sample::select(vec![" = ", "=", "= ", " is "]),
        value in prop::sample::select(vec!["7", "$12", "1,200", "2.25", "09"]),
        units in prop::collection::vec(any_word(), 0..5),
        stop in prop::sample::select(vec!["", ".", "!", "?", " ."]),
    ) {
        let (leads, units) = (leads.concat(), units.join(" "));
        agrees(&format!("{before}{leads}{}{equals}{value} {units}{stop}", numbers.join(sign)))?;
    }
}

/// A number in a sentence, or an equation.
fn any_value() -> impl Strategy<Value = String> {
    const VALUES: [&str; 8] =
        ["3 ", "$4 ", "5 dogs, ", "6 hours a day ", "the 12 ", "3 + 4 = 7 ", "2 * 3 = 6, ", "7"];
    prop::sample::select(&VALUES[..]).prop_map(str::to_owned)
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

/// A word, with a cue or without, as it stands in a text, and what may stand behind it.
fn any_word() -> impl Strategy<Value = String> {
    const PLAIN: [&str; 11] = [
        "he ",
        "The ",
        "boxes ",
        "dog, ",
        "Sam's ",
        "a ",
        "I ",
        "making ",
        "An easy ",
        "per ",
        "total of ",
    ];
    prop_oneof![
        2 => prop::sample::select(words()),
        2 => prop::sample::select(&PLAIN[..]).prop_map(str::to_owned),
        1 => prop::sample::select(words()).prop_map(|word| format!("{}, ", word.trim_end())),
        1 => prop::sample::select(words()).prop_map(|word| capital(&word)),
    ]
}

/// What is declared in so many words is known without its tokens, and is the same.
#[test]
fn what_an_ending_declares_is_what_is_read() {
    const BEFORE: [&str; 14] = [
        "",
        "2 + 3 is 5. ",
        "A is wrong.\n",
        "**B**\n",
        "Wait, no. ",
        "Yes! ",
        "The boxes\n",
        "A is wrong.\n\n",
        "She has 7.\n \n\n ",
        "It is 9\n\n",
        "\n\n",
        "**B:**\n\n",
        "1. \n",
        "| A | 3 |\n\n",
    ];
    const CONCLUDES: [&str; 8] =
        ["", " ", "So ", "So, ", "Thus, ", "Hence, ", "Therefore, ", "Therefore "];
    const THE: [&str; 4] = ["the ", "The ", "the correct ", "The correct "];
    const ANSWERS: [&str; 22] = [
        "A",
        "(A)",
        "B",
        "(B)",
        "C",
        "(D)",
        "(E)",
        "(I)",
        "a",
        "(a",
        "A)",
        "5",
        "-5",
        "0",
        "007",
        "-0",
        "12,000",
        "1.5",
        "4-",
        "--4",
        "",
        "99999999999999999999999",
    ];
    const OPTIONS: [&[&str]; 11] = [
        &["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"],
        &[],
        &["yes", "no"],
        &["B", "A", "D", "C"],
        &["a D", "an A", "the B", "C."],
        &["As", "Bs", "c's", "-5"],
        &["A) Oxygen gas", "(B) Nitrogen", "The C is helium", "a D, or carbon"],
        &["B)", "(A)", "$D$", "**C**"],
        &["\\(B\\)", "A.", "D).", "c"],
        &["A"],
        &["A. (B) (C) D", "B, B and B, B", "(((C))) as such", "the D, the D"],
    ];
    let mut lines = Vec::new();
    for answer in ANSWERS {
        lines.extend(["", "."].map(|stop| format!("\n#### {answer}{stop}")));
        lines.extend(["", "So 5.", "B"].map(|line| format!("{line}\nA: {answer}")));
        for (concludes, the) in CONCLUDES.iter().flat_map(|it| THE.map(|the| (it, the))) {
            lines.extend(["", "."].map(|stop| format!("{concludes}{the}answer is {answer}{stop}")));
        }
    }
    for (before, line) in BEFORE.iter().flat_map(|it| lines.iter().map(move |line| (it, line))) {
        for options in OPTIONS {
            same(&format!("{before}{line}"), options).unwrap();
        }
    }
}

/// Replies that were read otherwise from their end.
#[test]
fn what_was_read_otherwise_is_read_the_same() {
    for reply in [
        "So 7. .5 or rather B",
        "60 minutes is 1 hour. 1,000 or rather ! ",
        "0 are left. 95or rather sum ",
        "# The is 7. .\n1,000 ",
        "# The leaving 70.\n1e5 ",
        "# The 5 hours a day .\n94  can choose ",
        "# The $x = 12$.\napproximately 7 ",
        "The \\pi'answer is 5. He has 7.",
        "$45I think 300 minutes, or 5 hours",
        "7I choose 3 3 + 3 = 7 ",
        "1. \n- 94 ",
        "It is $270 more expensive than 12\nIt's 94. ",
        "many people say 50 + 27 = 80. , but with plain words",
        "**, which costs **12** |That's about 3 months. answer: 300 minutes, or 5 hours",
        "choose B) Carbon dioxide\n#### B go incorrect ",
        "The answer is (B)\nit is 1. helium'answer A ",
        "The answer is (B)\nchoose helium'ans Oxygen ",
        "It is light. E is right, pick A. It is fast and small.",
        "Light is a thing. E is correct and A is correct. It is fast and small.",
        "The energy is low. E is left with A. It is fast and small.",
        "It is light. Wait, E is true: the last one.",
        "C. Nitrogen\nwait J left with A . ",
        "Answer: D. opção correct is Oxygen ",
        "making 5 dogs, Is after 3 + 3 = 7 ",
        "Awe report A) Oxygen\nthe sum of 可能是A,If it were which is option B; ",
    ] {
        agrees(reply).unwrap();
    }
    for (reply, options) in [
        ("The answer is (B). It is so.", ["is", "x", "y", "z"]),
        ("The answer is (B). More words of it.", ["w", "x", "is (B)", "z"]),
        ("It is C. Therefore the answer is (A). Light is fast.", ["w", "x", "y", "the answer"]),
        ("Therefore, the answer is (A) so. Light is fast.", ["w", "x", "y", "Answer"]),
        ("So the answer is (C).\nB.", ["one", "Lola", "Answer", "z"]),
        ("Therefore the answer is (A). A", ["w", "x", "y", "the answer"]),
        ("So 9. The answer {f. (a)", ["the answer", "x", "y", "z"]),
        ("answer 2. answer No", ["w", "the answer", "y", "no"]),
        ("E\nSo 0. The answer(C.\nThe", ["w", "the answer", "y", "z"]),
    ] {
        same(reply, &options).unwrap();
    }
}

/// A marked answer is the same whatever the line before it breaks off in.
#[test]
fn a_line_break_ends_what_stands_before_a_marked_answer() {
    const ENDS: [&str; 62] = [
        "",
        "The answer is",
        "The answer is not",
        "The answer is:",
        "Answer:",
        "Final answer:",
        "so",
        "not",
        "or",
        "either 5 or",
        "if it is",
        "because",
        "7 *",
        "7 +",
        "= ",
        "7 =",
        "50%",
        "5 km/hour",
        "great-grandbabies",
        "$",
        "$$",
        "\\[",
        "\\boxed{",
        "\\frac{3}",
        "\\frac",
        "\\text{",
        "(",
        "[",
        "{",
        "|",
        "| 3 |",
        "| Answer |",
        "**",
        "**Answer",
        "**5",
        "*",
        "`",
        "```",
        "```\n5",
        "<<48/2=24>>24",
        "<",
        "~~5",
        "\"",
        "'",
        ",",
        "5,",
        ";",
        ":",
        "…",
        "—",
        "–",
        "-",
        "#",
        "####",
        "Q:",
        "Step 2",
        "step",
        "Wait, no",
        "Wait, no:",
        "I would say",
        "Let me check:",
        "between",
    ];
    for (before, end) in
        ["", "3 + 4 = 7. ", "The answer is 8.\n"].iter().flat_map(|it| ENDS.map(|end| (it, end)))
    {
        for line in [
            "A: 24", "#### 24", "A: -3", "#### 007", "A: 2,000", "A: 24.", "A: x", "a: 5", "####24",
        ] {
            for breaks in ["\n", "\n\n", " \n", "\r\n", "\n \n"] {
                agrees(&format!("{before}{end}{breaks}{line}")).unwrap();
            }
        }
    }
}

fn agrees(reply: &str) -> Result<(), TestCaseError> {
    same(reply, &["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"])
}

/// Whether looking at the end of `reply` first changes nothing, nor not looking at the options.
fn same(reply: &str, options: &[&str]) -> Result<(), TestCaseError> {
    let body = Span { start: 0, end: reply.trim_end().len() };
    prop_assert_eq!(number::said(reply, body), number::read_whole(reply, body), "{:?}", reply);
    let whole = choice::read_whole(reply, options, body);
    prop_assert_eq!(choice::read(reply, options, body), whole, "{:?}", reply);
    let shortest = options.iter().map(|option| option.len()).min().unwrap_or(usize::MAX);
    if let Some(reading) = letter(reply, shortest) {
        prop_assert_eq!(reading, choice(reply, options), "{:?}", reply);
    }
    Ok(())
}
