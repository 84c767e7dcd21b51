//! Error codes; see `docs/errors.md`.

/// Declares [`Code`], its texts, and the list that the documentation is tested against.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The closed list of error codes. A code is its text, so that a build contains only those
        /// it uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct Code(&'static str);

        #[allow(non_upper_case_globals, reason = "they are read as the variants that they stand for")]
        impl Code {
            $($(#[$doc])* pub(crate) const $name: Self = Self($text);)*

            pub(crate) const fn as_str(self) -> &'static str {
                self.0
            }
        }

        /// Every code.
        #[cfg(test)]
        const CODES: &[&str] = &[$($text,)*];
    };
}

codes! {
    /// A signal id that is not two or more dot-separated segments of `[a-z][a-z0-9_-]*`.
    IdSignal = "id.signal",
    /// An adapter id that is not segments of `[a-z][a-z0-9]*` joined by hyphens.
    IdAdapter = "id.adapter",
    /// A component key that is empty, or contains white space or non-ASCII text.
    IdComponent = "id.component",

    /// An unknown option of the JavaScript API; an option, argument or callback result of the wrong
    /// type.
    HostOption = "host.option",
    /// A host without a source of randomness.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only the boundary makes it"))]
    HostRandom = "host.random",

    /// Text that is not lower-case hex digits of the right length.
    HashNotHex = "hash.not-hex",
    /// Text that is not strict JSON, or JSON without a required member.
    JsonInvalid = "json.invalid",

    /// A question id that names no question.
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
    /// A bank file, manifest or reveal with a member that is unknown, missing or of the wrong type.
    BankShape = "bank.shape",
    /// A bank whose name is not lower-case words joined by hyphens.
    BankName = "bank.name",
    /// An item id that is not `science:` followed by lower-case words joined by hyphens.
    BankItemId = "bank.item-id",
    /// Two items with one id.
    BankDuplicateId = "bank.duplicate-id",
    /// An item of an unknown science.
    BankUnknownScience = "bank.unknown-science",
    /// A science without a question.
    BankStrata = "bank.strata",
    /// A stem, option or justification without a letter or digit.
    BankEmptyText = "bank.empty-text",
    /// A stem, option or justification that is too long, or has control characters or leading or
    /// trailing white space.
    BankText = "bank.text",
    /// An item without exactly one right and three wrong options.
    BankOptionCount = "bank.option-count",
    /// Two options of an item with the same words.
    BankOptionsEqual = "bank.options-equal",
    /// An option whose words are contained in another option of its item.
    BankOptionsOverlap = "bank.options-overlap",
    /// An option that could be read as a letter.
    BankOptionLetter = "bank.option-letter",
    /// An option that refers to the other options.
    BankOptionRefers = "bank.option-refers",
    /// A stem that contains the right option.
    BankStemAnswers = "bank.stem-answers",
    /// A difficulty that is not 1, 2 or 3.
    BankDifficulty = "bank.difficulty",
    /// A bank without a distinct salt for every item. In the API, also too few or repeated random
    /// bytes for sealing.
    BankUnsalted = "bank.unsalted",
    /// A bank that cannot be sealed because it already has salts.
    BankSealed = "bank.sealed",
    /// A manifest whose root does not match its items, or whose items are out of order.
    BankManifest = "bank.manifest",
    /// A bank that should be the public one but has another name or root.
    BankNotPublic = "bank.not-public",
    /// A reveal of another bank than the manifest's or record's.
    BankWrongManifest = "bank.wrong-manifest",
    /// A revealed item at another position than in the manifest.
    BankRevealPlace = "bank.reveal-place",
    /// A revealed item or salt that does not match the commitment.
    BankRevealItem = "bank.reveal-item",
    /// A revealed item whose path does not lead to the root.
    BankRevealPath = "bank.reveal-path",

    /// An impossible draw: the bank has no question of the drawn science, or the index exceeds
    /// 2^53−1.
    DrawImpossible = "draw.impossible",
    /// A seed other than the one that the terms commit to.
    DrawSeed = "draw.seed",
    /// A question other than the drawn one.
    DrawQuestion = "draw.question",
    /// A wording other than the drawn one.
    DrawVariant = "draw.variant",
    /// An order of options other than the drawn one.
    DrawOrder = "draw.order",

    /// An instant not of the form `2026-11-20T17:00:00.000Z`.
    RecordInstant = "record.instant",
    /// A policy that is neither `literal` nor `committed`.
    RecordUnknownPolicy = "record.unknown-policy",
    /// Members of a record that contradict each other.
    RecordInconsistent = "record.inconsistent",
    /// A `runId` that is not the digest of the record's terms, subject and entropy.
    RecordRunId = "record.run-id",

    /// Published commitments that are neither ids nor `run` lines.
    VerifyCommitted = "verify.committed",
    /// A verification step that does not exist.
    VerifyUnknownStep = "verify.unknown-step",
    /// An intermediate result of a verification that another version of the package made.
    VerifyPart = "verify.part",
    /// A cause that does not map to the record's outcome.
    GradeCause = "grade.cause",
    /// A score that does not follow from the outcome.
    GradeScore = "grade.score",
    /// A status that does not follow from the outcome.
    GradeStatus = "grade.status",
    /// An expected answer that differs from the question's.
    GradeExpected = "grade.expected",
    /// A reading that does not match the reply.
    GradeReading = "grade.reading",
    /// A compliance that does not match the reply.
    GradeCompliance = "grade.compliance",
    /// An outcome that does not follow from the reading.
    GradeOutcome = "grade.outcome",
    /// A question that the record's bank does not have.
    BankUnknownItem = "bank.unknown-item",
    /// A record whose signer is not trusted at its time, or an unsigned record if trust was
    /// requested.
    PolicySigner = "policy.signer",
    /// A record of another subject than the requested one.
    PolicySubject = "policy.subject",
    /// A record older than the limit, or dated in the future.
    PolicyAge = "policy.age",
    /// A signature made before its record, outside its key's dates, or in the future.
    PolicyCreated = "policy.created",
    /// A run that was not committed to, or a committed run that is missing.
    PolicyCommitted = "policy.committed",

    /// A second prompt while the endpoint is busy with the first.
    AskBusy = "ask.busy",
    /// A run without questions.
    RunNothingAsked = "run.nothing-asked",
    /// A seed, entropy, endpoint, subject, registry, model, tool or agent of more than 8 KiB.
    RunTooLong = "run.too-long",
    /// An entropy without its source, or a source without its value.
    RunEntropy = "run.entropy",
    /// A record that is not the next one of the resumed run.
    RunResume = "run.resume",
    /// A record outside the `run` and `close` lines of its run.
    RunUnknown = "run.unknown",
    /// A run that begins a second time.
    RunDuplicate = "run.duplicate",
    /// A second record of one question of a run.
    RunDuplicateRecord = "run.duplicate-record",
    /// A record after one with a higher index.
    RunOutOfOrder = "run.out-of-order",
    /// A record that the run's counts require but the file lacks.
    RunMissingRecord = "run.missing-record",
    /// A run whose closing line states another number of records.
    RunCount = "run.count",
    /// A run that is still open at the end of the file.
    RunNotClosed = "run.not-closed",

    /// A file that begins with a byte order mark.
    FileByteOrderMark = "file.byte-order-mark",
    /// A line that ends in CR LF.
    FileCarriageReturn = "file.carriage-return",
    /// A file without a record, or without other input that a command needs.
    FileEmpty = "file.empty",
    /// An empty line.
    FileEmptyLine = "file.empty-line",
    /// A file without a record at the requested index.
    FileIndex = "file.index",
    /// A line that is longer than the limit.
    FileLineTooLong = "file.line-too-long",
    /// A file that is too large to be read whole.
    FileTooLarge = "file.too-large",
    /// A line with an unknown `type`.
    FileUnknownType = "file.unknown-type",
    /// A line, or a file that a command reads whole, that is not UTF-8.
    FileNotUtf8 = "file.not-utf8",

    /// An endpoint's URL that is not a plain absolute http or https URL, or an agent's without a scheme.
    ExchangeUrl = "exchange.url",
    /// An unknown protocol.
    ExchangeProtocol = "exchange.protocol",
    /// An option that does not apply to the endpoint's protocol, or a missing one.
    ExchangeOption = "exchange.option",
    /// An endpoint without a subject id whose URL or options cannot serve as one.
    ExchangeSubject = "exchange.subject",
    /// A header that cannot be sent, or that frames the message.
    ExchangeHeader = "exchange.header",
    /// A body template that is not JSON, has no prompt, or has an unknown placeholder.
    ExchangeTemplate = "exchange.template",
    /// A reply pointer that is not a JSON Pointer.
    ExchangePointer = "exchange.pointer",
    /// A budget, a number of retries or a body limit that is out of range.
    ExchangeLimits = "exchange.limits",

    /// A public key that is not an ed25519 `did:key`, or a weak or non-canonical one.
    KeyInvalid = "key.invalid",
    /// A `did:key` of another kind than ed25519.
    KeyUnsupported = "key.unsupported",
    /// A key file that is not an ed25519 Multikey with its secret, or whose members disagree.
    KeyFile = "key.file",

    /// A proof that is malformed.
    ProofInvalid = "proof.invalid",
    /// A proof of an unsupported type or cryptosuite.
    ProofUnsupported = "proof.unsupported",
    /// Two proofs of one type on one record.
    ProofDuplicate = "proof.duplicate",
    /// An unsupported `@context`, or different ones in record and proof.
    ProofContext = "proof.context",
    /// A signer other than the record's `data.evaluator`, or a record without an evaluator.
    ProofEvaluator = "proof.evaluator",
    /// A signature that is invalid for the record.
    ProofSignature = "proof.signature",

    /// Text that is not a C2SP signed note.
    LogNote = "log.note",
    /// A signed note whose text is not a checkpoint, or whose origin is malformed.
    LogCheckpoint = "log.checkpoint",
    /// A checkpoint without a valid signature of the key in its origin.
    LogSignature = "log.signature",
    /// A log name that is not allowed in an origin.
    LogName = "log.name",
    /// A record that the inclusion proof does not place in the tree of its checkpoint.
    LogInclusion = "log.inclusion",
    /// Two checkpoints that cannot belong to one append-only log.
    LogConsistency = "log.consistency",
    /// A checkpoint line that does not match the records before it.
    LogRecords = "log.records",
    /// A log tile that is missing, malformed, or does not match its checkpoint.
    LogTile = "log.tile",

    /// A member that cannot be withheld, or a record that is already signed.
    WithholdRefused = "withhold.refused",
    /// A withheld value that another part of the record reveals.
    WithholdGivenAway = "withhold.given-away",
    /// Too few salts, or a repeated one.
    WithholdSalt = "withhold.salt",
    /// A file of openings with an invalid line.
    OpeningFile = "opening.file",
    /// An opening of another record, or one that does not follow its record.
    OpeningRecord = "opening.record",
    /// An opening of a member that is not withheld.
    OpeningPointer = "opening.pointer",
    /// An opening whose salt is not 128 bits in hex.
    OpeningSalt = "opening.salt",
    /// An opening whose value does not match the withheld digest.
    OpeningDigest = "opening.digest",

    /// An invalid trust file, or text that is neither a trust file nor a `did:key`.
    TrustInvalid = "trust.invalid",

    /// JSON that is not a suite, answers file or scorecard: a member is missing, unknown or of the
    /// wrong type.
    SuiteShape = "suite.shape",
    /// A suite without a task.
    SuiteEmpty = "suite.empty",
    /// A suite id, version, task id or stratum that is empty, too long or contains a control
    /// character.
    SuiteBadName = "suite.bad-name",
    /// Two tasks, or two answers, with one id.
    SuiteDuplicateTask = "suite.duplicate-task",
    /// A digest that is not 64 lower-case hex digits.
    SuiteBadDigest = "suite.bad-digest",
    /// A salt that is not 16 to 32 bytes in lower-case hex digits.
    SuiteBadSalt = "suite.bad-salt",
    /// A task with no accepted answer, or too many.
    SuiteNoAnswer = "suite.no-answer",
    /// An accepted answer that the suite's own extractor cannot return.
    SuiteUnreachableAnswer = "suite.unreachable-answer",
    /// A pattern that is not a regular expression, cannot match or matches empty text, or whose
    /// group does not exist.
    SuiteBadPattern = "suite.bad-pattern",
    /// A pattern that is too long, too deep or too large when compiled.
    SuitePatternTooLarge = "suite.pattern-too-large",
    /// Answers to another suite.
    SuiteOtherSuite = "suite.other-suite",
    /// A task that the suite does not have.
    SuiteUnknownTask = "suite.unknown-task",
    /// A cause of a failed exchange that is not a dotted lower-case name.
    SuiteBadCause = "suite.bad-cause",
    /// A scorecard whose counts do not match its results.
    SuiteInconsistent = "suite.inconsistent",

    /// An error rate, a power or a margin that is not between 0 and 1.
    StatsBadProbability = "stats.bad-probability",
    /// A gate of a comparison that is neither `broken` nor `regression`.
    StatsUnknownGate = "stats.unknown-gate",
    /// The gate `regression` with so few pairs that it could never fail.
    StatsTooFewPairs = "stats.too-few-pairs",

    /// An unknown report format.
    ReportUnknownFormat = "report.unknown-format",
    /// A scorecard instead of records, records instead of a scorecard, one of each, or records scored
    /// by different readings.
    ReportOtherKind = "report.other-kind",
    /// A script that cannot be embedded in a page unchanged.
    ReportBadScript = "report.bad-script",
    /// A first question whose connection was refused.
    ContactRefused = "contact.refused",
    /// A first question to a host without an address.
    ContactDns = "contact.dns",
    /// A first question whose TLS handshake failed.
    ContactTls = "contact.tls",
    /// A first question to a host that cannot be reached, or that does not allow a page (CORS).
    ContactUnreachable = "contact.unreachable",
    /// A first question to a private address that comes from data.
    ContactPrivate = "contact.private",
    /// A first question that was redirected to another origin, or too often.
    ContactRedirect = "contact.redirect",
    /// A first question that was refused for its credential.
    ContactCredential = "contact.credential",
    /// A first question to a path where nothing answers, or without an agent card.
    ContactPath = "contact.path",
    /// A first question in a form that the agent rejects.
    ContactRequest = "contact.request",
    /// A first answer in which no reply is found.
    ContactReply = "contact.reply",
    /// A first question without a reply because the agent failed.
    ContactFailed = "contact.failed",
    /// A first question for which the function `ask` threw an error.
    ContactAsk = "contact.ask",

    /// A scoring configuration that does not match its schema.
    ScoreConfig = "score.config",
    /// A number of runs to keep that is not 1 to 1,000,000.
    ScoreKeep = "score.keep",
    /// A configuration with an unknown key.
    ScoreUnknownKey = "score.unknown-key",
    /// A contribution mode that is not `universal`, `scoped` or `conditional`.
    ScoreUnknownMode = "score.unknown-mode",
    /// A repeated adapter id, component key or signal id.
    ScoreDuplicate = "score.duplicate",
    /// A weight below zero.
    ScoreNegativeWeight = "score.negative-weight",
    /// NaN or an infinity, as text or as a number beyond the range of doubles.
    ScoreNotFinite = "score.not-finite",
    /// A number that is too large, has too many digits, or is missing.
    ScoreNumber = "score.number",
    /// A configuration that differs from an earlier one with the same version.
    ScoreConfigChanged = "score.config-changed",
    /// A configuration whose version is below an earlier one.
    ScoreConfigBackwards = "score.config-backwards",
    /// A subject that cannot be scored: no id, or a member of the wrong type.
    ScoreSubject = "score.subject",
    /// A signal without an id, or with a member of the wrong type.
    ScoreSignal = "score.signal",
    /// A signal status that HCS-25 does not have.
    ScoreStatus = "score.status",
    /// A time of scoring that is not RFC 3339.
    ScoreTime = "score.time",
    /// A signed score that was computed with another configuration.
    ScoreOtherConfig = "score.other-config",
    /// A signed score that was computed from other records or another snapshot.
    ScoreOtherInput = "score.other-input",
    /// A signed score that its configuration and input do not give.
    ScoreDiffers = "score.differs",

    /// Stored fields or a record that cannot be converted to each other.
    FieldsInvalid = "fields.invalid",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../../docs/errors.md");
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
