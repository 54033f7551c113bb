import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { salaryAdvanceStatuses } from "../reference/statuses.ts";
import { advanceOffer, advanceRequestFields } from "../salary-advances/requests.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { pageQuery } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";

/** An advance as shown to the employee who requested it. */
export const portalAdvance = z.strictObject({
  id: idOut,
  number: z.string(),
  status: z.enum(salaryAdvanceStatuses),
  amount: money,
  interest: money,
  payback_amount: money,
  /** Percent a year. */
  interest_rate: z.number(),
  requested_at: moment,
  /** The payday of the last instalment. */
  due_date: date,
  instalments: z.array(
    z.strictObject({
      number: z.int().positive(),
      due: date,
      amount: money,
      /** The part of it repaid or written off. */
      repaid: money,
    }),
  ),
  /**
   * The amount still to be repaid; zero before the money has arrived and after the last repayment.
   */
  outstanding: money,
  decided_at: moment.nullable(),
  /** Why it was rejected, or its approval revoked; empty without a reason. */
  reason: z.string(),
  /** Whether the employee withdrew the request. */
  withdrawn: z.boolean(),
  /** Whether it was approved and the approval was revoked. */
  revoked: z.boolean(),
  /** Whether the money has left the wallet but not arrived yet. */
  on_its_way: z.boolean(),
  /** When the money arrived. */
  paid_at: moment.nullable(),
  /** The amount that was written off and need not be repaid. */
  written_off: money,
});

export const getPortalOffer = endpoint({
  method: "GET",
  path: "/portal/advance-offer",
  summary: "The advance that the signed-in employee can ask for today, with the calculation",
  access: "portal",
  data: advanceOffer,
});

export const listPortalAdvances = endpoint({
  method: "GET",
  path: "/portal/salary-advances",
  summary: "The signed-in employee’s advances with their repayment plans, newest first",
  access: "portal",
  query: z.strictObject(pageQuery(10)),
  data: z.array(portalAdvance),
  paged: true,
});

export const requestPortalAdvance = endpoint({
  method: "POST",
  path: "/portal/salary-advances",
  summary: "Ask for a salary advance, accepting the terms that were shown",
  access: "portal",
  body: z.strictObject(advanceRequestFields),
  data: portalAdvance,
  status: 201,
  idempotent: true,
});

export const withdrawPortalAdvance = endpoint({
  method: "POST",
  path: "/portal/salary-advances/{id}/withdraw",
  summary: "Withdraw a request that nobody has decided yet",
  access: "portal",
  params: z.strictObject({ id }),
  data: portalAdvance,
});
