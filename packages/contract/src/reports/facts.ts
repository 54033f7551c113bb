import { monthName } from "@kontor/payroll/month";

import { closingsFact, recordedFact } from "../accounting/as-recorded.ts";
import { fact, type Fact } from "../facts.ts";
import { formatDate, formatLongMoment, formatRange } from "../format.ts";
import { movementTitles, type MovementKind } from "./funding-movements.ts";
import { reconciledTitles, type ReconciledPart } from "./reconciliation.ts";
import type { ComparedWith } from "./statement-columns.ts";
import { balanceSectionTitles, type BalanceSection, type ReportDetail } from "./trial-balance.ts";

/*
 * The subject and filters of each report on the books, for the heading of its PDF and its printed
 * page.
 */

type DayRange = { start_date: string; end_date: string };
type RecordedUpTo = { recorded_up_to?: string | undefined };
type DetailFilter = { detail?: ReportDetail | undefined };
type Named = { name: string; code: string } | null | undefined;

const detailNames = {
  groups: "Groups",
  ledgers: "Ledgers, sub-ledgers in their parents",
  sub_ledgers: "Ledgers and sub-ledgers, each by itself",
} as const;

function periodFact({ start_date, end_date }: DayRange): Fact {
  return ["Period", formatRange(start_date, end_date)];
}

function detailFact({ detail = "ledgers" }: DetailFilter): Fact {
  return ["Accounts", detailNames[detail]];
}

function named(of: Named): string | null | undefined {
  return of && `${of.name} (${of.code})`;
}

/** @param group the group of the filter, if any */
export function trialBalanceFacts(
  of: DayRange &
    DetailFilter &
    RecordedUpTo & { section?: BalanceSection | undefined; closing?: "without" | undefined },
  group: Named,
): readonly Fact[] {
  return [
    periodFact(of),
    detailFact(of),
    ...fact("Section", of.section && balanceSectionTitles[of.section]),
    ...fact("Group", named(group)),
    ...closingsFact(of.closing),
    ...recordedFact(of.recorded_up_to),
  ];
}

/** The filters of a statement of a period, and the days it is compared with. */
export function periodStatementFacts(
  of: DayRange & DetailFilter & RecordedUpTo,
  compared: ComparedWith | undefined,
): readonly Fact[] {
  const beside = compared && formatRange(compared.start_date ?? undefined, compared.end_date);
  return [
    periodFact(of),
    ...fact("Compared with", beside),
    detailFact(of),
    ...recordedFact(of.recorded_up_to),
  ];
}

/** The filters of a balance sheet, and the day it is compared with. */
export function balanceSheetFacts(
  of: { as_of: string; compare_with?: string | undefined } & DetailFilter & RecordedUpTo,
): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ...fact("Compared with", of.compare_with && formatDate(of.compare_with)),
    detailFact(of),
    ...recordedFact(of.recorded_up_to),
  ];
}

/** The filters of a ledger summary. */
export function ledgerSummaryFacts(of: DayRange & RecordedUpTo): readonly Fact[] {
  return [periodFact(of), ...recordedFact(of.recorded_up_to)];
}

/** The filters of a day book. */
export function dayBookFacts(
  of: DayRange & RecordedUpTo & { as_it_is?: boolean | undefined; closing?: "without" | undefined },
): readonly Fact[] {
  const shown =
    of.as_it_is === true ? "As it is, with what changed since marked" : "As it was then";
  return [
    periodFact(of),
    ...closingsFact(of.closing),
    ...recordedFact(of.recorded_up_to),
    ...fact("Shown", of.recorded_up_to && shown),
  ];
}

/** The filters of the changes since a moment. */
export function changesFacts(
  of: { recorded_up_to: string } & { [Day in keyof DayRange]?: string | undefined },
  ledger?: Named,
): readonly Fact[] {
  const { start_date, end_date } = of;
  return [
    ["Recorded After", formatLongMoment(new Date(of.recorded_up_to))],
    ...fact("Entries Of", start_date || end_date ? formatRange(start_date, end_date) : null),
    ...fact("Ledger", named(ledger)),
  ];
}

/** The filters of the funding movements. */
export function movementsFacts(
  of: DayRange & {
    kind?: MovementKind | undefined;
    status?: string | undefined;
    search?: string | undefined;
  },
): readonly Fact[] {
  return [
    periodFact(of),
    ...fact("Movements", of.kind && movementTitles[of.kind]),
    ...fact("Status", of.status),
    ...fact("Search", of.search),
  ];
}

/** The filters of the reconciliation. */
export function reconciliationFacts(of: {
  as_of: string;
  differing?: boolean | undefined;
  part?: ReconciledPart | undefined;
}): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ...fact("Ledger", of.part && reconciledTitles[of.part].ledger),
    ...fact("Shown", of.differing === true ? "Differences only" : null),
  ];
}

/**
 * The part of the reconciliation that differs, named by its ledger and the records compared with
 * it.
 */
export function differingFacts(of: {
  as_of: string;
  part: ReconciledPart;
  start_date?: string | undefined;
}): readonly Fact[] {
  const { ledger, records } = reconciledTitles[of.part];
  return [
    of.start_date === undefined
      ? ["As Of", formatDate(of.as_of)]
      : ["Entries Of", formatRange(of.start_date, of.as_of)],
    ["Ledger", ledger],
    ["Compared with", records],
  ];
}

/** The day and the ledger of a bank reconciliation statement. */
export function bankReconciliationFacts(of: { as_of: string }, ledger: Named): readonly Fact[] {
  return [["As Of", formatDate(of.as_of)], ...fact("Ledger", named(ledger))];
}

/** The month of a checklist. */
export function monthEndFacts(of: { period: string }): readonly Fact[] {
  return [["Month", monthName(of.period)]];
}
