//! Replies that decline to answer, and what a service says in their place when it fails.

use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::{holds, last, tail};

/// Parts of phrases: words of which any may stand there. A word is a whole one, in any case of the letters
/// A to Z; `_` is a space, `'` is `’` too, and `#` a number.
const PARTS: &[(&str, &str)] = &[
    ("AM", "am|'m|are|'re|was|were"),
    ("WOULD", "would|'d|will|'ll"),
    ("JUST", "just|really|honestly|simply|still|also|currently|unfortunately"),
    ("DONT", "don't|do_not|didn't|did_not"),
    ("CANNOT", "cannot|can't|can_not|could_not|couldn't"),
    (
        "UNABLE",
        "unable|not_able|not_allowed|not_permitted|not_authorized|not_programmed|not_designed|\
         not_equipped|not_trained|not_capable|only_able|out_of|having_trouble|not_sure|not_certain|\
         unsure|uncertain|torn",
    ),
    (
        "ANSWER",
        "answer|determine|compute|calculate|solve|tell|say|know|work_out|figure_out|find|identify|\
         decide|choose|pick|select|conclude|verify|confirm|complete|respond|help|assist|process|infer|\
         provide|deduce|judge|guess|access|open|read|comply|continue|handle|discuss|speak|generate|do",
    ),
    (
        "ANSWERED",
        "answered|determined|computed|calculated|solved|told|known|worked_out|figured_out|inferred|\
         identified|decided|verified|confirmed|provided|given|processed|judged|completed|found",
    ),
    (
        "LACKS",
        "don't|do_not|didn't|did_not|doesn't|does_not|haven't|have_not|never|fails_to|forgot_to|only",
    ),
    (
        "STATE",
        "say|said|state|specify|mention|give|gave|given|provide|tell|told|include|indicate|contain|\
         explain|define|make_sense|clarify|describe|attach",
    ),
    ("STATED", "clear|stated|specified|mentioned|given|known|told"),
    ("HOW", "how|what|which|whether|who|when|where|why|if|from"),
    ("NOT", "not|don't|doesn't|didn't|isn't|no|without"),
    ("MORE", "more|some_more|additional|further"),
    ("INFORMATION", "information|info|data|context|details|detail|access"),
    ("QUESTION", "question|problem|prompt|passage|text|message"),
    ("IMAGE", "image|picture|diagram|figure|file|attachment|table|context|link|passage"),
    (
        "ASK",
        "provide|clarify|specify|upload|share|resend|rephrase|repeat|send|give_me|tell_me_what|pay|\
         tell_me_how|describe|attach|include|confirm|explain|check|wait|retry|try|hold|stand_by|enter|\
         re-enter|log_in|sign_in|contact|come_back|call_back|be_patient|upgrade|top_up|visit",
    ),
    ("SCOPE", "policy|policies|guideline|guidelines|scope|capabilities|abilities|expertise|cutoff"),
    (
        "SERVICE",
        "request|agent|server|service|model|system|systems|endpoint|api|connection|operation|job|\
         task|session|call|gateway|deployment|message|response|account|database|provider|bot|command|\
         input|authentication|delivery|payment|ticket|credits|limit|quota|length|retries|turns|\
         iterations",
    ),
    ("IS", "is|was|are|has|have|had|has_been|is_currently|does_not|doesn't|did_not|didn't"),
    (
        "FAILED",
        "failed|timed_out|timeout|time-out|unavailable|not_available|offline|down|overloaded|busy|\
         exist|unreachable|cancelled|canceled|blocked|flagged|filtered|rejected|denied|refused|reset|\
         limited|restricted|exceeded|expired|not_found|not_recognized|aborted|terminated|interrupted|\
         disabled|suspended|not_supported|under_maintenance|lost|crashed|stopped|reached|respond|\
         not_responding|queued|error|too_long|too_large|only_handles|only_answers|in_the_queue|\
         could_not_be",
    ),
];

/// What is said by who declines, part by part: words as above or the name of some, behind `!` what does
/// not follow, before `?` what may be left out, and `*3` for three words or fewer of the same clause. What
/// has `^` before it begins a clause.
const PHRASES: &[&str] = &[
    // Who refuses.
    "i JUST? CANNOT !be|believe|help_but|see_why|see_how|think_of|make_it|wait",
    "i JUST? DONT know|have|see|understand|do|answer|catch !#",
    "i JUST? won't|will_not ANSWER",
    "i JUST? lack|have_no|have_insufficient|haven't_been|ran_out|ran_into|stopped_after !doubt",
    "i AM JUST? UNABLE",
    "i *3 decline|refuse|abstain",
    "i can? only ANSWER",
    "i|we WOULD rather_not|rather_ask|prefer_not|need_to_know",
    "i|we WOULD? need|require MORE INFORMATION",
    "i'm|i_am|an|as *2 language_model",
    "we AM JUST? unable_to|not_able_to ANSWER",
    "we|you|one|it|and|but|so|bot|model|agent|assistant CANNOT ANSWER",
    "cannot|can't answer|determine|help|assist|find_the",
    "CANNOT be ANSWERED !apart",
    "my|our|this|your|of|beyond|outside|against|knowledge *1 SCOPE",
    "as_an_ai|decline_to_answer|something_i_can|what_i_can|my_purpose|my_training|my_knowledge",
    "i'm_sorry|i_am_sorry",
    "^CANNOT ANSWER",
    "^unable|not_able|failed to ANSWER",
    "^unable|failed to connect|fetch|load|reach|parse|retrieve|get|see|view",
    "^no_idea|not_sure|don't_know|do_not_know|no_answer|no_correct",
    // What is missing.
    "NOT have|provide|contain|give|there_is|think_there_is? enough|sufficient|any|specific INFORMATION",
    "NOT enough to ANSWER HOW",
    "NOT think *2 can_be ANSWERED",
    "MORE INFORMATION is|are|would_be needed|required|necessary",
    "missing|insufficient INFORMATION",
    "information *3 missing",
    "impossible|not_possible|no_way to|of say|tell|know|knowing|determine|calculate|answer|provide|find|solve !that",
    "unclear|unknown|without_knowing|depends_on HOW",
    "not|isn't|aren't STATED HOW",
    "^the|this|your|that QUESTION LACKS STATE",
    "but|and|because|so the|this|your|that QUESTION LACKS STATE",
    "QUESTION IS? got? unclear|ambiguous|incomplete|missing|ill-posed|not_clear|cut_off",
    "you LACKS STATE",
    "you WOULD have_to|need_to STATE",
    "see_an|see_a|see_any|there_is_no IMAGE",
    "IMAGE IS? missing|not_provided|not_load|not_be",
    "no IMAGE *1 attached|provided|given|included",
    "none_of the|these above|options|given|is|are|choices|answers|four",
    "is|there's|has no_answer|no_correct_answer|no_correct_option",
    // What is asked for.
    "please|could_you|can_you|would_you|could_you_please ASK",
    "try_again later|in|after|soon|shortly|at|tomorrow|once|when",
    "do|did you_mean",
    // What fails.
    "SERVICE *1 IS? FAILED !#|by_#|to_#|at_#|for_#",
    "your *1 SERVICE #? has|is|was|exceeds|of|could|number",
    "^press|type|dial # for|to",
    "queue_position|position_in_queue|position_in_the_queue",
    "your free_trial|free_messages|position_in|estimated",
    "you|you've|you_have|has exceeded|reached|hit|run_out_of your|the|a|all|its",
    "you_have|you've *3 messages|requests|queries|credits|prompts left|remaining",
    "you_are|you're *4 queue|line !#",
    "be_with|back_to|contact|reply_to|respond_to|will_reply|will_respond you|within|in",
    "estimated wait|waiting|delay",
    "error IS? occurred|processing",
    "^not_enough|insufficient credits|funds|balance",
    "status|code|http code? #",
    "invalid|unknown|unsupported|unrecognized input|request|command|api|json|format",
    "internal_server_error|bad_gateway|service_unavailable|too_many_requests|rate_limited",
    "404_not_found|401_unauthorized|403_forbidden|page_not_found|access_denied|gateway_time-out",
    "something_went_wrong|out_of_memory|traceback|segmentation_fault|hang_up|support_ticket",
    "econnrefused|etimedout|econnreset|enotfound|syntaxerror|typeerror|retry-after",
    "maximum_context_length_of|model's_maximum|before_i_can|for_maintenance|experiencing_high",
    "^error|timeout|rate_limit|invalid|retry|try_again|payment_required|insufficient|no_response",
    "^scheduled_maintenance|high_demand|to_use_this_agent",
    // In other languages.
    "no puedo|podemos|consigo|sé|sabría|se_puede|es_posible|dispongo|hay_suficiente",
    "no_tengo suficiente|la|acceso? información|datos|a",
    "lo_siento|inténtelo_de_nuevo|error_interno|ha_superado|ha_alcanzado_el",
    "je|nous ne peux|pouvons|sais|suis_pas_en|dispose|comprends|parviens",
    "impossible_de savoir|répondre|déterminer|dire|calculer",
    "pas_assez_d|il_manque_des|désolé|veuillez_réessayer|veuillez_patienter",
    "ich kann|darf|weiß|bin|habe *5 nicht|leider|keine !glauben",
    "kann|habe ich *4 nicht|leider|keine",
    "es_fehlen angaben|informationen|daten",
    "tut_mir_leid|nicht_beantworten|wurde_überschritten|bitte_versuchen|bitte_warten|entschuldigung",
    "não posso|podemos|consigo|sei|é_possível|tenho_informações|tenho_acesso|há_informações",
    "desculpe|tente_novamente|non_posso|non_so|mi_dispiace",
    "无法|無法|不能回答|不能计算|不知道|不确定|抱歉|对不起|信息不足|足够的信息|缺少条件|没有提供|请提供",
    "请求超时|过于频繁|繁忙|后再试|后重试",
    "わかりません|分かりません|答えられません|できません|出せません|判断できない|申し訳|不足している",
    "混雑し|もう一度お試し|タイムアウトしま",
];

/// A part of a phrase as it is compared.
#[derive(Clone, Copy)]
struct Part {
    /// `!`, `?`, `*`, or the last byte of its words.
    kind: u8,
    words: &'static [u8],
    /// A bit for each byte that these may begin with, by its last five bits.
    begins: u32,
}

/// A word that phrases begin with: of the first part of one, from a byte on.
#[derive(Clone, Copy)]
struct Head {
    phrase: u8,
    from: u16,
    /// The place of the next one of its chain and one, or 0.
    next: u16,
}

/// The phrases, with their heads in chains of those that begin alike, so that most words of a reply are
/// held to none of them and the others to a few.
struct Phrases {
    parts: [Part; PARTS_IN_ALL],
    /// The first part of each phrase, and the end of the last one.
    from: [u8; PHRASES.len() + 1],
    /// The place of the first one of a [`chain`] and one, or 0.
    first: [u16; CHAINS],
    heads: [Head; HEADS],
}

const CHAINS: usize = 1024;

/// No fewer than there are.
const HEADS: usize = 352;
const PARTS_IN_ALL: usize = 250;

static ALL: Phrases = {
    let mut all = Phrases {
        parts: [Part { kind: 0, words: b"", begins: 0 }; PARTS_IN_ALL],
        from: [0; PHRASES.len() + 1],
        first: [0; CHAINS],
        heads: [Head { phrase: 0, from: 0, next: 0 }; HEADS],
    };
    let (mut parts, mut heads, mut phrase) = (0, 0, 0);
    while phrase < PHRASES.len() {
        let mut rest = PHRASES[phrase].as_bytes();
        rest = rest.split_at((rest[0] == b'^') as usize).1;
        while !rest.is_empty() {
            (all.parts[parts], rest) = part(rest);
            parts += 1;
        }
        let words = all.parts[all.from[phrase] as usize].words;
        let mut from = 0;
        while from < words.len() {
            if from == 0 || words[from - 1] == b'|' {
                let second = if from + 1 < words.len() { words[from + 1] } else { b' ' };
                let third = if from + 2 < words.len() { words[from + 2] } else { b' ' };
                let first = &mut all.first[chain(words[from], second, third)];
                all.heads[heads] = Head { phrase: phrase as u8, from: from as u16, next: *first };
                heads += 1;
                *first = heads as u16;
            }
            from += 1;
        }
        phrase += 1;
        all.from[phrase] = parts as u8;
    }
    all
};

/// The first part of `phrase`, and what stands behind it.
const fn part(phrase: &'static [u8]) -> (Part, &'static [u8]) {
    let mut end = 0;
    while end < phrase.len() && phrase[end] != b' ' {
        end += 1;
    }
    let (part, rest) = phrase.split_at(end);
    let before = matches!(part[0], b'!' | b'*') as usize;
    let kind = if before > 0 { part[0] } else { part[end - 1] };
    let words = words(part.split_at(before).1.split_at(end - before - (kind == b'?') as usize).0);
    let (mut begins, mut at) = (0, 0);
    while at < words.len() {
        if at == 0 || words[at - 1] == b'|' {
            begins |= match words[at] {
                // The digits.
                b'#' => 0x3FF << (b'0' & 0x1F),
                b'\'' => 1 << (b'\'' & 0x1F) | 1 << (0xE2 & 0x1F),
                byte => 1 << (byte & 0x1F),
            };
        }
        at += 1;
    }
    (Part { kind, words, begins }, rest.split_at(!rest.is_empty() as usize).1)
}

/// The words of a part, which may be a name.
const fn words(part: &'static [u8]) -> &'static [u8] {
    let mut place = 0;
    while part[0].is_ascii_uppercase() {
        let (name, words) = PARTS[place];
        let mut same = 0;
        while same < part.len() && same < name.len() && part[same] == name.as_bytes()[same] {
            same += 1;
        }
        if same == part.len() && same == name.len() {
            return words.as_bytes();
        }
        place += 1;
    }
    part
}

/// The chain of the heads that begin with these bytes, in any case. What is no letter is as nothing.
const fn chain(first: u8, second: u8, third: u8) -> usize {
    let script = first >= 0x80;
    let (mut second, mut third) = (second, third);
    if !(script || second.is_ascii_alphabetic()) {
        (second, third) = (0, 0);
    } else if !(script || third.is_ascii_alphabetic()) {
        third = 0;
    }
    // The bit by which the cases of a letter differ is left out.
    ((first & 0x1F) as usize | (second as usize & 0x1F) << 5) ^ (third as usize & 0x1F) << 4
}

/// Whether `reply` declines to answer.
pub(super) fn is_in(reply: &str) -> bool {
    let bytes = reply.as_bytes();
    let mut in_word = false;
    for (at, start) in bytes.windows(3).enumerate() {
        if !in_word {
            let place = ALL.first[chain(start[0], start[1], start[2])];
            if place > 0 && is_said(bytes, at, place) {
                return true;
            }
        }
        in_word = start[0].is_ascii_alphanumeric();
    }
    false
}

/// Whether a phrase is said at `at` that begins with the head at `place` or one behind it in its chain.
fn is_said(bytes: &[u8], at: usize, mut place: u16) -> bool {
    while let Some(before) = place.checked_sub(1) {
        let head = ALL.heads[usize::from(before)];
        let phrase = usize::from(head.phrase);
        let parts = &ALL.parts[ALL.from[phrase].into()..ALL.from[phrase + 1].into()];
        if let Some((first, parts)) = parts.split_first()
            && let Some(rest) = behind(&bytes[at..], &first.words[usize::from(head.from)..])
            && goes_on(rest, parts)
            && (!PHRASES[phrase].starts_with('^') || opens(&bytes[..at]))
        {
            return true;
        }
        place = head.next;
    }
    false
}

/// Whether a clause begins behind `before`.
fn opens(before: &[u8]) -> bool {
    let mark = |byte: &u8| matches!(byte, b' ' | b'*' | b'(' | b'"' | b'\'' | b'`' | b'_' | b'#');
    let end = before.iter().rposition(|byte| !mark(byte));
    end.is_none_or(|end| !before[end].is_ascii_alphanumeric())
}

/// Whether `text` goes on with `parts`.
fn goes_on(text: &[u8], parts: &[Part]) -> bool {
    let Some((part, parts)) = parts.split_first() else { return true };
    let next = without_marks(text);
    let any = |parts| {
        next.first().is_some_and(|byte| part.begins >> (byte & 0x1F) & 1 == 1)
            && part
                .words
                .split(|byte| *byte == b'|')
                .any(|words| behind(next, words).is_some_and(|rest| goes_on(rest, parts)))
    };
    match part.kind {
        b'!' => !(text.starts_with(b" ") && any(&[])) && goes_on(text, parts),
        b'?' => any(parts) || goes_on(next, parts),
        b'*' => {
            let mut left = part.words[0] - b'0';
            let mut rest = Some(next);
            while let Some(text) = rest {
                if goes_on(text, parts) {
                    return true;
                }
                rest = behind_word(text).filter(|_| left > 0);
                left = left.saturating_sub(1);
            }
            false
        }
        _ => any(parts),
    }
}

/// What stands behind the first of `words` where `text` begins with it.
fn behind<'t>(text: &'t [u8], words: &[u8]) -> Option<&'t [u8]> {
    let (mut rest, mut last) = (text, 0);
    for &byte in words.iter().take_while(|byte| **byte != b'|') {
        rest = match (byte, rest) {
            (b'#', [b'0'..=b'9', ..]) => {
                let end = rest.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b','));
                &rest[end.unwrap_or(rest.len())..]
            }
            (b'_', [b' ', rest @ ..]) | (b'\'', [0xE2, 0x80, 0x99, rest @ ..]) => rest,
            (_, [first, rest @ ..]) if first.eq_ignore_ascii_case(&byte) => rest,
            _ => return None,
        };
        last = byte;
    }
    let goes_on = match rest {
        [b'-', byte, ..] | [byte, ..] => {
            byte.is_ascii_alphanumeric() || matches!(byte, 0xC3..=0xCF)
        }
        [] => false,
    };
    (!(last.is_ascii_alphanumeric() && goes_on)).then_some(rest)
}

/// What stands behind the first word of `text`, if it ends no clause. What is longer than a word is none.
fn behind_word(text: &[u8]) -> Option<&[u8]> {
    const LONGEST: usize = 24;
    let end = text.iter().take(LONGEST).position(|byte| matches!(byte, b' ' | b'\n'))?;
    let ends = text[end] == b'\n' || matches!(text[..end], [.., b'.' | b'!' | b'?' | b';']);
    (!ends).then(|| without_marks(&text[end..]))
}

/// `text` without what may stand between two words.
fn without_marks(text: &[u8]) -> &[u8] {
    let mark =
        |byte: &u8| matches!(byte, b' ' | b':' | b'(' | b')' | b'"' | b'*' | b'`' | b'_' | b'=');
    &text[text.iter().position(|byte| !mark(byte)).unwrap_or(text.len())..]
}

/// Whether the end of `reply` says that what was found is none of the options: "However, 31 is not among
/// the choices. There may be a mistake in the question."
pub(super) fn finds_no_option(reply: &str) -> bool {
    const FARTHEST: usize = 240;
    const NONE: [&str; 13] = [
        "not available in the choices",
        "not an option in the choices",
        "not in the choices",
        "not among the choices",
        "not among the options",
        "not one of the options",
        "not in the options",
        "not listed in the options",
        "not provided in the options",
        "not given in the options",
        "not one of the choices",
        "correct option is not provided",
        "one of the options match the calculated answer",
    ];
    let near = tail(reply, FARTHEST);
    // Mostly there is no such word.
    if !(holds(near, "option") || holds(near, "choice")) {
        return false;
    }
    // "A sink is not one of the choices. So it is the lake": what is said behind that is not taken back.
    const ENDS: usize = 24;
    NONE.iter()
        .filter_map(|phrase| Some(&near[last(near, phrase)? + phrase.len()..]))
        .any(|rest| rest.len() <= ENDS || holds(rest, "mistake") || holds(rest, "error"))
}

/// Whether `reply` ends in that its answer is none of the options: "Answer: None of the above."
pub(super) fn ends_in_none(reply: &str) -> bool {
    const NONE: [&str; 4] = ["one of the above", "one of these", "one of them", "(None"];
    const ANSWER: [&str; 4] = ["nswer is ", "nswer: ", "nswer is: ", "nswer:** "];
    let said = reply.trim_end_matches(['.', ')', '*', '!']);
    let before = NONE.iter().find_map(|none| said.strip_suffix(none));
    before.is_some_and(|before| {
        let before = before.strip_suffix(['N', 'n']).unwrap_or(before);
        ends_with_any(before.trim_end_matches(['(', '*']), &ANSWER)
    })
}

/// Whether `reply` begins with an apology for not answering: "I'm sorry, but I can't help with that."
pub(super) fn apologizes(reply: &str) -> bool {
    const SORRY: [&str; 5] = ["I apologize", "I'm sorry", "I’m sorry", "I am sorry", "Sorry"];
    const CANNOT: [&str; 7] = [
        "I cannot",
        "I can't",
        "I can’t",
        "I am unable",
        "I'm unable",
        "I am not able",
        "I'm not able",
    ];
    let sorry = SORRY.iter().find_map(|sorry| reply.strip_prefix(sorry)).unwrap_or_default();
    let rest = [", but ", ", ", ". ", " but "].iter().find_map(|mark| sorry.strip_prefix(mark));
    rest.is_some_and(|rest| starts_with_any(rest, &CANNOT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_ones_in_any_case_with_any_apostrophe() {
        for text in [
            "I can't",
            "i CAN’T do that",
            "well, I'm really not able to",
            "\"error\": \"quota exceeded\"",
            "Task 42 failed",
            "**Error** 17",
            "无法",
        ] {
            assert!(is_in(text), "{text}");
        }
        for text in [
            "",
            "i",
            "I can",
            "I canter",
            "as an aid",
            "timeouts",
            "hi can't",
            "I can't believe it",
            "Error-free",
            "an error",
            "I. Cannot",
        ] {
            assert!(!is_in(text), "{text}");
        }
    }
}
