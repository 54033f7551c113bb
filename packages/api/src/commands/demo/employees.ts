import { addMonths } from "@kontor/books/calendar-date";
import { kobo, printMoney } from "@kontor/books/money";
import { banks } from "@kontor/contract/reference/banks";
import { stateByName } from "@kontor/contract/reference/nigeria";
import { pensionAdministrators } from "@kontor/contract/reference/pension-administrators";
import { nubanCheckDigit } from "@kontor/payroll/identity-numbers";
import {
  firstDayOf,
  monthOf,
  monthsFrom,
  monthsLater,
  yearOf,
  type Month,
} from "@kontor/payroll/month";
import { HUNDRED_PERCENT } from "@kontor/payroll/percentage";
import { divideHalfUp } from "@kontor/payroll/rounding";
import { EXACT_PER_KOBO, exactTaxOfYear } from "@kontor/payroll/statutory/income-tax";
import { packAt } from "@kontor/payroll/statutory/packs";

import { enterBankAccount } from "../../employees/bank/account-changes.ts";
import { importDemo } from "../../employees/imports/demo-import.ts";
import { endEmployment, setSuspension } from "../../employees/leaving/leaving.ts";
import { addBenefitTo } from "../../employees/pay/benefits.ts";
import { addPayItemTo } from "../../employees/pay/pay-items.ts";
import { addPayRateTo } from "../../employees/pay/pay-rates.ts";
import { addBranchTo } from "../../organizations/branches.ts";
import type { Context } from "../../platform/scope.ts";
import type { Cell, Sheet } from "../../platform/sheets/table.ts";
import { invite } from "../../portal/invitations.ts";
import { paidMonths, type DemoJob, type DemoOrganization } from "./organizations.ts";

/** A demo organization with its records. */
export type DemoStaff = DemoOrganization & { tenant_id: number; company_id: number };

const naira = (amount: number) => kobo(BigInt(amount) * 100n);

/** The number of the employee who is invited to the portal, with a memorable address. */
const invited = 4;

const firstNames = [
  ["Adaeze", "F"],
  ["Musa", "M"],
  ["Folake", "F"],
  ["Emeka", "M"],
  ["Zainab", "F"],
  ["Tunde", "M"],
  ["Ngozi", "F"],
  ["Ibrahim", "M"],
  ["Ebiere", "F"],
  ["Sunday", "M"],
  ["Aisha", "F"],
  ["Chukwudi", "M"],
] as const;
const lastNames = [
  "Okafor",
  "Bello",
  "Adeyemi",
  "Danjuma",
  "Eze",
  "Balogun",
  "Abubakar",
  "Nwosu",
  "Ogunleye",
  "Briggs",
  "Umar",
];
const middleNames = ["", "Grace", "", "Olu", "", "Chinedu", ""];

const titles = [
  "Staff Number",
  "First Name",
  "Middle Name",
  "Last Name",
  "Email",
  "Phone",
  "Birth Date",
  "Gender",
  "State of Residence",
  "Local Government",
  "Branch",
  "Department",
  "Designation",
  "Grade",
  "Worker",
  "Start Date",
  "NIN",
  "Tax ID",
  "RSA PIN",
  "PFA",
  "Bank",
  "Account Number",
  "Basic",
  "Housing",
  "Transport",
  "Opening Through",
  "Opening Earned",
  "Opening Pension",
  "Opening NHF",
  "Opening PAYE",
] as const;

const branches = ["Head office", "Warehouse", "Depot"];

/**
 * Gives a demo organization branches and staff, through the import that people use. As in real
 * lists there are gaps, an employee who leaves, one suspended, a future pay rise, benefits in kind, a
 * bank account that waits for a second person, and one who is invited to the portal. Only the dates depend on
 * the day.
 */
export async function seedEmployees(context: Context, staff: DemoStaff): Promise<void> {
  const { tenant_id, company_id } = staff;
  const state_id = stateByName(staff.state)?.id ?? null;
  for (const name of branches) {
    await addBranchTo(context, { tenant_id, company_id, name, state_id });
  }
  const ids = await importDemo(context, { tenant_id, company_id }, sheetOf(context, staff));
  const path = (number: number) => ({
    tenant_id,
    company_id,
    id: ids.get(staffNo(staff, number)) ?? 0,
  });
  const today = context.clock.today();
  const nextMonth = `${addMonths(today, 1).slice(0, 7)}-01`;
  const thisMonth = today.slice(0, 7);
  await endEmployment(context, {
    ...path(7),
    exit_date: addMonths(today, 1),
    reason: "RESIGNED",
    note: "Moves to another town",
    owed: [
      { name: "Leave not taken", kind: "EARNING", amount: naira(45_000), taxable: true },
      { name: "Laptop not returned", kind: "DEDUCTION", amount: naira(120_000), taxable: false },
    ],
    version: 1,
  });
  await setSuspension(context, {
    ...path(11),
    suspended: true,
    reason: "Under investigation",
    version: 1,
  });
  const raised = Math.round((jobOf(staff, 4)[2] * 1.2) / 5000) * 5000;
  await addPayRateTo(context, {
    ...path(4),
    from_date: nextMonth,
    basic: naira(raised),
    housing: naira(Math.round(raised * 0.3)),
    transport: naira(Math.round(raised * 0.2)),
    other: kobo(0n),
    reason: "Promotion",
  });
  await addPayItemTo(context, {
    ...path(2),
    name: "Overtime",
    kind: "EARNING",
    amount: naira(32_500),
    taxable: true,
    pensionable: false,
    from_month: thisMonth,
    to_month: thisMonth,
  });
  await giveBenefits(context, staff, path);
  const { firstName, lastName } = nameOf(staff, 1);
  const account_name = `${firstName} ${lastName}`;
  await enterBankAccount(
    context,
    { ...path(1), ...accountOf(901), account_name },
    { provider_name: account_name.toUpperCase(), shared: false },
  );
  await invite(context, path(invited));
}

/**
 * Three have more than money, since the first payroll: one manager an official car, another a flat whose
 * rental value is above the legal limit, and the employee of the portal a club membership.
 */
async function giveBenefits(
  context: Context,
  { scale }: DemoStaff,
  path: (number: number) => { tenant_id: number; company_id: number; id: number },
): Promise<void> {
  const today = context.clock.today();
  const [first] = context.environment.demoHistory ? paidMonths(today) : [];
  const given = {
    employee_pays: kobo(0n),
    from_date: firstDayOf(first ?? monthOf(today)),
    to_date: null,
  };
  const car = { name: "Official car", kind: "ASSET", value: naira(180_000 * scale) } as const;
  const flat = { name: "Company flat", kind: "HOUSING", value: naira(24_000 * scale) } as const;
  const club = { name: "Club membership", kind: "OTHER", value: naira(3_600 * scale) } as const;
  await addBenefitTo(context, { ...path(5), ...given, ...car });
  await addBenefitTo(context, { ...path(21), ...given, ...flat });
  await addBenefitTo(context, { ...path(invited), ...given, ...club });
}

function staffNo({ prefix }: DemoStaff, number: number): string {
  return `${prefix}-${String(number).padStart(4, "0")}`;
}

function jobOf({ jobs }: DemoStaff, number: number): DemoJob {
  const job = jobs[(number * 3) % jobs.length];
  if (job === undefined) throw new Error("a demo organization has no jobs");
  return job;
}

function nameOf({ namesFrom }: DemoStaff, number: number) {
  const place = namesFrom + number;
  const [firstName, gender] = firstNames[place % firstNames.length] ?? firstNames[0];
  const lastName = lastNames[(place + namesFrom) % lastNames.length] ?? "";
  const middleName = middleNames[place % middleNames.length] ?? "";
  return { firstName, gender, middleName, lastName };
}

function sheetOf(context: Context, staff: DemoStaff): Sheet & { filename: string } {
  const today = context.clock.today();
  const [from] = context.environment.demoHistory ? paidMonths(today) : [];
  const rows = Array.from({ length: staff.headcount }, (_unused, index) => ({
    line: index + 2,
    cells: rowOf(staff, index + 1, { today, from }),
  }));
  return { filename: `${staff.code}-staff.xlsx`, titles: [...titles], titleLine: 1, rows };
}

/** The row of an employee. Fixed patterns give people who differ without being random. */
function rowOf(
  staff: DemoStaff,
  number: number,
  { today, from }: { today: string; from: Month | undefined },
): Cell[] {
  const { firstName, gender, middleName, lastName } = nameOf(staff, number);
  const [department, designation, basic, worker] = jobOf(staff, number);
  const localGovernments = stateByName(staff.state)?.local_governments ?? [];
  const digits = (count: number, seed: number) =>
    String(seed * 7919 + (staff.namesFrom * 1000 + number) * 104_729)
      .padStart(count, "0")
      .slice(-count);
  const { bank_code, account_number } = accountOf(number);
  // Every ninth has no tax id, every eleventh no PIN, every fourteenth no account, every twentieth
  // no pay.
  const unless = (every: number, text: string) => (number % every === every - 1 ? null : text);
  const paid = number % 20 !== 19;
  const start = `${addMonths(today, -2 - ((number * 5) % 90)).slice(0, 7)}-01`;
  return [
    staffNo(staff, number),
    firstName,
    middleName,
    lastName,
    `${number === invited ? "employee" : `${firstName}.${lastName}.${number}`}@${staff.code}.example`.toLowerCase(),
    `080${digits(8, 3)}`,
    `${1966 + ((number * 7) % 36)}-${String(1 + (number % 12)).padStart(2, "0")}-${String(1 + (number % 28)).padStart(2, "0")}`,
    gender,
    staff.state,
    localGovernments[number % localGovernments.length]?.name ?? null,
    branches[number % branches.length] ?? null,
    department,
    designation,
    `G${1 + (number % 9)}`,
    worker,
    start,
    digits(11, 11),
    unless(9, digits(13, 13)),
    unless(11, `PEN${digits(12, 17)}`),
    pensionAdministrators[number % pensionAdministrators.length]?.name ?? "",
    unless(14, bank_code),
    unless(14, account_number),
    paid ? basic : null,
    paid ? Math.round(basic * 0.3) : null,
    paid ? Math.round(basic * 0.2) : null,
    ...(paid && from !== undefined ? openingOf(basic, start, from) : []),
  ];
}

/**
 * The opening figures of an employee with housing and transport of half the basic pay, from their
 * start or the beginning of the year to the month before payroll began; none if there is no such
 * month.
 */
function openingOf(basic: number, start: string, from: Month): Cell[] {
  const year = yearOf(from);
  const first = start.startsWith(`${year}-`) ? monthOf(start) : `${year}-01`;
  const through = monthsLater(from, -1);
  const past = BigInt(monthsFrom(first, through).length);
  if (past === 0n) return [];
  const all = BigInt(monthsFrom(first, `${year}-12`).length);
  const pack = packAt(firstDayOf(from));
  const gross = naira(basic * 1.5);
  const pension = divideHalfUp(gross * pack.pension.employee, HUNDRED_PERCENT);
  const chargeable = kobo((gross - pension) * all);
  const tax =
    gross <= pack.minimumWage.monthly ? 0n : exactTaxOfYear(chargeable, pack.incomeTax.bands);
  const paid = divideHalfUp(tax * past, EXACT_PER_KOBO * all);
  return [
    through,
    ...[gross * past, pension * past, 0n, paid].map((each) => printMoney(kobo(each))),
  ];
}

/** An account with a valid check digit, so that there is no warning about it. */
function accountOf(seed: number): { bank_code: string; account_number: string } {
  const bank_code = banks[seed % banks.length]?.code ?? "";
  const serial = String(100_000_000 + seed * 1_299_709).slice(-9);
  return { bank_code, account_number: `${serial}${nubanCheckDigit(bank_code, serial) ?? 0}` };
}
