// Banks of science questions.

/** What a bank holds. */
export interface BankSurvey {
  id: string;
  /** The root of the tree over its items, which pins the whole bank. */
  root: string;
  items: number;
  sciences: Record<"chemistry" | "biology" | "physics" | "earth-science", number>;
  /** The items of difficulty 1, 2 and 3. */
  difficulties: [number, number, number];
  /** The items whose right option is strictly the longest, and strictly the shortest. */
  longest: number;
  shortest: number;
  /** Whether picking the longest option beats guessing. */
  longestGivesAway: boolean;
  sealed: boolean;
}

/** Refuses the size of a bank file, in bytes, that is too large, so that it need not be read. */
export function checkBankSize(bytes: number): void;

/** Reads a bank and holds it to every rule; a bank that breaks one is refused by item and rule. */
export function checkBank(file: string): BankSurvey;

/** Seals a bank with fresh salts. The manifest is published first; the sealed bank stays private. */
export function sealBank(file: string): { bank: string; manifest: string };

/** What proves that each of these items of a sealed bank is what its manifest committed to. */
export function revealItems(bank: string, ids: string[]): string[];
