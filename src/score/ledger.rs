//! Published configurations: a version number always means the same configuration.

use super::Config;
use crate::base::hash::Digest;
use crate::error::{Code, Error};

/// A configuration under which scores have been published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedConfig {
    /// Its `trustScoreConfigVersion`.
    pub version: u64,
    /// Its [`Config::digest`].
    pub digest: Digest,
}

/// Accepts `config` after the `earlier` configurations, given in any order. It must be the newest
/// of them unchanged, or have a higher version than all of them.
///
/// # Errors
/// `score.config-changed` for an earlier version with another digest, `score.config-backwards` for
/// a version below the highest.
pub fn accept_config(config: &Config, earlier: &[PublishedConfig]) -> Result<(), Error> {
    let (version, digest) = (config.version(), config.digest());
    for other in earlier.iter().filter(|other| other.version == version) {
        if other.digest != digest {
            return Err(Error::new(
                Code::ScoreConfigChanged,
                format!("trustScoreConfigVersion {version}"),
                format!(
                    "the configuration with the digest {}, or a higher version",
                    other.digest.hex()
                ),
                digest.hex(),
            ));
        }
    }
    match earlier.iter().map(|other| other.version).max() {
        Some(highest) if version < highest => Err(Error::new(
            Code::ScoreConfigBackwards,
            "trustScoreConfigVersion",
            format!("{highest} or higher"),
            version.to_string(),
        )),
        _ => Ok(()),
    }
}
