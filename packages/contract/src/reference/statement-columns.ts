import { normalizedTitle } from "./employee-import-fields.ts";

/**
 * The fields of a bank statement, each with the name that users see and the titles by which its
 * column is recognized. If several columns match, the one whose title is listed first is used.
 */
const entries = [
  [
    "date",
    "Date",
    [
      "transaction date",
      "trans date",
      "tran date",
      "txn date",
      "date",
      "date/time",
      "transaction date/time",
      "transaction time",
      "trans time",
      "posting date",
      "post date",
      "posted date",
      "date posted",
      "entry date",
      "booking date",
      "value date",
      "val date",
      "effective date",
    ],
  ],
  [
    "narration",
    "Narration",
    [
      "narration",
      "transaction narration",
      "remarks",
      "remark",
      "description",
      "transaction description",
      "transaction details",
      "transaction detail",
      "details of transaction",
      "transaction remarks",
      "description/payee/memo",
      "details",
      "particulars",
      "transaction particulars",
      "narrative",
      "narrations",
      "memo",
    ],
  ],
  [
    "reference",
    "Reference",
    [
      "reference",
      "transaction reference",
      "trans reference",
      "transaction ref",
      "trans ref",
      "reference no",
      "reference number",
      "ref no",
      "ref number",
      "ref",
      "transaction id",
      "transaction no",
      "session id",
      "payment reference",
      "instrument no",
      "instrument number",
      "cheque no",
      "cheque number",
      "chq no",
      "check number",
    ],
  ],
  [
    "debit",
    "Debit (money out)",
    [
      "debit",
      "debits",
      "debit amount",
      "amount debited",
      "debit amt",
      "dr amount",
      "amount dr",
      "withdrawal",
      "withdrawals",
      "withdrawal amount",
      "withdraw",
      "money out",
      "paid out",
      "payments",
      "pay out",
      "outflow",
      "dr",
    ],
  ],
  [
    "credit",
    "Credit (money in)",
    [
      "credit",
      "credits",
      "credit amount",
      "amount credited",
      "credit amt",
      "cr amount",
      "amount cr",
      "deposit",
      "deposits",
      "deposit amount",
      "lodgement",
      "lodgements",
      "lodgment",
      "lodgments",
      "money in",
      "paid in",
      "receipts",
      "pay in",
      "inflow",
      "cr",
    ],
  ],
  ["amount", "Amount (money out negative)", ["amount", "transaction amount", "trans amount"]],
  [
    "side",
    "Debit or Credit (DR, CR)",
    [
      "dr/cr",
      "cr/dr",
      "debit/credit",
      "credit/debit",
      "d/c",
      "c/d",
      "dc",
      "side",
      "indicator",
      "dr/cr indicator",
      "debit/credit indicator",
      "transaction type",
      "trans type",
      "tran type",
      "txn type",
      "type",
    ],
  ],
  [
    "balance",
    "Balance",
    [
      "balance",
      "running balance",
      "closing balance",
      "balance after",
      "balance after transaction",
      "book balance",
      "ledger balance",
      "account balance",
      "current balance",
      "available balance",
    ],
  ],
] as const;

export type StatementField = (typeof entries)[number][0];

export const statementFields: readonly StatementField[] = entries.map(([field]) => field);

const names = new Map<StatementField, string>(entries.map(([field, name]) => [field, name]));

/** The name of a field, for users. */
export function statementFieldName(field: StatementField): string {
  return names.get(field) ?? field;
}

const placesByTitle = new Map<string, { field: StatementField; place: number }>(
  entries.flatMap(([field, , titles]) =>
    titles.map((title, place) => [normalizedTitle(title), { field, place }] as const),
  ),
);

/** A title without the currency that banks add to it: "Debit (NGN)", "Credit(₦)". */
function titleKey(title: string): string {
  return normalizedTitle(title.replaceAll(/\(?\b(?:NGN|naira)\b\)?|\(?[₦#]\)?/giu, ""));
}

/** Whether a title is one of those by which a column of a bank statement is recognized. */
export function isStatementTitle(title: string): boolean {
  return placesByTitle.has(titleKey(title));
}

/** The side that a word of a statement names, money in on DR as in the ledger; null for none. */
export function sideByWord(word: string): "DR" | "CR" | null {
  const text = word.trim().toLowerCase();
  if (/^(?:d|dr|debit|withdrawal|out)\.?$/.test(text)) return "CR";
  return /^(?:c|cr|credit|deposit|in)\.?$/.test(text) ? "DR" : null;
}

/**
 * The fields of the columns with these titles; null for a column that is not used.
 *
 * @param rows the cells below the titles. A column that may hold sides is used only if it does:
 *   some banks call a type what others call a side.
 */
export function statementFieldsOf(
  titles: readonly string[],
  rows: readonly (readonly (string | number | null)[])[] = [],
): (StatementField | null)[] {
  const known = titles.map((title) => placesByTitle.get(titleKey(title)));
  const chosen = new Map<StatementField, number>();
  for (const [index, found] of known.entries()) {
    if (found === undefined) continue;
    const best = known[chosen.get(found.field) ?? -1];
    if (best === undefined || found.place < best.place) chosen.set(found.field, index);
  }
  const side = chosen.get("side");
  const words = rows.map((cells) => String(cells[side ?? -1] ?? "").trim());
  const holdsNone = words.some((word) => word !== "") && words.every((word) => !sideByWord(word));
  if (side !== undefined && holdsNone) chosen.delete("side");
  // Where debits and credits have columns of their own, an amount beside them repeats one of both.
  if (chosen.has("debit") || chosen.has("credit")) {
    chosen.delete("amount");
    chosen.delete("side");
  }
  return known.map((found, index) =>
    found !== undefined && chosen.get(found.field) === index ? found.field : null,
  );
}
