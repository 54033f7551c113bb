import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { id, organizationPath } from "../wire.ts";
import { month, signedMoney } from "./runs.ts";

export const getPayCorrections = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employees/{id}/pay-corrections",
  summary:
    "What months that were paid still owe an employee or were paid too much, and months in which others alone were paid",
  access: "payroll.read",
  params: organizationPath.extend({ id }),
  data: z.strictObject({
    /**
     * Whether the regular run of the last month is over, so that only an off-cycle run can still
     * pay corrections.
     */
    left: z.boolean(),
    /** The earliest month first; negative when too much was paid. */
    corrections: z.array(z.strictObject({ month, amount: signedMoney })),
    /** The earliest first. */
    unpaid_months: z.array(month),
  }),
});
