import {
  IconBook2,
  IconChartBar,
  IconGitCompare,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconReportMoney,
  IconScale,
  IconTransfer,
} from "@tabler/icons-react";

import type { ReportLink } from "../frame/report-link.ts";

/** The transaction reports in the order of the list. */
export const transactionReports: readonly ReportLink[] = [
  {
    label: "Trial Balance",
    about: "Every account before, in and after some days, by side",
    to: "/app/reports/transaction/trial-balance",
    icon: IconScale,
    permission: "accounting.read",
  },
  {
    label: "Profit and Loss",
    about: "Income, expenses and the result, beside earlier ones",
    to: "/app/reports/transaction/profit-and-loss",
    icon: IconChartBar,
    permission: "accounting.read",
  },
  {
    label: "Balance Sheet",
    about: "What there is and what is owed on any day",
    to: "/app/reports/transaction/balance-sheet",
    icon: IconReportMoney,
    permission: "accounting.read",
  },
  {
    label: "Ledger Summary",
    about: "What moved every ledger in some days, how often and when last",
    to: "/app/reports/transaction/ledger-summary",
    icon: IconListDetails,
    permission: "accounting.read",
  },
  {
    label: "Day Book",
    about: "All entries with their items, day after day",
    to: "/app/reports/transaction/day-book",
    icon: IconBook2,
    permission: "accounting.read",
  },
  {
    label: "Funding Movements",
    about:
      "Deposits, withdrawals and transfers with what became of them, and the wallet around them",
    to: "/app/reports/transaction/funding-movements",
    icon: IconTransfer,
    permission: "funding.read",
  },
  {
    label: "Reconciliation",
    about: "The wallet, the money on its way and advances owed, each beside its ledger",
    to: "/app/reports/transaction/reconciliation",
    icon: IconGitCompare,
    permission: "accounting.read",
  },
  {
    label: "What Changed Since",
    about: "Entries that were added, back-dated or edited since the last report",
    to: "/app/reports/transaction/changes",
    icon: IconHistory,
    permission: "accounting.read",
  },
  {
    label: "Month-end Checklist",
    about: "What is to be done before a month is closed, and its lock",
    to: "/app/reports/transaction/month-end",
    icon: IconListCheck,
    permission: "accounting.read",
  },
];
