//! The one error type: a stable code, and a message that names the thing, what was expected and
//! what was found.

use std::borrow::Cow;
use std::fmt;

use crate::text::quoted;

/// Why something was refused.
///
/// [`Error::code`] is stable and meant for programs. The `Display` text is meant for people and
/// always has the form `THING: expected EXPECTED, found FOUND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Refusal>);

/// What an error says. It is boxed, so that a result with one is not large: it is moved often, and
/// is there seldom.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    code: Code,
    thing: Cow<'static, str>,
    expected: Cow<'static, str>,
    found: Cow<'static, str>,
}

impl Error {
    /// An error of kind `code`. `found` is often hostile text: pass it through [`shown`].
    ///
    /// It is there once for each of the types that it is called with, not once for each call.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(
        code: Code,
        thing: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Refusal {
            code,
            thing: thing.into(),
            expected: expected.into(),
            found: found.into(),
        }))
    }

    /// The same error, with the line where it was found before the thing: `line 3: record: …`. Where
    /// the line is the thing, it is named once: `line 3: …`, or `line 3 of the answers file: …`.
    pub(crate) fn at_line(self, number: impl fmt::Display) -> Self {
        let thing = match self.0.thing.strip_prefix("line") {
            Some(of) if of.is_empty() || of.starts_with(" of ") => format!("line {number}{of}"),
            _ => format!("line {number}: {}", self.0.thing),
        };
        Self(Box::new(Refusal { thing: thing.into(), ..*self.0 }))
    }

    /// The stable, dotted code of the error, such as `question.unknown-id`.
    pub fn code(&self) -> &'static str {
        self.0.code.as_str()
    }

    /// The same refusal under another code.
    pub(crate) fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { thing, expected, found, .. } = &*self.0;
        write!(f, "{thing}: expected {expected}, found {found}")
    }
}

impl std::error::Error for Error {}

/// Text from outside as it may stand in a message: quoted, escaped, and at most 60 characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => quoted(text),
        Some((end, _)) => format!("{}… ({} bytes)", quoted(&text[..end]), text.len()),
    }
}

/// `texts` as one, with `between` between them: once for all, where that of the standard library is
/// compiled for each length of what stands between.
pub(crate) fn joined(texts: &[&str], between: &str) -> String {
    let mut all = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            all.push_str(between);
        }
        all.push_str(text);
    }
    all
}

/// Whole numbers as JSON has them in an array, with a space behind each comma.
pub(crate) fn numbers(numbers: &mut dyn Iterator<Item = u64>) -> String {
    let mut all = "[".to_owned();
    for number in numbers {
        if all.len() > 1 {
            all.push_str(", ");
        }
        all.push_str(&number.to_string());
    }
    all + "]"
}

/// Declares [`Code`], its texts, and the list of them that the documentation is tested against.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The closed list of error codes. Each is its text, so that a build has those that it uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct Code(&'static str);

        #[allow(non_upper_case_globals, reason = "they are read as the variants that they stand for")]
        impl Code {
            $($(#[$doc])* pub(crate) const $name: Self = Self($text);)*

            pub(crate) const fn as_str(self) -> &'static str {
                self.0
            }
        }

        /// Every code there is.
        #[cfg(test)]
        pub(crate) const CODES: &[&str] = &[$($text,)*];
    };
}

codes! {
    /// A signal id is not dot-separated segments of `[a-z][a-z0-9_-]*`, two at least.
    IdSignal = "id.signal",
    /// An adapter id is not segments of `[a-z][a-z0-9]*` joined by hyphens.
    IdAdapter = "id.adapter",
    /// A component key is empty, or holds white space or non-ASCII text.
    IdComponent = "id.component",

    /// An option of the JavaScript API that does not exist, or has another type.
    HostOption = "host.option",
    /// A host without a source of randomness.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only the boundary makes it"))]
    HostRandom = "host.random",

    /// Text that is not lower-case hex digits of the right length.
    HashNotHex = "hash.not-hex",
    /// Text that is not strict JSON, or JSON without the members that it must have.
    JsonInvalid = "json.invalid",

    /// A question id names no question that can be asked.
    QuestionUnknownId = "question.unknown-id",
    /// A wording variant that the family does not have.
    QuestionUnknownVariant = "question.unknown-variant",
    /// A family that is neither `math` nor `science`.
    QuestionUnknownFamily = "question.unknown-family",
    /// An option order that is not a permutation of 0 to 3.
    QuestionBadOrder = "question.bad-order",

    /// A bank file of more than 16 MiB.
    BankTooLarge = "bank.too-large",
    /// A bank file that is not strict JSON.
    BankNotJson = "bank.not-json",
    /// A bank file, manifest or reveal with a member that is unknown, missing or of another type.
    BankShape = "bank.shape",
    /// A bank whose name is not lower-case words joined by hyphens.
    BankName = "bank.name",
    /// An item whose id is not `science:` and lower-case words joined by hyphens.
    BankItemId = "bank.item-id",
    /// Two items with one id.
    BankDuplicateId = "bank.duplicate-id",
    /// An item of a science that there is not.
    BankUnknownScience = "bank.unknown-science",
    /// A science without a question.
    BankStrata = "bank.strata",
    /// A stem, option or justification without a letter or digit.
    BankEmptyText = "bank.empty-text",
    /// A stem, option or justification that is too long, or holds control characters or outer
    /// white space.
    BankText = "bank.text",
    /// An item with other than one right and three wrong options.
    BankOptionCount = "bank.option-count",
    /// Two options of one item with the same words.
    BankOptionsEqual = "bank.options-equal",
    /// An option whose words stand in another option of its item.
    BankOptionsOverlap = "bank.options-overlap",
    /// An option that would be read as a letter.
    BankOptionLetter = "bank.option-letter",
    /// An option that speaks of the other options.
    BankOptionRefers = "bank.option-refers",
    /// A stem that holds the right option.
    BankStemAnswers = "bank.stem-answers",
    /// A difficulty that is not 1, 2 or 3.
    BankDifficulty = "bank.difficulty",
    /// A bank, or random bytes to seal one with, without a salt of its own for every item.
    BankUnsalted = "bank.unsalted",
    /// A bank to be sealed that has salts already.
    BankSealed = "bank.sealed",
    /// A manifest whose root is not that of its items, or whose items are out of order.
    BankManifest = "bank.manifest",
    /// A bank that was to be the public one, and has another name or root.
    BankNotPublic = "bank.not-public",
    /// A reveal out of another bank than the manifest or record in hand.
    BankWrongManifest = "bank.wrong-manifest",
    /// A revealed item that stands elsewhere in the manifest.
    BankRevealPlace = "bank.reveal-place",
    /// A revealed item or salt that the commitment does not commit to.
    BankRevealItem = "bank.reveal-item",
    /// A revealed item that its path does not join to the root.
    BankRevealPath = "bank.reveal-path",

    /// A draw that cannot be made: the bank has no question of the science whose turn it is, or
    /// the index is beyond 2^53−1.
    DrawImpossible = "draw.impossible",
    /// A seed other than the one that the terms commit to.
    DrawSeed = "draw.seed",
    /// A question other than the one that the seed draws.
    DrawQuestion = "draw.question",
    /// A wording other than the one that the seed draws.
    DrawVariant = "draw.variant",
    /// An order of options other than the one that the seed draws.
    DrawOrder = "draw.order",

    /// An instant in another form than `2026-11-20T17:00:00.000Z`.
    RecordInstant = "record.instant",
    /// A policy that is neither `literal` nor `committed`.
    RecordUnknownPolicy = "record.unknown-policy",
    /// Members of a record that contradict each other.
    RecordInconsistent = "record.inconsistent",
    /// A `runId` that is not the digest of the terms, the subject and the entropy beside it.
    RecordRunId = "record.run-id",

    /// Published commitments that are neither ids nor first lines of runs.
    VerifyCommitted = "verify.committed",
    /// A verification step that does not exist.
    VerifyUnknownStep = "verify.unknown-step",
    /// A part of a file that no examiner of this version has written.
    VerifyPart = "verify.part",
    /// A cause that does not lead to the record's outcome.
    GradeCause = "grade.cause",
    /// A score that does not follow from the outcome.
    GradeScore = "grade.score",
    /// A status that does not follow from the outcome.
    GradeStatus = "grade.status",
    /// A right answer that is not the question's.
    GradeExpected = "grade.expected",
    /// A reading that the reply does not give.
    GradeReading = "grade.reading",
    /// A compliance that the reply does not have.
    GradeCompliance = "grade.compliance",
    /// An outcome that the reading does not give.
    GradeOutcome = "grade.outcome",
    /// A question that the record's bank does not have.
    BankUnknownItem = "bank.unknown-item",
    /// A record whose signer is not trusted for its time, or one without a signature where trust is
    /// asked about.
    PolicySigner = "policy.signer",
    /// A record about another subject than the one asked about.
    PolicySubject = "policy.subject",
    /// A record older than the limit, or dated in the future.
    PolicyAge = "policy.age",
    /// A signature made before its record, outside its key's dates, or in the future.
    PolicyCreated = "policy.created",
    /// A run that was not committed to, or one that was and is not there.
    PolicyCommitted = "policy.committed",

    /// A prompt to an endpoint that is still busy with another one.
    AskBusy = "ask.busy",
    /// A run that asks nothing.
    RunNothingAsked = "run.nothing-asked",
    /// A seed, entropy, endpoint, subject, registry, model, tool or agent of more than 8 KiB.
    RunTooLong = "run.too-long",
    /// An entropy without its source, or a source without its value.
    RunEntropy = "run.entropy",
    /// A record that is not the next one of the run that is resumed.
    RunResume = "run.resume",
    /// A record of a run that is not open at that line.
    RunUnknown = "run.unknown",
    /// A run that begins a second time.
    RunDuplicate = "run.duplicate",
    /// A second record of one question of a run.
    RunDuplicateRecord = "run.duplicate-record",
    /// A record that stands behind one of a higher index.
    RunOutOfOrder = "run.out-of-order",
    /// A record that the run promised and the file does not hold.
    RunMissingRecord = "run.missing-record",
    /// A run that closes with another number of records than it says.
    RunCount = "run.count",
    /// A run that is still open at the end of the file.
    RunNotClosed = "run.not-closed",

    /// A file that begins with a byte order mark.
    FileByteOrderMark = "file.byte-order-mark",
    /// A line that ends in CR LF.
    FileCarriageReturn = "file.carriage-return",
    /// A file without a record, or without anything else that a command could work on.
    FileEmpty = "file.empty",
    /// An empty line.
    FileEmptyLine = "file.empty-line",
    /// A file with no record at the index that was asked about.
    FileIndex = "file.index",
    /// A line that is longer than the limit.
    FileLineTooLong = "file.line-too-long",
    /// A file that is read whole, and is larger than the limit.
    FileTooLarge = "file.too-large",
    /// A line with a `type` that is none of ours.
    FileUnknownType = "file.unknown-type",
    /// A line, or a file that a command reads whole, that is not UTF-8.
    FileNotUtf8 = "file.not-utf8",

    /// An endpoint's URL that is not a plain absolute http or https URL, or an agent's without a scheme.
    ExchangeUrl = "exchange.url",
    /// A protocol that is not known.
    ExchangeProtocol = "exchange.protocol",
    /// An option that the endpoint's protocol has no use for, or one that it lacks.
    ExchangeOption = "exchange.option",
    /// An endpoint that an id of its own alone can tell from others, and that has none.
    ExchangeSubject = "exchange.subject",
    /// A header that cannot be sent, or that frames the message.
    ExchangeHeader = "exchange.header",
    /// A body template that is not JSON, has no prompt, or has an unknown place.
    ExchangeTemplate = "exchange.template",
    /// A reply pointer that is not a JSON Pointer.
    ExchangePointer = "exchange.pointer",
    /// A budget, a number of retries or a body limit that is out of range.
    ExchangeLimits = "exchange.limits",

    /// A public key that is no ed25519 `did:key`, or a weak or non-canonical one.
    KeyInvalid = "key.invalid",
    /// A `did:key` of another kind than ed25519.
    KeyUnsupported = "key.unsupported",
    /// A key file that is no ed25519 Multikey with its secret, or whose members disagree.
    KeyFile = "key.file",

    /// A proof that is not of the one form that it may have.
    ProofInvalid = "proof.invalid",
    /// A proof of a type or cryptosuite that is not checked here.
    ProofUnsupported = "proof.unsupported",
    /// Two proofs of one type on one record.
    ProofDuplicate = "proof.duplicate",
    /// An `@context` other than the one allowed, or not the same in record and proof.
    ProofContext = "proof.context",
    /// A signer who is not the record's `data.evaluator`, or a record without one.
    ProofEvaluator = "proof.evaluator",
    /// A signature that does not fit the record.
    ProofSignature = "proof.signature",

    /// A text that is no C2SP signed note.
    LogNote = "log.note",
    /// A signed note whose text is no checkpoint, or whose origin is none of ours.
    LogCheckpoint = "log.checkpoint",
    /// A checkpoint without a good signature of the key that its origin names.
    LogSignature = "log.signature",
    /// A name of a log that an origin cannot hold.
    LogName = "log.name",
    /// A record that is not where its inclusion proof says, in the tree of its checkpoint.
    LogInclusion = "log.inclusion",
    /// Two checkpoints that cannot belong to one growing log.
    LogConsistency = "log.consistency",
    /// A checkpoint line that does not state the log of the records above it.
    LogRecords = "log.records",
    /// A tile of a log that is missing, is no list of hashes, or has others than its checkpoint says.
    LogTile = "log.tile",

    /// A member that cannot be withheld, or a record that is signed already.
    WithholdRefused = "withhold.refused",
    /// Withholding a value that the record gives away elsewhere.
    WithholdGivenAway = "withhold.given-away",
    /// Too few salts, or one that is used twice.
    WithholdSalt = "withhold.salt",
    /// A file of openings with a line that is none.
    OpeningFile = "opening.file",
    /// An opening of another record, or one that does not stand behind its record.
    OpeningRecord = "opening.record",
    /// An opening of a place where nothing is withheld.
    OpeningPointer = "opening.pointer",
    /// An opening whose salt is not 128 bits in hex.
    OpeningSalt = "opening.salt",
    /// An opening whose value is not the one that was withheld.
    OpeningDigest = "opening.digest",

    /// A trust file that breaks one of its rules, or what is neither one nor a `did:key`.
    TrustInvalid = "trust.invalid",

    /// JSON that lacks a member a suite, an answers file or a scorecard must have, or has another.
    SuiteShape = "suite.shape",
    /// A suite without a task.
    SuiteEmpty = "suite.empty",
    /// A suite id, version, task id or stratum that is empty, too long or holds a control character.
    SuiteBadName = "suite.bad-name",
    /// Two tasks, or two answers, with one id.
    SuiteDuplicateTask = "suite.duplicate-task",
    /// A digest that is not 64 lower-case hex digits.
    SuiteBadDigest = "suite.bad-digest",
    /// A salt that is not 16 to 32 bytes in lower-case hex digits.
    SuiteBadSalt = "suite.bad-salt",
    /// A task that accepts no answer, or more than a task may.
    SuiteNoAnswer = "suite.no-answer",
    /// An accepted answer that the suite's own extractor would not take out of a reply.
    SuiteUnreachableAnswer = "suite.unreachable-answer",
    /// A pattern that is no regular expression, that matches no text or empty text, or whose group
    /// does not exist.
    SuiteBadPattern = "suite.bad-pattern",
    /// A pattern that is too long, too deep or too large when compiled.
    SuitePatternTooLarge = "suite.pattern-too-large",
    /// Answers that were given to another suite.
    SuiteOtherSuite = "suite.other-suite",
    /// A task that the suite does not have.
    SuiteUnknownTask = "suite.unknown-task",
    /// A cause of a failed exchange that is not a dotted lower-case name.
    SuiteBadCause = "suite.bad-cause",
    /// A scorecard whose counts are not those of its results.
    SuiteInconsistent = "suite.inconsistent",

    /// An error rate, a power or a margin that is not between 0 and 1.
    StatsBadProbability = "stats.bad-probability",

    /// A report format that there is not.
    ReportUnknownFormat = "report.unknown-format",
    /// A scorecard where records are needed, records where a scorecard is, or one of each.
    ReportOtherKind = "report.other-kind",
    /// A script for a page that could not stand in one unchanged.
    ReportBadScript = "report.bad-script",
    /// A scoring configuration without the shape that it has by its schema.
    ScoreConfig = "score.config",
    /// A number of runs to keep that is not 1 to 1,000,000.
    ScoreKeep = "score.keep",
    /// A configuration with a key that its schema does not have.
    ScoreUnknownKey = "score.unknown-key",
    /// A contribution mode that is not `universal`, `scoped` or `conditional`.
    ScoreUnknownMode = "score.unknown-mode",
    /// An adapter id, component key or signal id that stands twice where it may stand once.
    ScoreDuplicate = "score.duplicate",
    /// A weight below zero.
    ScoreNegativeWeight = "score.negative-weight",
    /// NaN or an infinity, as text or as a number that no double holds.
    ScoreNotFinite = "score.not-finite",
    /// A number that is too large, too fine, or not there.
    ScoreNumber = "score.number",
    /// A configuration that changed under the version number of an earlier one.
    ScoreConfigChanged = "score.config-changed",
    /// A configuration whose version is below that of an earlier one.
    ScoreConfigBackwards = "score.config-backwards",
    /// A subject that cannot be scored: no id, or a member of the wrong kind.
    ScoreSubject = "score.subject",
    /// A signal without an id, or a member of it of the wrong kind.
    ScoreSignal = "score.signal",
    /// A signal status that HCS-25 does not have.
    ScoreStatus = "score.status",
    /// A time of scoring that is not RFC 3339.
    ScoreTime = "score.time",

    /// Stored fields or a record that cannot be turned into each other.
    FieldsInvalid = "fields.invalid",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_thing_what_was_expected_and_what_was_found() {
        let error = Error::new(Code::IdSignal, "signal id", "two segments", shown("x\n"));
        assert_eq!(error.to_string(), r#"signal id: expected two segments, found "x\n""#);
        assert_eq!(error.code(), "id.signal");
    }

    #[test]
    fn a_line_is_named_once() {
        let placed = |thing| Error::new(Code::IdSignal, thing, "a", "b").at_line(3).to_string();
        assert_eq!(placed("record"), "line 3: record: expected a, found b");
        assert_eq!(placed("line"), "line 3: expected a, found b");
        assert_eq!(placed("line of a file"), "line 3 of a file: expected a, found b");
    }

    #[test]
    fn long_text_is_clipped_at_a_character() {
        assert_eq!(shown(&"é".repeat(70)), format!("\"{}\"… (140 bytes)", "é".repeat(60)));
    }

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../docs/errors.md");
        for code in CODES {
            assert!(page.contains(&format!("| `{code}` |")), "{code} is not in docs/errors.md");
        }
        let host = |code: &str| ["host.", "core.", "cli."].iter().any(|own| code.starts_with(own));
        for line in page.lines().filter_map(|line| line.strip_prefix("| `")) {
            let code = line.split('`').next().unwrap_or_default();
            assert!(host(code) || CODES.contains(&code), "{code} is no code");
        }
    }

    #[test]
    fn codes_are_unique() {
        let mut codes = CODES.to_vec();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CODES.len());
    }
}
