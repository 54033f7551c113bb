import { kobo } from "@kontor/books/money";
import { benefitKindTitles } from "@kontor/contract/employees/benefits";
import {
  benefitsTemplate,
  type getBenefitsTemplate,
} from "@kontor/contract/employees/benefits-template";
import type { InputOf } from "@kontor/contract/endpoint";
import { monthOf, yearOf } from "@kontor/payroll/month";
import type { BenefitKind } from "@kontor/payroll/statutory/benefit-kinds";
import { sql } from "kysely";

import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presentBatches } from "../../platform/database/list.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationAt } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";

type TemplateRow = {
  staff_no: string;
  last_name: string;
  first_name: string;
  name: string | null;
  kind: BenefitKind | null;
  value: bigint | null;
  employee_pays: bigint | null;
  from_date: string | null;
  to_date: string | null;
};

/**
 * A workbook of the employees of this year, with a row for each benefit in kind of the year, and an empty row
 * for employees without benefits. Importing it unchanged changes nothing.
 *
 * @throws Refusal `not_found`
 */
export async function benefitsTemplateFile(
  context: Context,
  input: InputOf<typeof getBenefitsTemplate>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { tenant_id, company_id } = await organizationAt(context, input);
  const year = yearOf(monthOf(clock.today()));
  const first = `${year}-01-01`;
  const given = sql`
    from employees e
    left join benefits_in_kind b on b.tenant_id = ${tenant_id} and b.employee_id = e.id and b.removed_at is null
      and (b.to_date is null or b.to_date >= ${first}::date)
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id} and e.erased_at is null
      and (e.exit_date is null or e.exit_date >= ${first}::date)`;
  return exportFile(context, "xlsx", {
    list: benefitsTemplate,
    name: "benefits-in-kind",
    parts: [String(year)],
    facts: [["Enter", "What the company gives besides money, one benefit a row"]],
    tenantId: tenant_id,
    total: await countOf(tx, sql`select count(*)::int as total ${given}`),
    rows: presentBatches(
      readByCursor(
        tx,
        sql<TemplateRow>`
          select e.staff_no, e.last_name, e.first_name, b.name, b.kind, b.value, b.employee_pays, b.from_date,
            b.to_date ${given}
          order by lower(e.last_name), lower(e.first_name), e.id, b.from_date, b.id`,
      ),
      ({ kind, value, employee_pays, ...row }) => ({
        ...row,
        kind: kind && benefitKindTitles[kind],
        value: value === null ? null : kobo(value),
        employee_pays: employee_pays ? kobo(employee_pays) : null,
      }),
    ),
  });
}
