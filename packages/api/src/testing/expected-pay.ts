import { addDays } from "@kontor/books/calendar-date";
import { sql } from "kysely";

import { setTenant } from "../platform/scope.ts";
import type { World } from "./harness.ts";

/*
 * The expected pay and tax, computed independently and in the simplest way, day by day, and what the
 * lines of the posted payslips paid. Property tests compare payroll with it. Amounts are in kobo;
 * deductions are negative.
 */

type Employment = { start: string; exit: string | null };

/** The monthly pay from a day on; of two rates from the same day the later one applies. */
export type MonthlyRate = { from: string; pay: bigint };

const daysOf = (month: string): string[] => {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
};

const isEmployed = (employments: readonly Employment[], day: string) =>
  employments.some(({ start, exit }) => start <= day && (exit === null || day <= exit));

/** Whether somebody is employed on a day of a month. */
export function isEmployedIn(month: string, employments: readonly Employment[]): boolean {
  return daysOf(month).some((day) => isEmployed(employments, day));
}

/** The pay of a month: each day of employment counts as a part of the month at the rate of that day. */
export function expectedMonthPay(
  month: string,
  employments: readonly Employment[],
  rates: readonly MonthlyRate[],
): bigint {
  const days = daysOf(month);
  let sum = 0n;
  for (const day of days) {
    if (!isEmployed(employments, day)) continue;
    let inForce: MonthlyRate | undefined;
    for (const rate of rates) {
      if (rate.from <= day && (inForce === undefined || rate.from >= inForce.from)) inForce = rate;
    }
    sum += inForce?.pay ?? 0n;
  }
  const of = BigInt(days.length);
  return (2n * sum + of) / (2n * of);
}

/** The tax of 2026 on a chargeable income in kobo: each part of it at the rate of its band. */
export function expectedTax(chargeable: bigint): bigint {
  const bands: readonly [upTo: bigint, percent: bigint][] = [
    [80_000_000n, 0n],
    [300_000_000n, 15n],
    [1_200_000_000n, 18n],
    [2_500_000_000n, 21n],
    [5_000_000_000n, 23n],
  ];
  let [from, hundredths] = [0n, 0n];
  for (const [upTo, percent] of [...bands, [chargeable, 25n] as const]) {
    const end = chargeable < upTo ? chargeable : upTo;
    if (end > from) hundredths += (end - from) * percent;
    from = end > from ? end : from;
  }
  return (2n * hundredths + 100n) / 200n;
}

/** A line as stored, with its explanation. */
type StoredLine = { code: string; kind: string; origin: string; amount: string };
type StoredTrace = { inputs: readonly { name: string; value: string }[] };

/** A line of a payslip. */
export type PostedLine = Omit<StoredLine, "amount"> & {
  amount: bigint;
  /** Whether it is an item that counts for pension. */
  pensionable: boolean;
  /** Whether it corrects what an earlier payslip paid. */
  corrects: boolean;
};

type Row = {
  employee_id: number;
  run_id: number;
  period: string;
  cycle: "REGULAR" | "OFF_CYCLE";
  excluded: boolean;
  exit: string | null;
  basic: string;
  gross: bigint;
  deductions: bigint;
  taxable: bigint;
  paye: bigint;
  pension: bigint;
  pension_employer: bigint;
  nhf: bigint;
  tax_overpaid: bigint;
  net: bigint;
  year: Record<"gross" | "taxable" | "pension" | "nhf" | "paye" | "net", string>;
  /** By how much it changes the pay that lowers later bases of pension. */
  credit: string | null;
  arrears: { month: string; pay: { basic: string } }[];
  lines: StoredLine[];
  traces: StoredTrace[];
};

/** A payslip of an approved run that was not reversed. */
export type PostedPayslip = Omit<Row, "arrears" | "lines" | "traces" | "credit"> & {
  credit: bigint;
  /** What it pays for each month, including its own. */
  months: Map<string, bigint>;
  /** What it pays of each item, by id. */
  items: Map<number, bigint>;
  lines: PostedLine[];
};

/** The posted payslips, in the order in which their runs were approved. */
export async function postedPayslips(
  { database }: World,
  tenantId: number,
): Promise<PostedPayslip[]> {
  const { rows } = await database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return sql<Row>`
      select s.employee_id, s.run_id, to_char(r.period, 'YYYY-MM') as period, r.cycle, s.excluded,
        s.employment_exit as exit, s.pay ->> 'basic' as basic, s.gross, s.deductions, s.taxable, s.paye,
        s.pension_employee as pension, s.pension_employer, s.nhf, s.tax_overpaid, s.net,
        jsonb_build_object('gross', s.year_gross::text, 'taxable', s.year_taxable::text, 'pension',
          s.year_pension::text, 'nhf', s.year_nhf::text, 'paye', s.year_paye::text, 'net', s.year_net::text) as year,
        s.base_credits ->> 'pension' as credit, s.arrears, s.lines, s.traces
      from payslips s join payroll_runs r on r.tenant_id = ${tenantId} and r.id = s.run_id
      where s.tenant_id = ${tenantId} and r.approved_at is not null and r.status <> 'REVERSED'
      order by r.approved_at, r.id, s.id`.execute(tx);
  });
  return rows.map(({ arrears, lines: stored, traces, credit, ...row }) => {
    const months = new Map<string, bigint>();
    const own = BigInt(row.basic);
    if (row.cycle === "REGULAR" || own !== 0n) months.set(row.period, own);
    for (const { month, pay } of arrears) {
      months.set(month, (months.get(month) ?? 0n) + BigInt(pay.basic));
    }
    const lines = stored.map((line, place) => postedLine(line, traces[place]));
    const items = new Map<number, bigint>();
    for (const line of lines) {
      const id = itemOfLine(line);
      if (id === undefined || line.amount === 0n) continue;
      items.set(id, (items.get(id) ?? 0n) + givenBy(line));
    }
    return { ...row, credit: BigInt(credit ?? "0"), months, items, lines };
  });
}

/** The inputs by which the line of an item says that an earlier payslip had it. */
const paidBefore = new Set(["Paid before", "Deducted before"]);

function postedLine(line: StoredLine, trace: StoredTrace | undefined): PostedLine {
  const inputs = trace?.inputs ?? [];
  return {
    ...line,
    amount: BigInt(line.amount),
    pensionable: inputs.some(({ name, value }) => name === "Pensionable" && value === "yes"),
    corrects: line.origin === "arrears" || inputs.some(({ name }) => paidBefore.has(name)),
  };
}

/** The id of the item of a line, or of a part of it; undefined for other lines. */
export function itemOfLine({ code }: Pick<PostedLine, "code">): number | undefined {
  const [what, id] = code.split(":");
  return what === "item" ? Number(id) : undefined;
}

/** What a line of an item or of arrears gives to the employee, in kobo; negative where it takes. */
export function givenBy({ kind, amount }: Pick<PostedLine, "kind" | "amount">): bigint {
  return kind === "earning" || kind === "refund" ? amount : -amount;
}
