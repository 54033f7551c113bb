import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { statementFields, type StatementField } from "../reference/statement-columns.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { money, side } from "../wire/money.ts";

/**
 * The maximum number of lines of a statement, and of items of the ledger within its days and the
 * days around them.
 */
export const statementLimits = { lines: 5000, items: 10_000 } as const;

/**
 * The maximum number of characters stored of a line that is open at a reconciliation: enough for a
 * narration with a reference, and few enough that all lines of a statement fit into one request.
 */
export const maxOpenNarrationLength = 100;

const field = z.enum(statementFields as [StatementField, ...StatementField[]], {
  error: "Choose what the column holds from the list.",
});

/** The fields of the columns in order, separated by commas; nothing for a column that is not used. */
const fields = z
  .codec(z.string().max(4000, "Name fewer columns."), z.array(field.nullable()), {
    decode: (text, payload) => {
      const parts = text.split(",");
      const known = parts.map((part) => statementFields.find((each) => each === part) ?? null);
      if (known.every((each, index) => each !== null || parts[index] === "")) return known;
      payload.issues.push({
        code: "custom",
        input: text,
        message: "Choose what the column holds from the list.",
      });
      return z.NEVER;
    },
    encode: (chosen) => chosen.map((each) => each ?? "").join(","),
  })
  .meta({
    description: "Fields in the order of the columns: date,narration,,debit,credit,balance",
  });

const sidedAmount = z.strictObject({ amount: money, side });

/** A line of the bank's statement. Money that came in is on DR, as in the ledger. */
export const bankLine = z.strictObject({
  /**
   * Its row number in the file, as a spreadsheet counts. A line of an earlier statement that the
   * books did not have at its reconciliation has a number below zero, and its reference in the
   * narration.
   */
  line: z.int(),
  date,
  narration: z.string(),
  /** Empty when there is none. */
  reference: z.string(),
  amount: money,
  dc: side,
});

/** An item of the ledger within the days of the statement or near them. */
export const bookItem = z.strictObject({
  entry_id: idOut,
  /** The index of the item within its entry, from 1. */
  item: z.int(),
  entry_type_id: idOut,
  ent_number: z.string(),
  date,
  narration: z.string(),
  amount: money,
  dc: side,
  /**
   * Whether it is dated before the statement, and was open at the previous reconciliation or has
   * been added since.
   */
  carried: z.boolean(),
});

/** The reconciliation before a statement. */
const previousReconciliation = z.strictObject({
  reconciled_to: date,
  bank_balance: sidedAmount,
  /** Whether it was recorded from a comparison, so that its open items are known. */
  compared: z.boolean(),
});

export const bankComparison = z.strictObject({
  /**
   * The days of the statement: from the first line, or the day after the reconciliation that it
   * continues, to the last line or the day in the request.
   */
  first_day: date,
  last_day: date,
  /** The day of the last line, before which the statement cannot end. */
  last_line_day: date,
  previous: previousReconciliation.nullable(),
  /** In order of time; open lines of earlier statements come first. */
  lines: z.array(bankLine),
  /**
   * Also items up to ten days before and after, which are candidates for a line, and those that
   * were open before.
   */
  items: z.array(bookItem),
  /** Line and item that are probably the same movement, each at most once. */
  matches: z.array(
    z.strictObject({
      line: z.int(),
      entry_id: idOut,
      item: z.int(),
      /** The match is unambiguous; any other needs a review. */
      sure: z.boolean(),
    }),
  ),
  /** The bank's balance before the first line and after the last; null without such a column. */
  bank_opening: sidedAmount.nullable(),
  bank_closing: sidedAmount.nullable(),
  /** The row numbers at which the balance does not follow from that of the line before. */
  balance_breaks: z.array(z.int()),
  /** The balance of the ledger before the first day, and at the end of the last. */
  ledger_opening: sidedAmount,
  ledger_closing: sidedAmount,
});

/** What the chosen columns lack, so that lines cannot be read. */
export const missingColumns = ["date", "amount", "both"] as const;

export const compareBankStatement = endpoint({
  method: "POST",
  path: "/ledgers/{id}/bank-statement",
  summary:
    "Compare a bank statement, as CSV or Excel file, with the entries of its ledger; nothing is stored",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: recordTenantId,
    /** What the columns hold, when their titles do not say it. */
    columns: fields.optional(),
    /** The last day of the statement, when it is later than that of the last line. */
    until: date.optional(),
  }),
  files: ["file"],
  data: z.strictObject({
    filename: z.string(),
    /** The row number of the column titles. */
    title_line: z.int(),
    columns: z.array(
      z.strictObject({
        title: z.string(),
        field: field.nullable(),
        /** The first cell that is not empty. */
        example: z.string(),
      }),
    ),
    /**
     * What the columns lack: a date; an amount; or that both an amount and a debit or credit were
     * chosen. Null when lines can be read.
     */
    missing: z.enum(missingColumns).nullable(),
    /** The rows below the titles that are not lines, each with the reason as a sentence. */
    left_out: z.array(
      z.strictObject({
        line: z.int(),
        text: z.string(),
        reason: z.string(),
        /** The row seems to be a line that could not be read; other rows only have no amount. */
        unreadable: z.boolean(),
      }),
    ),
    /** Null when there is no line. */
    comparison: bankComparison.nullable(),
  }),
});
