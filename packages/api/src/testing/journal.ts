/*
 * A small parser of plain-text journals, as the programs `ledger` and `hledger` read them, for
 * tests that compare Kontor with its exported books. It follows the format's own description
 * (https://hledger.org/hledger.html#journal-format) and uses no code of Kontor, so that it does not
 * repeat Kontor's mistakes.
 */

/**
 * An account of a journal: its full name, the parts of it, and the code at the beginning of its
 * last part.
 */
export type JournalAccount = { name: string; parts: readonly string[]; code: string };

/**
 * A posting of a transaction, which has a number in the order of the journal, to an account:
 * `YYYY-MM-DD` and hundredths, debit positive.
 */
export type JournalPosting = { transaction: number; day: string; account: string; amount: bigint };

export type Journal = {
  /** By name, in the order in which they are declared. */
  accounts: ReadonlyMap<string, JournalAccount>;
  postings: readonly JournalPosting[];
  /** The balances from the transaction with the description "Opening balances", by account. */
  openings: ReadonlyMap<string, bigint>;
};

/**
 * Parses a journal of one commodity with declared accounts.
 *
 * @throws Error when a line does not match the format, an account is not declared, or a transaction
 * does not balance, which the programs refuse too.
 */
export function readJournal(text: string): Journal {
  const accounts = new Map<string, JournalAccount>();
  const postings: JournalPosting[] = [];
  const openings = new Map<string, bigint>();
  let count = 0;
  let transaction: { day: string; opening: boolean; sum: bigint; head: string } | null = null;
  const close = (): void => {
    if (transaction !== null && transaction.sum !== 0n) {
      throw new Error(`"${transaction.head}" is ${transaction.sum} out of balance`);
    }
    transaction = null;
  };
  for (const [index, whole] of text.split("\n").entries()) {
    // A semicolon that begins a line, or follows a space, begins a comment.
    const line = whole.replace(/(^|\s+);.*$/, "").trimEnd();
    if (line === "") {
      // A line with only a comment does not end a transaction.
      if (whole.trim() === "") close();
    } else if (line.startsWith("account ")) {
      const account = accountOf(line.slice("account ".length));
      accounts.set(account.name, account);
    } else if (line.startsWith("D ")) {
      // A declaration of the commodity of amounts without one; there are none.
    } else if (/^\d/.test(line)) {
      close();
      count++;
      transaction = headOf(line);
    } else if (/^\s/.test(line) && transaction !== null) {
      const { account, amount } = postingOf(line);
      if (!accounts.has(account)) throw new Error(`line ${index + 1}: ${account} is not declared`);
      transaction.sum += amount;
      if (transaction.opening) openings.set(account, (openings.get(account) ?? 0n) + amount);
      else postings.push({ transaction: count, day: transaction.day, account, amount });
    } else throw new Error(`line ${index + 1} is none of a journal: ${whole}`);
  }
  close();
  return { accounts, postings, openings };
}

function accountOf(name: string): JournalAccount {
  const parts = name.split(":");
  return { name, parts, code: parts.at(-1)?.split(" ")[0] ?? "" };
}

/** `2026-03-05 * (RCT-000001) Receipt, Received` */
function headOf(line: string) {
  const found = /^(\d{4}-\d\d-\d\d)(?: [*!])?(?: \([^)]*\))? (.*)$/.exec(line);
  if (found === null) throw new Error(`no head of a transaction: ${line}`);
  const [, day = "", description] = found;
  return { day, opening: description === "Opening balances", sum: 0n, head: line };
}

/** `    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN -12.50`: two spaces end the name. */
function postingOf(line: string): { account: string; amount: bigint } {
  const found = /^\s+(\S(?:.*?\S)?)(?: {2,}|\t\s*)NGN (-?)(\d+)(?:\.(\d{1,2}))?$/.exec(line);
  if (found === null) throw new Error(`no posting: ${line}`);
  const [, account = "", sign, units = "", rest = ""] = found;
  const amount = BigInt(units) * 100n + BigInt(rest.padEnd(2, "0"));
  return { account, amount: sign === "-" ? -amount : amount };
}
