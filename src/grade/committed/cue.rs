//! The words that tell what a number or a letter beside them is, as data: English first, then
//! Spanish, French, German, Portuguese, Chinese and Japanese.

use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::holds;
use std::sync::LazyLock;

/// What a word says of the numbers and letters around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cue {
    /// Names the answer: "answer", "respuesta".
    Answer,
    /// Names a result, which may be one on the way: "sum", "total".
    Result,
    /// Names an option: "option", "choice".
    Choice,
    /// Says what something is: "is", "equals".
    Is,
    /// Says what it is: "it's".
    ItIs,
    /// May stand between one of the others and what it is about: "the", "probably".
    Filler,
    /// Commits: "choose", "think".
    Commit,
    /// Approves: "correct".
    Right,
    /// Disapproves: "wrong".
    Wrong,
    /// Denies what follows: "not", "than".
    Not,
    /// Offers another: "or".
    Or,
    /// Adds another: "and".
    And,
    /// An operator in words: "plus".
    Operator,
    /// Gives a reason: "because".
    Because,
    /// Begins a check of what was said: "verify".
    Check,
    /// Takes back what was said: "wait".
    Correction,
    /// Has a number or a letter as its name: "step", "vitamin".
    Named,
    /// Has a letter as its name: "person".
    NamedLetter,
    /// Concludes: "so", "therefore".
    So,
    /// Begins two that are taken together: "between", "add".
    Pair,
    /// Takes a multiple or a part of what follows: "half".
    Scaled,
    /// Counts, in words: "three".
    Count,
    /// Compares what stands before it: "less".
    Compared,
    /// Leads in a circumstance: "for", "after".
    Circumstance,
    /// Takes back what was said, at the start of a clause: "actually".
    Actually,
    /// Sets something against what was said: "but".
    But,
    /// The one who answers: "I'd".
    Me,
    /// What is asked about: "it".
    It,
}

use crate::grade::{Span, scan};

use Cue::{
    Actually, And, Answer, Because, But, Check, Choice, Circumstance, Commit, Compared, Correction,
    Count, Filler, Is, It, ItIs, Me, Named, NamedLetter, Not, Operator, Or, Pair, Result, Right,
    Scaled, So, Wrong,
};

/// Words in lower case.
#[rustfmt::skip]
pub(super) const WORDS: &[(Cue, &[&str])] = &[
    (Me, &["i'd", "i'll", "we"]),
    (It, &["it"]),
    (Answer, &[
        "answer", "answers", "answer's", "ans", "recommendation", "solution", "respuesta", "solución", "réponse", "antwort",
        "lösung", "resposta", "solução",
    ]),
    (Result, &[
        "result", "results", "what", "total", "sum", "product", "difference", "value", "quotient",
        "output", "altogether", "together", "profit", "loss", "remainder", "average", "resultado", "suma", "soma", "produit", "somme", "résultat",
        "ergebnis", "summe", "produkt", "differenz", "diferencia", "diferença", "différence",
        "producto", "produto",
    ]),
    (Choice, &[
        "option", "options", "choice", "choices", "letter", "opción", "letra", "alternativa",
        "l'option", "opção", "lettre", "choix", "buchstabe", "auswahl", "alternative", "statement", "caption",
    ]),
    (Is, &[
        "is", "are", "was", "were", "be", "being", "equals", "equal", "becomes", "become", "became", "makes", "make",
        "gives", "giving", "yields", "evaluates", "equates", "represents", "get", "gets", "got", "has", "have", "had", "es", "son",
        "sería", "será", "da", "ist", "sind", "wäre", "lautet", "ergibt", "gibt", "est", "sont",
        "serait", "sera", "donne", "égale", "vaut", "é", "são", "seria", "igual", "está", "seems", "sounds",
        "seem", "looks", "appears", "comes", "amounts", "totals", "means", "simplifies", "lands", "land", "making", "totaling", "totalling", "yielding", "resulting",
        "costs", "cost", "brings", "bringing", "works", "rounds", "rounded", "takes", "keeps", "weighs", "needs", "need", "pays", "pay", "owes", "owe", "obtain", "arrive", "suman", "font", "beträgt", "ergeben", "dão",
        "queda", "quedan", "reste", "restent", "restano", "resta", "restam", "sobram", "bleibt", "bleiben", "obtient",
    ]),
    (ItIs, &["it's", "that's", "c'est"]),
    (Filler, &[
        "the", "a", "an", "to", "of", "would", "will", "should", "must", "probably", "likely",
        "most", "simply", "just", "definitely", "indeed", "about", "approximately", "exactly",
        "clearly", "only", "still", "again", "then", "as", "be", "been", "number", "final", "my", "your",
        "our", "here", "following", "la", "el", "le", "die", "der", "das", "o", "l", "one", "in",
        "text", "mathbf", "textbf", "mathrm", "rm", "bf", "at", "que", "finally", "now", "single", "like",
        "right-hand", "surely", "obviously", "certainly", "with", "on", "that", "us", "can", "her", "him", "them", "me", "yourself", "himself", "herself",
    ]),
    (Commit, &[
        "go", "going", "went", "choose", "chose", "choosing", "leaves", "leaving", "select", "selecting", "selected", "pick", "picked", "say", "report",
        "think", "believe", "guess", "elijo", "escojo", "selecciono", "choisis", "wähle", "escolho",
        "seleciono", "denke", "pense", "creo", "acho",
    ]),
    (Right, &[
        "correct", "right", "true", "best", "better", "accurate", "plausible", "suitable", "preferred", "correcta", "correcto", "verdadera",
        "richtig", "richtige", "correcte", "bonne", "exacte", "vraie", "correta", "correto",
        "certa", "verdadeira", "valid", "fit", "fits", "✓", "✔", "✅",
    ]),
    (Wrong, &[
        "incorrect", "wrong", "false", "eliminated", "invalid", "inaccurate", "ruled", "incorrecta",
        "incorrecto", "falsa", "falsch", "inkorrekt", "incorrecte", "fausse", "faux", "errada",
        "incorreta", "unlikely", "irrelevant", "excluded", "contradicted", "✗", "✘", "❌",
    ]),
    (Not, &[
        "not", "isn't", "aren't", "wasn't", "no", "never", "neither", "nor", "none", "except",
        "than", "instead", "unlike", "cannot", "can't", "doesn't", "don't", "didn't", "won't",
        "eliminate", "eliminates", "exclude", "excludes", "excluding", "without", "ni", "nicht", "kein", "keine", "weder",
        "ne", "n'est", "pas", "non", "aucune", "não", "nem", "nenhuma", "ninguna", "eliminating", "versus",
        "vs", "reject", "rejected", "before", "discard", "if", "whether", "ob",
    ]),
    (Or, &["or", "oder", "ou", "either"]),
    (And, &["and", "und", "et", "y", "both"]),
    (Operator, &[
        "plus", "minus", "times", "multiplied", "divided", "más", "mas", "menos", "multiplicado",
        "dividido", "fois", "moins", "divisé", "mal", "geteilt", "vezes", "mais", "added",
        "subtracted", "over",
    ]),
    (Because, &[
        "because", "since", "due", "given", "assuming", "having", "using", "when", "while", "until", "whereas", "where", "although", "though",
        "porque", "pues", "parce", "puisque", "weil",
        "denn", "pois", "considering", "knowing",
    ]),
    (Check, &[
        "examples", "check", "checking", "verify", "verifying", "verification", "proof", "double-check", "confirm", "confirming", "explanation",
        "comprobación", "verificación", "vérification", "probe", "verificação", "prova",
    ]),
    (Correction, &[
        "wait", "oops", "hmm", "sorry", "apologize", "apologies", "reconsider", "correction", "mistake", "whoops", "scratch", "perdón", "espera",
        "corrección", "attendez", "pardon", "korrektur", "correção", "desculpe",
    ]),
    (Named, &[
        "step", "question", "problem", "exercise", "example", "part", "figure", "table", "case",
        "line", "chapter", "section", "page", "equation", "q", "paso", "pregunta", "étape",
        "schritt", "frage", "passo", "pergunta", "appendix", "phase", "row", "column", "item", "digit",
        "task", "round", "attempt", "version", "test", "level", "score", "scores", "rating",
        "confidence", "certainty", "probability", "error", "http", "status", "code", "request", "id", "jsonrpc",
    ]),
    (NamedLetter, &[
        "vitamin", "vitamins", "vitamina", "hepatitis", "type", "types", "group", "plan", "point",
        "class", "grade", "room", "person", "player", "team", "city", "town", "train", "box", "set",
        "angle", "variable", "planet", "object", "sample", "company", "country", "state", "block",
        "ball", "bot", "agent", "exhibit",
    ]),
    (So, &[
        "so", "therefore", "thus", "hence", "consequently", "entonces", "así", "donc", "ainsi",
        "also", "meaning", "daher", "somit", "portanto", "logo", "assim", "accordingly", "conclusion",
    ]),
    (Pair, &["between", "add", "adding", "adds", "subtract", "subtracting", "multiply", "multiplying", "divide", "dividing", "entre", "zwischen"]),
    (Scaled, &["half", "halving", "twice", "double", "doubling", "triple", "tripling", "quarter", "third"]),
    (Count, &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]),
    (Circumstance, &["for", "from", "within", "after", "during", "per", "by", "every", "among", "dans", "d'ici", "pour", "pendant", "para", "durante", "en", "against",
        "für", "nach", "während", "em"]),
    (Compared, &["less", "more", "fewer", "greater", "larger", "differ", "differs", "exceed", "exceeds", "outnumber", "short", "older", "younger", "bigger", "away", "below", "above", "shorter", "longer", "taller", "smaller", "higher", "lower", "heavier", "lighter", "faster", "slower", "cheaper"]),
    (Actually, &["actually"]),
    (But, &["but", "however", "yet", "pero", "sino", "aber", "sondern", "porém"]),
];

/// What stands anywhere in a run of a script without spaces, or at its end.
const RUNS: &[(Cue, bool, &[&str])] = &[
    (Not, true, &["不是", "不选", "并非", "而非", "不選", "不认为是", "不觉得是"]),
    (
        Answer,
        false,
        &[
            "答案",
            "答え",
            "正解",
            "解答",
            "正确选项",
            "正確選項",
            "정답",
            "답은",
            "应选",
            "选择",
            "選擇",
            "故选",
            "答",
        ],
    ),
    (Result, false, &["结果", "結果", "合计", "合計", "总共", "总和", "和"]),
    (Choice, false, &["选项", "選項", "選択肢"]),
    (Check, false, &["验算", "驗算", "检验", "验证", "検算"]),
    (Because, false, &["因为", "因為", "なぜなら"]),
    (Is, true, &["是", "为", "為", "は", "が", "等于", "等於", "은", "는", "得"]),
    (Commit, true, &["选", "選", "认为是", "認為是", "觉得是", "應該是", "应该是"]),
    (Or, true, &["或", "或者", "还是", "还是选", "可能是", "也许是", "または", "か"]),
];

/// The longest word of the table, in bytes.
pub(super) const LONGEST: usize = 16;

/// How many words the table has.
const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < WORDS.len() {
        count += WORDS[group].1.len();
        group += 1;
    }
    count
};

/// The words one behind the other, each with a byte behind it that says of which group it is. Looked
/// up they are twice as large as text, which a wasm would have to carry.
static TEXT: [u8; LENGTH] = {
    let mut text = [0; LENGTH];
    let (mut length, mut group) = (0, 0);
    while group < WORDS.len() {
        let mut at = 0;
        while at < WORDS[group].1.len() {
            let (word, mut next) = (WORDS[group].1[at].as_bytes(), 0);
            while next < word.len() {
                text[length + next] = word[next];
                next += 1;
            }
            text[length + next] = group as u8;
            length += next + 1;
            at += 1;
        }
        group += 1;
    }
    text
};

/// The bytes of [`TEXT`]. No word has a control character, so the groups are below those.
const LENGTH: usize = {
    let (mut length, mut group) = (0, 0);
    while group < WORDS.len() {
        let mut at = 0;
        while at < WORDS[group].1.len() {
            length += WORDS[group].1[at].len() + 1;
            at += 1;
        }
        group += 1;
    }
    assert!(WORDS.len() < 0x20 && length <= u16::MAX as usize);
    length
};

/// The cues of the groups.
static CUES: [Cue; WORDS.len()] = {
    let (mut cues, mut group) = ([So; WORDS.len()], 0);
    while group < WORDS.len() {
        cues[group] = WORDS[group].0;
        group += 1;
    }
    cues
};

/// A word as it is looked up.
#[derive(Clone, Copy)]
struct Entry {
    /// As [`key`] makes it; 0 where there is no word.
    key: u64,
    /// Where it stands in [`TEXT`].
    start: u16,
    length: u8,
    cue: Cue,
}

/// The first `length` of eight bytes, with the bit set in each that makes a capital of A to Z a small
/// letter, and zeros behind.
#[inline(always)]
pub(super) const fn key(eight: u64, length: usize) -> u64 {
    const SMALL: u64 = 0x2020_2020_2020_2020;
    let key = eight | SMALL;
    if length < 8 { key & !(u64::MAX << (8 * length)) } else { key }
}

/// How many places there are for words: so many that most words have one of their own.
const PLACES: usize = 2048;

const fn place(key: u64) -> usize {
    hash(key, PLACES.ilog2())
}

/// As many of the top bits of the product, into which a multiplication carries every byte of `key`.
pub(super) const fn hash(key: u64, bits: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
}

/// The words, each at its place or at the first free one behind that. Of two equal words the first
/// counts.
pub(super) struct Cues([Entry; PLACES]);

/// Made at the first reply that is read.
static TABLE: LazyLock<Box<Cues>> = LazyLock::new(|| {
    const { assert!(COUNT < PLACES) };
    let none = Entry { key: 0, start: 0, length: 0, cue: So };
    let mut table = Box::new(Cues([none; PLACES]));
    let mut start = 0;
    while let Some(rest) = TEXT.get(start..)
        && let Some(length) = rest.iter().position(|byte| *byte < 0x20)
        && let Some(&cue) = CUES.get(usize::from(rest[length]))
    {
        let key = key(scan::eight(rest, 0), length);
        let mut place = place(key);
        while table.0[place].key != 0 {
            place = (place + 1) % PLACES;
        }
        table.0[place] = Entry { key, start: start as u16, length: length as u8, cue };
        start += length + 1;
    }
    table
});

/// The table of words.
pub(super) fn table() -> &'static Cues {
    &TABLE
}

impl Cues {
    /// The cue of the `length` bytes at `at` of `text`, in any case of the letters A to Z; the first
    /// of them are those of `eight`.
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn of(&self, text: &[u8], at: usize, length: usize, eight: u64) -> Option<Cue> {
        let key = key(eight, length);
        let mut place = place(key);
        loop {
            let entry = &self.0[place % PLACES];
            if entry.key == key && (length < 8 || is_rest(entry, text, at, length)) {
                return Some(entry.cue);
            }
            if entry.key == 0 {
                return None;
            }
            place += 1;
        }
    }
}

/// Whether a word of eight bytes or more, of which the first are those of `entry`, is that one.
fn is_rest(entry: &Entry, text: &[u8], at: usize, length: usize) -> bool {
    let start = usize::from(entry.start);
    usize::from(entry.length) == length
        && TEXT[start + 8..start + length].eq_ignore_ascii_case(&text[at + 8..at + length])
}

/// The cue of a word that is not empty, in any case.
pub(super) fn of_word(word: &str) -> Option<Cue> {
    if word.is_ascii() {
        return of_ascii(word.as_bytes());
    }
    // Folding shortens a word at most to a third.
    if word.len() > 3 * LONGEST {
        return None;
    }
    let mut folded = [0_u8; LONGEST];
    let mut length = 0;
    for c in word.chars().flat_map(crate::text::lower) {
        let c = if c == '’' { '\'' } else { c };
        let place = folded.get_mut(length..length + c.len_utf8())?;
        length += c.encode_utf8(place).len();
    }
    of_ascii(&folded[..length])
}

/// The cue of a word that is not empty, in any case of the letters A to Z.
pub(super) fn of_ascii(word: &[u8]) -> Option<Cue> {
    table().of(word, 0, word.len(), scan::eight(word, 0))
}

/// Whether the word at `span`, one of [`Cue::Commit`], commits: "go" does where "with" follows.
pub(super) fn commits(text: &str, span: Span) -> bool {
    let word = span.of(text);
    let half = ["go", "going", "went"].iter().any(|half| word.eq_ignore_ascii_case(half));
    let label = |rest: &str| {
        matches!(rest.as_bytes(), [b' ', b'A'..=b'J', behind @ ..]
            if matches!(behind, [] | [b'.' | b'!' | b',' | b'\n', ..]))
    };
    // "Let me think about A first."
    let ponders = || starts_with_any(&text[span.end..], &[" about ", " of "]);
    if word.eq_ignore_ascii_case("think") && ponders() {
        return false;
    }
    !half || text[span.end..].starts_with(" with ") || label(&text[span.end..])
}

/// Whether the word at `span`, an "if", leads in an offer of more help, or an example.
pub(super) fn offers(text: &str, span: Span) -> bool {
    const YOU: [&str; 6] = [
        " you'd ",
        " you would like",
        " you want",
        " you have any",
        " you intended ",
        " you meant ",
    ];
    span.of(text).eq_ignore_ascii_case("if")
        && (ends_with_any(&text[..span.start], &["know ", "For example, "]) || {
            let rest = &text[span.end..];
            starts_with_any(rest.strip_prefix(" instead").unwrap_or(rest), &YOU)
                || supposes_sum(rest)
        })
}

/// Whether `rest`, behind "if", supposes another sum: " it were 37 - 58".
fn supposes_sum(rest: &str) -> bool {
    let it = [" it were ", " it was ", " it had been "].iter().find_map(|it| rest.strip_prefix(it));
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    it.is_some_and(|sum| {
        let behind = &sum[digits(sum)..];
        behind.len() < sum.len()
            && starts_with_any(behind, &[" + ", " - ", " − ", " × ", " x ", " * ", " / "])
    })
}

/// The cues of a run of a script without spaces, in the order of the table.
pub(super) fn of_run(run: &str) -> impl Iterator<Item = Cue> {
    RUNS.iter().filter_map(move |(cue, at_end, texts)| {
        let held = |text: &&str| if *at_end { run.ends_with(*text) } else { holds(run, text) };
        texts.iter().any(held).then_some(*cue)
    })
}
