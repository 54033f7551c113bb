import { z } from "zod";

import { date } from "../wire/dates.ts";
import { idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";

/** An entry that payroll posted, with its label. */
export const postedEntry = z.strictObject({
  entry_id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
});

/** A payment from cash or bank of a payroll liability, with its entry. */
export const postedPayment = z.strictObject({
  id: idOut,
  amount: money,
  paid_on: date,
  ledger: z.strictObject({ id: idOut, code: z.string(), name: z.string() }),
  entry: postedEntry,
  recorded_at: moment,
  recorded_by: z.string().nullable(),
  /** The entry that reversed it, and why; null while it is in force. */
  reversal: z
    .strictObject({ entry: postedEntry, at: moment, by: z.string().nullable(), reason: z.string() })
    .nullable(),
});
