import { sql } from "kysely";

import type { Database } from "../../platform/database/database.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { AttachmentMaker } from "../../platform/mail/mailer.ts";
import { setTenant } from "../../platform/scope.ts";
import { readRun } from "../runs/row.ts";
import { payslipFile } from "./payslip-pdf.ts";
import { readPayslip } from "./payslip.ts";

/**
 * The payslip attached to the mail to a paid employee: the same as on the screen, made when the
 * mail is sent.
 */
export function payslipAttachmentMaker(tools: {
  database: Database;
  environment: Environment;
}): AttachmentMaker {
  return async ({ tenant_id, id }) => {
    const made = await tools.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      const { rows } = await sql<{ company_id: number; run_id: number }>`
        select r.company_id, r.id as run_id
        from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
        where s.tenant_id = ${tenant_id} and s.id = ${id}`.execute(tx);
      const found = atMostOne(rows);
      if (found === undefined) return undefined;
      const run = await readRun(tx, { tenant_id, company_id: found.company_id, id: found.run_id });
      const row = await readPayslip(tx, run, id);
      return payslipFile({ tx, environment: tools.environment }, run, row);
    });
    if (made === undefined) return undefined;
    const { filename, media_type } = made;
    return { filename, media_type, content: await made.content() };
  };
}
