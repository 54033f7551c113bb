import {
  recordGapSection,
  type RecordGap,
  type recordGap,
} from "@kontor/contract/payroll/record-gaps";
import type { z } from "zod";

import { useHasPermission } from "../session/data.ts";
import { FirstPeople } from "../ui/record/first-people.tsx";

/** The filter of the list of employees that finds a gap; null for a gap without one. */
function withGap(gap: RecordGap) {
  if (gap === "opening_figures") return null;
  return gap === "relief_approval" ? { relief_waiting: true } : { missing: gap };
}

type GapPeopleProps = { tenantId: number; recordGap: z.output<typeof recordGap> };

/** The first employees whose records have a gap, with links to the tab where it is filled. */
export function GapPeople({ tenantId, recordGap: { gap, people, employees } }: GapPeopleProps) {
  const mayOpen = useHasPermission("employees.read");
  const all = { tenant_id: tenantId, ...withGap(gap) };
  const linkTo = (employee_id: number) =>
    ({
      to: "/app/employees/$tenant_id/$employee_id",
      params: { tenant_id: String(tenantId), employee_id: String(employee_id) },
      search: { tab: recordGapSection(gap) },
    }) as const;
  return (
    <FirstPeople
      people={people}
      all={mayOpen && withGap(gap) !== null ? { to: "/app/employees", search: all } : null}
      first={employees.map(({ employee_id, name }) => ({
        id: employee_id,
        name,
        link: mayOpen ? linkTo(employee_id) : null,
      }))}
    />
  );
}
