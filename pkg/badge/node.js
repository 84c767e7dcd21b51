// Lets server-side rendering import the badge without a DOM.

export class ProofmarkBadge {}
