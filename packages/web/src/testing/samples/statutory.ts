import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import type { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import type { listRemittances } from "@kontor/contract/payroll/remittances";

import { signed } from "./payroll.ts";

type Dues = DataOf<typeof statutoryDuesReport.read>;
type Due = Dues["rows"][number];
type Schedule = DataOf<typeof statutoryScheduleReport.read>;
type ScheduleRow = Schedule["rows"][number];

/** ₦54,000.00 of PAYE for Lagos, March 2026, of which ₦4,000.00 have been remitted. */
export function statutoryDue(more: Partial<Due> = {}): Due {
  return {
    tenant_id: 7,
    company_id: 9,
    organization: "Acme Corporation",
    scheme: "PAYE",
    authority: "24",
    authority_name: "Lagos",
    period: "2026-03",
    people: 1,
    due: kobo(54_000_00n),
    remitted: kobo(4_000_00n),
    left: signed(50_000_00n),
    due_on: "2026-04-10",
    remitted_on: "2026-04-02",
    status: "PARTLY",
    ...more,
  };
}

/** The dues of these rows, with the sums of the first. */
export function statutoryDues(rows: Due[]): Dues {
  const [first = statutoryDue()] = rows;
  const { due, remitted, left } = first;
  return { period: "2026-03", rows, totals: { due, remitted, left } };
}

const amounts: Schedule["totals"] = {
  basic: signed(400_000_00n),
  housing: signed(50_000_00n),
  transport: signed(0n),
  gross: signed(450_000_00n),
  employee: kobo(36_000_00n),
  employer: kobo(45_000_00n),
  reliefs: ZERO,
  chargeable: signed(0n),
  amount: kobo(54_000_00n),
  remitted: kobo(4_000_00n),
};

/** Ada in the schedule of PAYE for Lagos. */
export function scheduleRow(more: Partial<ScheduleRow> = {}): ScheduleRow {
  return {
    place: 1,
    tenant_id: 7,
    company_id: 9,
    employee_id: 21,
    staff_no: "ACM-0007",
    surname: "Okafor",
    other_names: "Ada Ngozi",
    number: "•••••••••0123",
    gender: "FEMALE",
    authority: "24",
    authority_name: "Lagos",
    ...amounts,
    payslips: 1,
    payslip: { run_id: 31, id: 501 },
    ...more,
  };
}

/** A remittance to Lagos. */
export function remittance(
  more: Partial<DataOf<typeof listRemittances>[number]> = {},
): DataOf<typeof listRemittances>[number] {
  return {
    id: 61,
    tenant_id: 7,
    company_id: 9,
    scheme: "PAYE",
    authority: "24",
    authority_name: "Lagos",
    period: "2026-03",
    amount: kobo(4_000_00n),
    paid_on: "2026-04-02",
    ledger: { id: 21, code: "01-01-0002", name: "Bank clearing" },
    reference: "RRR 2201",
    entry: { entry_id: 88, entry_type_id: 13, ent_number: "PAY-000009" },
    recorded_at: new Date("2026-04-02T09:00:00Z"),
    recorded_by: "Aisha Bello",
    reversal: null,
    ...more,
  };
}

/** A schedule of these employees, for one authority. */
export function statutorySchedule(rows: ScheduleRow[], more: Partial<Schedule> = {}): Schedule {
  return {
    rows,
    totals: amounts,
    dues: [statutoryDue()],
    remittances: [remittance()],
    due_on: "2026-04-10",
    gaps: [],
    turnover: null,
    ...more,
  };
}
