//! The suite and its canonical form.

use std::borrow::Cow;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use super::extract::{Extractor, MatchChoice, Normalisation};
use super::name::{check_name, check_unique};
use super::oracle::Oracle;
use super::write;
use crate::base::hash::{Digest, Hasher};
use crate::error::{Code, Error};

/// A validated suite. Borrows its strings from the JSON unless they contain escapes.
#[derive(Clone, Debug)]
pub struct Suite<'a> {
    id: Option<Cow<'a, str>>,
    version: Option<Cow<'a, str>>,
    extractor: Extractor,
    normalise: Vec<Normalisation>,
    tasks: Vec<Task<'a>>,
    digest: OnceLock<Digest>,
}

/// Size in bytes of the chunks of canonical form that are hashed, small enough for the CPU cache.
const CHUNK: usize = 1 << 14;

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task<'a> {
    /// The id, unique within the suite.
    pub id: Cow<'a, str>,
    /// The prompt.
    pub prompt: Cow<'a, str>,
    /// The group under which reports count the task.
    pub stratum: Option<Cow<'a, str>>,
    /// The accepted answers.
    pub oracle: Oracle,
}

impl<'a> Suite<'a> {
    /// Creates a suite. The names of the tasks must have been validated.
    ///
    /// # Errors
    /// `suite.empty`, `suite.bad-name` or `suite.duplicate-task`.
    pub(super) fn new(
        id: Option<Cow<'a, str>>,
        version: Option<Cow<'a, str>>,
        extractor: Extractor,
        normalise: Vec<Normalisation>,
        tasks: Vec<Task<'a>>,
    ) -> Result<Self, Error> {
        if let Some(id) = &id {
            check_name("suite id", id)?;
        }
        if let Some(version) = &version {
            check_name("suite version", version)?;
        }
        if tasks.is_empty() {
            return Err(Error::new(Code::SuiteEmpty, "suite", "at least one task", "none"));
        }
        check_unique("task id", tasks.iter().map(|task| &*task.id))?;
        Ok(Self { id, version, extractor, normalise, tasks, digest: OnceLock::new() })
    }

    /// Returns the id; `None` for a plain list of tasks.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the version; `None` for a plain list of tasks.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the rule that finds the answer in a reply.
    pub const fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// Returns the normalisations applied to an answer before hashing.
    pub fn normalise(&self) -> &[Normalisation] {
        &self.normalise
    }

    /// Returns the tasks in the order of the file; never empty.
    pub fn tasks(&self) -> &[Task<'a>] {
        &self.tasks
    }

    /// Returns the suite as canonical JSON (RFC 8785): the format of `docs/suite.md` with every
    /// digest in a list and default values omitted.
    pub fn canonical(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_canonical(&mut out, |_| {});
        out
    }

    /// Returns the SHA-256 digest of [`Suite::canonical`], by which scorecards identify the suite.
    /// Computed once.
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| {
            let mut hasher = Sha256::new();
            self.for_each_chunk(|chunk| hasher.update(chunk));
            Digest::from_bytes(hasher.finalize().into())
        })
    }

    /// Computes the digest with `hasher`; if that fails, [`Suite::digest`] computes it.
    pub fn with_hasher(self, mut hasher: impl Hasher) -> Self {
        self.for_each_chunk(|chunk| hasher.update(chunk));
        let digest = hasher.finish().map_or_else(OnceLock::new, OnceLock::from);
        Self { digest, ..self }
    }

    /// Passes the canonical form to `take` in chunks.
    fn for_each_chunk(&self, mut take: impl FnMut(&[u8])) {
        let mut out = Vec::with_capacity(2 * CHUNK);
        self.write_canonical(&mut out, |out| {
            if out.len() >= CHUNK {
                take(out);
                out.clear();
            }
        });
        take(&out);
    }

    /// Writes the canonical form to `out`, and calls `flush` after every task.
    fn write_canonical(&self, out: &mut Vec<u8>, mut flush: impl FnMut(&mut Vec<u8>)) {
        out.push(b'{');
        if let Extractor::Pattern(pattern) = &self.extractor {
            out.extend_from_slice(b"\"extractor\":{\"group\":");
            write::write_integer(out, u64::from(pattern.group()));
            out.extend_from_slice(b",\"pattern\":");
            write::string(out, pattern.as_str());
            out.extend_from_slice(match pattern.take() {
                MatchChoice::First => b",\"take\":\"first\"},",
                MatchChoice::Last => b",\"take\":\"last\"},",
            });
        }
        if let Some(id) = &self.id {
            out.extend_from_slice(b"\"id\":");
            write::string(out, id);
            out.push(b',');
        }
        if !self.normalise.is_empty() {
            out.extend_from_slice(b"\"normalise\":");
            write::write_array(out, &self.normalise, |out, step| write::string(out, step.name()));
            out.push(b',');
        }
        out.extend_from_slice(b"\"tasks\":");
        write::write_array(out, &self.tasks, |out, task| {
            task.write_canonical(out);
            flush(out);
        });
        if let Some(version) = &self.version {
            out.extend_from_slice(b",\"version\":");
            write::string(out, version);
        }
        out.push(b'}');
    }
}

impl Task<'_> {
    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"id\":");
        write::string(out, &self.id);
        out.extend_from_slice(match self.oracle.salt() {
            None => b",\"oracle\":{\"sha256\":",
            Some(_) => b",\"oracle\":{\"hmacSha256\":",
        });
        write::write_array(out, self.oracle.accepted(), |out, digest| {
            write::write_hex(out, digest.as_bytes())
        });
        if let Some(salt) = self.oracle.salt() {
            out.extend_from_slice(b",\"salt\":");
            write::write_hex(out, salt.as_bytes());
        }
        out.extend_from_slice(b"},\"prompt\":");
        write::string(out, &self.prompt);
        if let Some(stratum) = &self.stratum {
            out.extend_from_slice(b",\"stratum\":");
            write::string(out, stratum);
        }
        out.push(b'}');
    }
}
