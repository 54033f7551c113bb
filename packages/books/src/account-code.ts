import type { Side } from "./side.ts";

/** The class of an account: the first two characters of every group and ledger code. */
export type AccountClass = "01" | "02" | "03" | "04" | "05";

/** The name of a class, as the account type badge shows it. */
export type AccountClassName = "ASSETS" | "LIABILITIES" | "INCOMES" | "EXPENSES" | "EQUITY";

/** The classes by name. */
export const ASSETS: AccountClass = "01";
export const LIABILITIES: AccountClass = "02";
export const INCOMES: AccountClass = "03";
export const EXPENSES: AccountClass = "04";
export const EQUITY: AccountClass = "05";

/** All classes in the order of their codes. */
export const ACCOUNT_CLASSES: readonly AccountClass[] = [
  ASSETS,
  LIABILITIES,
  INCOMES,
  EXPENSES,
  EQUITY,
];

const CLASS_NAMES: Readonly<Record<AccountClass, AccountClassName>> = {
  "01": "ASSETS",
  "02": "LIABILITIES",
  "03": "INCOMES",
  "04": "EXPENSES",
  "05": "EQUITY",
};

/** The activities of a statement of cash flows, in its order. */
const ACTIVITIES = ["operating", "investing", "financing"] as const;
export type Activity = (typeof ACTIVITIES)[number];

/**
 * The section of a group's ledgers in a statement of cash flows: cash itself, or the activity to
 * which cash paid or received for them belongs.
 */
export type CashFlow = "cash" | Activity;

/**
 * The sections of a statement of cash flows that groups of a class may have, the usual one first.
 */
export function cashFlowsOf(accountClass: AccountClass): readonly [CashFlow, ...CashFlow[]] {
  if (accountClass === EQUITY) return ["financing", "operating", "investing"];
  return accountClass === ASSETS || accountClass === LIABILITIES
    ? [...ACTIVITIES, "cash"]
    : ACTIVITIES;
}

/** Patterns of group names that suggest a section of the statement of cash flows. */
const cashFlowPatterns: Readonly<
  Partial<Record<AccountClass, readonly (readonly [CashFlow, RegExp])[]>>
> = {
  [ASSETS]: [
    ["operating", /\b(?:advances?|receivables?|debtors|prepayments?|prepaid|staff)\b/i],
    [
      "investing",
      /\b(?:property|plant|equipment|machinery|vehicles?|furniture|fittings|buildings?|land|computers?|fixed|non-?current|intangibles?|software|goodwill|right-of-use|investments?|depreciation|amorti[sz]ation)\b/i,
    ],
    ["cash", /\b(?:cash|banks?|tills?)\b/i],
  ],
  [LIABILITIES]: [
    [
      "financing",
      /\b(?:loans?|borrowings?|debentures?|mortgages?|overdrafts?|leases?|dividends?)\b/i,
    ],
  ],
  [INCOMES]: [["investing", /\bdisposals?\b/i]],
  [EXPENSES]: [["investing", /\bdisposals?\b/i]],
};

/**
 * The section of the statement of cash flows that the name of a group suggests; the usual one of
 * its class when the name suggests none. Users may choose another.
 */
export function suggestedCashFlow(accountClass: AccountClass, name: string): CashFlow {
  const said = cashFlowPatterns[accountClass]?.find(([, words]) => words.test(name));
  return said?.[0] ?? cashFlowsOf(accountClass)[0];
}

/** The parts of a group code: "01-02" is the second group of the assets. */
export type GroupCode = { readonly accountClass: AccountClass; readonly sequence: number };

const GROUP_DIGITS = 2;
const LEDGER_DIGITS = 4;
const GROUP_CODE = /^(\d{2})-(\d{2,})$/;

/** Whether a text is one of the five classes, "01" to "05". */
export function isAccountClass(text: string): text is AccountClass {
  return Object.hasOwn(CLASS_NAMES, text);
}

/** The name of a class: "01" is ASSETS. */
export function classLabel(accountClass: AccountClass): AccountClassName {
  return CLASS_NAMES[accountClass];
}

/** The side on which accounts of a class normally have their balance. */
export function normalSide(accountClass: AccountClass): Side {
  return accountClass === ASSETS || accountClass === EXPENSES ? "DR" : "CR";
}

/**
 * The class that a group or ledger code begins with.
 *
 * @throws RangeError when the code begins with none of the five.
 */
export function classOf(code: string): AccountClass {
  const start = code.slice(0, 2);
  if (!isAccountClass(start)) throw new RangeError(`"${code}" is not an account code.`);
  return start;
}

/**
 * Reads a sequence number that is padded with zeros to exactly `width` digits. Refuses any other
 * form, so that two different texts never mean the same code.
 */
function parseSequence(text: string, width: number): number | null {
  const sequence = Number(text);
  const canonical = Number.isSafeInteger(sequence) && writeSequence(sequence, width) === text;
  return canonical && sequence >= 1 ? sequence : null;
}

function writeSequence(sequence: number, width: number): string {
  return String(sequence).padStart(width, "0");
}

function checkSequence(sequence: number): void {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError("A sequence number must be a whole number from one.");
  }
}

/**
 * Reads a group code such as "01-02". Returns null for any other text, including a code with other
 * padding.
 */
export function parseGroupCode(text: string): GroupCode | null {
  const [, accountClass = "", digits = ""] = GROUP_CODE.exec(text) ?? [];
  const sequence = parseSequence(digits, GROUP_DIGITS);
  return isAccountClass(accountClass) && sequence !== null ? { accountClass, sequence } : null;
}

/**
 * Writes a group code: class "01" and sequence 2 give "01-02".
 *
 * @throws RangeError when the sequence is not a positive integer.
 */
export function formatGroupCode(accountClass: AccountClass, sequence: number): string {
  checkSequence(sequence);
  return `${accountClass}-${writeSequence(sequence, GROUP_DIGITS)}`;
}

/**
 * Writes a ledger code: group "01-02" and sequence 7 give "01-02-0007".
 *
 * @throws RangeError when the group code is invalid or the sequence is not a positive integer.
 */
export function formatLedgerCode(groupCode: string, sequence: number): string {
  if (parseGroupCode(groupCode) === null) {
    throw new RangeError(`"${groupCode}" is not a group code.`);
  }
  checkSequence(sequence);
  return `${groupCode}-${writeSequence(sequence, LEDGER_DIGITS)}`;
}
