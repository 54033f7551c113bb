import { CONTRIBUTION_SCHEMES } from "@kontor/payroll/pay/contribution";
import { CREDIT_INPUTS } from "@kontor/payroll/payslip/statutory-lines";
import { sql } from "kysely";

import type { Check, CheckScope } from "../../platform/database/checks.ts";
import { approvalOrder, isPostedRun } from "../calculation/posted-runs.ts";

/**
 * The employees whose payslips can change a credit: those with corrections of earlier pay, and those with a
 * stored change.
 */
const corrected = (scope: CheckScope) => sql`
  select distinct s.tenant_id, s.employee_id from payslips s
  where ${scope(sql`s.tenant_id`)}
    and (s.base_credits <> '{}' or s.arrears <> '[]' or 'item_corrected' = any (s.warning_codes))`;

/** An amount in an input of the line of contribution `c` of a payslip `s`, in kobo; 0 if the line does not have it. */
const lineInputAmount = (name: string) => sql`coalesce((
  select (replace(i ->> 'value', ',', '')::numeric * 100)::bigint
  from json_array_elements(c.trace -> 'inputs') i where i ->> 'name' = ${sql.lit(name)}), 0)`;

/**
 * By payslip and scheme, in kobo of the base: the stored change of the credit (`change`), the sum of the
 * changes before it (`left_before`), and the credit before and after by the line of the contribution, null
 * without a line.
 */
const credits = (scope: CheckScope) => sql`
  select s.tenant_id, s.id, k.scheme, k.change, c.before, c.after,
    sum(k.change) over (partition by s.tenant_id, s.employee_id, k.scheme order by ${approvalOrder}) - k.change
      as left_before
  from (${corrected(scope)}) p
  join payslips s on s.tenant_id = p.tenant_id and s.employee_id = p.employee_id and not s.excluded
  join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id and ${isPostedRun(sql`r`)}
  cross join lateral (
    select scheme, coalesce((s.base_credits ->> scheme)::bigint, 0) as change
    from unnest(array[${sql.join(CONTRIBUTION_SCHEMES.map((scheme) => sql.lit(scheme)))}]) as scheme
  ) k
  left join lateral (
    select ${lineInputAmount(CREDIT_INPUTS.before)} as before, ${lineInputAmount(CREDIT_INPUTS.after)} as after
    from rows from (json_to_recordset(s.lines) as (code text), json_array_elements(s.traces)) as c(code, trace)
    where c.code = k.scheme
  ) c on true
  where ${scope(sql`s.tenant_id`)}`;

/**
 * Checks the credits of contributions, which payslips store as changes, against the lines that compute them:
 * each payslip changes a credit as its line does, begins with what the payslips before it left, and uses no
 * more than that.
 */
export const creditsCheck: Check = {
  kind: "payslip_credits_wrong",
  query: (scope) => sql`
    select x.tenant_id, 'payslip:' || x.id as subject,
      format('payslip %s changes credits %s', x.id, string_agg(format(
        'of %s by %s kobo of %s left before, its line begins with %s and leaves %s', x.scheme, x.change, x.left_before,
        coalesce(x.before::text, 'no credit'), coalesce(x.after::text, 'it as it was')), ', ' order by x.scheme)) as message
    from (${credits(scope)}) x
    where x.change <> coalesce(x.after - x.before, 0) or coalesce(x.before, x.left_before) <> x.left_before
      or x.left_before + x.change < 0
    group by x.tenant_id, x.id`,
};
