// Banks of science questions.

/** The properties of a bank. */
export interface BankSurvey {
  id: string;
  /** The Merkle root of its items, which pins the whole bank. */
  root: string;
  items: number;
  sciences: Record<"chemistry" | "biology" | "physics" | "earth-science", number>;
  /** The number of items of difficulty 1, 2 and 3. */
  difficulties: [number, number, number];
  /** The number of items whose right option is strictly the longest, and strictly the shortest. */
  longest: number;
  shortest: number;
  /** True if picking the longest option beats guessing. */
  longestGivesAway: boolean;
  sealed: boolean;
}

/** Throws if a bank file of this size in bytes is too large, so that it need not be read. */
export function checkBankSize(bytes: number): void;

/** Validates a bank, and describes it. The error names the item and the rule. */
export function checkBank(file: string): BankSurvey;

/** Seals a bank with fresh salts. The manifest is published first; the sealed bank stays private. */
export function sealBank(file: string): { bank: string; manifest: string };

/** Returns reveals, which prove that items of a sealed bank are those of its manifest. */
export function revealItems(bank: string, ids: string[]): string[];
