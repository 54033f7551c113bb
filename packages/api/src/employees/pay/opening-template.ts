import {
  openingTemplate,
  type getOpeningTemplate,
} from "@kontor/contract/employees/opening-template";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  firstDayOf,
  lastDayOf,
  monthName,
  monthOf,
  monthsLater,
  yearOf,
  type Month,
} from "@kontor/payroll/month";
import { sql } from "kysely";

import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presentBatches } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationAt, type OrganizationPath } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";

type Lacking = { staff_no: string; last_name: string; first_name: string };

/**
 * A workbook of the employees who worked here this year before payroll and have no opening figures
 * for it, to enter the figures and import it.
 *
 * @throws Refusal `not_found`; `opening_not_needed` when payroll pays from January on;
 *   `opening_complete` when all have figures.
 */
export async function openingTemplateFile(
  context: Context,
  input: InputOf<typeof getOpeningTemplate>,
): Promise<FileResponse> {
  const { tx } = context;
  const { tenant_id, company_id } = await organizationAt(context, input);
  const year = yearOf(monthOf(context.clock.today()));
  const through = await monthBeforePayroll(context, { tenant_id, company_id });
  if (yearOf(through) < year) throw new Refusal("opening_not_needed", { year: String(year) });
  const [first, last] = [`${year}-01-01`, lastDayOf(through)];
  const lacking = sql`
    from employees e
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id} and e.erased_at is null
      and (e.start_date <= ${last}::date and (e.exit_date is null or e.exit_date >= ${first}::date)
        or exists (select from past_employments x
          where x.tenant_id = ${tenant_id} and x.employee_id = e.id and x.start_date <= ${last}::date
            and x.exit_date >= ${first}::date))
      and not exists (select from opening_figures f
        where f.tenant_id = ${tenant_id} and f.employee_id = e.id and f.year = ${year})`;
  const total = await countOf(tx, sql`select count(*)::int as total ${lacking}`);
  const [month = ""] = monthName(through).split(" ");
  if (total === 0) throw new Refusal("opening_complete", { month, year: String(year) });
  return exportFile(context, "xlsx", {
    list: openingTemplate,
    name: "opening-figures",
    parts: [String(year)],
    facts: [["Enter", `What was earned and withheld from January to ${monthName(through)}`]],
    tenantId: tenant_id,
    total,
    rows: presentBatches(
      readByCursor(
        tx,
        sql<Lacking>`
          select e.staff_no, e.last_name, e.first_name ${lacking}
          order by lower(e.last_name), lower(e.first_name), e.id`,
      ),
      (row) => ({ ...row, through: monthName(through) }),
    ),
  });
}

/**
 * The month before the first one of this year that a regular run pays; without a run, the month
 * before this one.
 */
async function monthBeforePayroll(
  { tx, clock }: Context,
  { tenant_id, company_id }: OrganizationPath,
): Promise<Month> {
  const present = monthOf(clock.today());
  const { rows } = await sql<{ month: Month | null }>`
    select to_char(min(r.period), 'YYYY-MM') as month from payroll_runs r
    where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR'
      and r.status <> 'REVERSED' and r.period >= ${firstDayOf(`${yearOf(present)}-01`)}::date`.execute(
    tx,
  );
  return monthsLater(exactlyOne(rows).month ?? present, -1);
}
