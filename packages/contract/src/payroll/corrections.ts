import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { id, organizationPath } from "../wire.ts";
import { month, signedMoney } from "./runs.ts";

export const getPayCorrections = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employees/{id}/pay-corrections",
  summary:
    "What months that were paid, and what came once, still owe an employee or were paid too much, and months in which others alone were paid",
  access: "employees.pay.read",
  params: organizationPath.extend({ id }),
  data: z.strictObject({
    /**
     * Whether the regular run of the last month is over, so that only an off-cycle run can still
     * pay corrections.
     */
    left: z.boolean(),
    /** The earliest month first; negative when too much was paid. */
    corrections: z.array(z.strictObject({ month, amount: signedMoney })),
    /**
     * What came once and was changed after it was paid, and of who has left what was owed at the end and never paid, with
     * its month, the earliest first: what is still owed of it, below zero where too much was paid. `deduction` says that it is one, so that too much of it was taken.
     */
    items: z.array(
      z.strictObject({ name: z.string(), month, deduction: z.boolean(), amount: signedMoney }),
    ),
    /** The earliest first. */
    unpaid_months: z.array(month),
  }),
});
