//! The sciences of a bank.

/// A science: a stratum of the family `science`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Science {
    /// Chemistry.
    Chemistry,
    /// Biology.
    Biology,
    /// Physics.
    Physics,
    /// Earth science.
    EarthScience,
}

impl Science {
    /// The sciences, in the order in which the draw numbers them.
    pub const ALL: [Self; 4] = [Self::Chemistry, Self::Biology, Self::Physics, Self::EarthScience];

    /// Returns the name used in data: `chemistry`, `biology`, `physics` or `earth-science`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chemistry => "chemistry",
            Self::Biology => "biology",
            Self::Physics => "physics",
            Self::EarthScience => "earth-science",
        }
    }
}
