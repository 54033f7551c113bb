import { dayBefore } from "@kontor/books/calendar-date";
import type {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import {
  noDivision,
  type payrollRegisterReport,
} from "@kontor/contract/pay-reports/payroll-register";
import type { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import {
  hasAuthorities,
  isYearlySchedule,
  noAuthority,
  type ScheduleKind,
} from "@kontor/contract/pay-reports/statutory-schedules";
import type { BalanceSection, ReportDetail } from "@kontor/contract/reports/trial-balance";
import type { LinkProps } from "@tanstack/react-router";

import type { ListSearch } from "../../platform/address.ts";
import { tenantParam } from "../../platform/organization/scope-filter.ts";
import type { Period } from "./periods.ts";

/**
 * A range of days, and the moment as of which the books are shown; without one they are shown as of
 * now. `closing` leaves out year-end closings, as profit and loss does.
 */
export type BooksFilter = Period & {
  recorded_up_to?: string | undefined;
  closing?: "without" | undefined;
};

/**
 * The days from the start of a year to a day of it, so that the closing balance is that of the day.
 */
export function yearUpTo(day: string): Period {
  return { start_date: `${day.slice(0, 4)}-01-01`, end_date: day };
}

/**
 * The days before a range, so that their closing balance is the range's opening balance, which
 * includes earlier year-end closings; null when the range begins with the calendar.
 */
export function daysBefore<Of extends BooksFilter>(books: Of): Of | null {
  const before = dayBefore(books.start_date);
  return before === null ? null : { ...books, closing: undefined, ...yearUpTo(before) };
}

/** A link to the postings of a ledger in a range of days, with the balances before and after. */
export function statementLink(tenantId: number, ledgerId: number, books: BooksFilter): LinkProps {
  return {
    to: "/app/ledger-statement/$ledger_id",
    params: { ledger_id: String(ledgerId) },
    search: { tenant_id: tenantId, ...books },
  };
}

/** As {@link statementLink}, for a ledger whose figure includes those of its sub-ledgers. */
function rolledUpLink(tenantId: number, ledgerId: number, books: BooksFilter): LinkProps {
  const { to, params, search } = statementLink(tenantId, ledgerId, books);
  return { to, params, search: { ...(search as object), with_sub_ledgers: true } } as LinkProps;
}

/** Filters of the books; `tenantId` is 0 for all organizations. */
type BooksScope = BooksFilter & { tenantId: number };

/** Filters of the books, with how finely accounts are shown. */
export type StatementScope = BooksScope & { detail: ReportDetail | undefined };

/**
 * A link to the accounts of a statement's section; for several organizations, to the amounts of
 * each.
 */
export function sectionLink(
  section: BalanceSection,
  { tenantId, detail, ...books }: StatementScope,
): LinkProps {
  return {
    to: "/app/reports/transaction/trial-balance",
    search: { ...tenantParam(tenantId), section, detail, ...books },
  };
}

/** A link to all entries in a range of days. */
export function dayBookLink({ tenantId, ...books }: BooksScope): LinkProps {
  return {
    to: "/app/reports/transaction/day-book",
    search: { ...tenantParam(tenantId), ...books },
  };
}

/** A link to the movements of every ledger in a range of days. */
export function ledgerSummaryLink({ tenantId, ...books }: BooksScope): LinkProps {
  return {
    to: "/app/reports/transaction/ledger-summary",
    search: { ...tenantParam(tenantId), ...books },
  };
}

/** A link to the movements of every ledger in a range of days, without year-end closings. */
export function unclosedTrialBalanceLink({ tenantId, ...books }: BooksScope): LinkProps {
  return {
    to: "/app/reports/transaction/trial-balance",
    search: { ...tenantParam(tenantId), ...books, closing: "without" },
  };
}

/** A link to the ledgers of a group in a range of days. */
function groupLink(tenantId: number, groupId: number, books: BooksFilter): LinkProps {
  return {
    to: "/app/reports/transaction/trial-balance",
    search: { tenant_id: tenantId, group_id: groupId, detail: "ledgers", ...books },
  };
}

/**
 * The drill-down of an account's line: to a group's ledgers, or to a ledger's postings. Unless
 * sub-ledgers have lines of their own, a ledger's figure includes theirs.
 */
export function accountLink(
  { kind, tenant_id, id }: { kind: string; tenant_id: number; id: number },
  detail: ReportDetail | undefined,
  books: BooksFilter,
): LinkProps {
  if (kind === "group") return groupLink(tenant_id, id, books);
  const isRolledUp = detail !== "sub_ledgers";
  return isRolledUp ? rolledUpLink(tenant_id, id, books) : statementLink(tenant_id, id, books);
}

type ScheduleFilter = {
  kind: ScheduleKind;
  /** `YYYY-MM`, or `YYYY` of a yearly schedule. */
  period: string;
  tenant_id?: number | undefined;
  authority?: string;
};

/** A link to the people behind an amount due to an authority. */
export function scheduleLink({ kind, period, tenant_id, authority }: ScheduleFilter) {
  const organization =
    hasAuthorities(kind) && authority !== undefined ? authority || noAuthority : undefined;
  const search = { kind, period, tenant_id, authority: organization };
  return { to: "/app/reports/payroll/statutory-schedule", search } as const;
}

/** A link to the amounts due under one scheme for a month and its year, by authority. */
export function duesLink(search: ListSearch<typeof statutoryDuesReport.read>) {
  return { to: "/app/reports/payroll/statutory", search } as const;
}

/** A link to the payroll register with the payslips behind a total. */
export function registerLink(search: ListSearch<typeof payrollRegisterReport.read>) {
  return { to: "/app/reports/payroll/register", search } as const;
}

/**
 * A link to the payslips that a schedule adds up, of all its people or of one. The gross of PAYE is
 * their gross with their benefits in kind; the yearly return also includes the time before Kontor, which
 * is on no payslip.
 */
export function schedulePayslipsLink({
  kind,
  period,
  authority,
  ...of
}: ScheduleFilter & { employee_id?: number }) {
  const months = isYearlySchedule(kind)
    ? { from: `${period}-01`, period: `${period}-12` }
    : { period };
  const division =
    authority === undefined
      ? {}
      : {
          group: kind === "PAYE" ? ("state" as const) : ("pfa" as const),
          division: authority === noAuthority ? noDivision : authority,
        };
  // PAYE lists everybody who is paid, so it does not filter by scheme.
  const scheme = kind === "PAYE" || kind === "H1" ? undefined : kind;
  return registerLink({ ...of, ...months, ...division, scheme });
}

/** A link to the pay of an employee, which has the opening figures. */
export function openingFiguresLink(employee: { tenant_id: number; employee_id: number }) {
  return {
    to: "/app/employees/$tenant_id/$employee_id",
    params: { tenant_id: String(employee.tenant_id), employee_id: String(employee.employee_id) },
    search: { tab: "pay" },
  } as const;
}

/** A link to the report on outstanding advances. */
export function advancesLink(search: ListSearch<typeof advancesOutstandingReport.read>) {
  return { to: "/app/reports/payroll/advances", search } as const;
}

/** A link to the ageing of advances. */
export function ageingLink(search: ListSearch<typeof advancesAgeingReport.read>) {
  return { to: "/app/reports/payroll/advances-ageing", search } as const;
}
