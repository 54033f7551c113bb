import { z } from "zod";

import { transactionStatuses } from "../reference/statuses.ts";
import { idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";

/** One attempt to pay a person, as shown with what it pays. */
export const transferAttempt = z.strictObject({
  id: idOut,
  attempt: z.int().positive(),
  reference: z.string(),
  status: z.enum(transactionStatuses),
  /** Why it failed or was reversed; empty otherwise. */
  reason: z.string(),
  requested_at: moment,
  /** When it completed, failed or was reversed. */
  finished_at: moment.nullable(),
});
