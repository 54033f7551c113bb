import { sql } from "kysely";

import type { Check } from "../platform/database/checks.ts";

/** Checks that the stored number of employees equals their count. */
export const employeeChecks: readonly Check[] = [
  {
    kind: "employee_count_wrong",
    query: (scope) => sql`
      select coalesce(c.tenant_id, n.tenant_id) as tenant_id, 'employee-counts' as subject,
        format('the count says %s employees, there are %s', coalesce(c.employees, 0), coalesce(n.employees, 0)) as message
      from (select c.* from employee_counts c where ${scope(sql`c.tenant_id`)}) c
      full join (
        select e.tenant_id, count(*) as employees from employees e where ${scope(sql`e.tenant_id`)} group by e.tenant_id
      ) n on n.tenant_id = c.tenant_id
      where coalesce(c.employees, 0) <> coalesce(n.employees, 0)`,
  },
];
