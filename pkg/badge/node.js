// Where there is no page there is no badge: servers that render pages may import it all the same.

export class ProofmarkBadge {}
