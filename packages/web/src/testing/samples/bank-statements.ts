import { kobo } from "@kontor/books/money";
import type { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import type { DataOf } from "@kontor/contract/endpoint";

export type ComparedSample = DataOf<typeof compareBankStatement>;
export type ComparisonSample = NonNullable<ComparedSample["comparison"]>;

type Line = ComparisonSample["lines"][number];
type Item = ComparisonSample["items"][number];

/** A line of ₦250.00 that came in on 4 February. */
export function bankLine(more: Partial<Line> = {}): Line {
  return {
    line: 5,
    date: "2026-02-04",
    narration: "NIP FROM ADA",
    reference: "S10001",
    amount: kobo(25_000n),
    dc: "DR",
    ...more,
  };
}

/** The receipt of that line, of the day before. */
export function bookItem(more: Partial<Item> = {}): Item {
  return {
    entry_id: 61,
    item: 1,
    entry_type_id: 1,
    ent_number: "RCT-000061",
    date: "2026-02-03",
    narration: "Sale to Ada",
    amount: kobo(25_000n),
    dc: "DR",
    carried: false,
    ...more,
  };
}

const stampDuty = bankLine({
  line: 7,
  date: "2026-02-10",
  narration: "STAMP DUTY",
  reference: "",
  amount: kobo(5000n),
  dc: "CR",
});
const cheque = bookItem({
  entry_id: 64,
  entry_type_id: 2,
  ent_number: "PMT-000064",
  date: "2026-02-11",
  narration: "Cheque not presented",
  amount: kobo(9900n),
  dc: "CR",
});

/**
 * February of a bank with three lines and three entries: one sure pair, one to confirm, a charge
 * that only the bank has, and a cheque that only the books have.
 */
export function comparison(more: Partial<ComparisonSample> = {}): ComparisonSample {
  return {
    first_day: "2026-02-04",
    last_day: "2026-02-11",
    last_line_day: "2026-02-11",
    previous: null,
    lines: [
      bankLine(),
      bankLine({ line: 6, date: "2026-02-09", narration: "POS", amount: kobo(1000n) }),
      stampDuty,
    ],
    items: [
      bookItem({ date: "2026-02-04" }),
      bookItem({
        entry_id: 62,
        ent_number: "RCT-000062",
        date: "2026-02-08",
        narration: "Sale",
        amount: kobo(1000n),
      }),
      cheque,
    ],
    matches: [
      { line: 5, entry_id: 61, item: 1, sure: true },
      { line: 6, entry_id: 62, item: 1, sure: false },
    ],
    bank_opening: { amount: kobo(100_000n), side: "DR" },
    bank_closing: { amount: kobo(121_000n), side: "DR" },
    balance_breaks: [],
    ledger_opening: { amount: kobo(100_000n), side: "DR" },
    ledger_closing: { amount: kobo(116_100n), side: "DR" },
    ...more,
  };
}

/** The file of that comparison. */
export function comparedStatement(more: Partial<ComparedSample> = {}): ComparedSample {
  return {
    filename: "february.csv",
    title_line: 4,
    columns: [
      { title: "Trans Date", field: "date", example: "04-FEB-26" },
      { title: "Remarks", field: "narration", example: "NIP FROM ADA" },
      { title: "Debits", field: "debit", example: "50.00" },
      { title: "Credits", field: "credit", example: "250.00" },
      { title: "Balance", field: "balance", example: "1,250.00" },
    ],
    missing: null,
    left_out: [],
    comparison: comparison(),
    ...more,
  };
}
