import {
  IconBook2,
  IconBuildingBank,
  IconCoins,
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
    about: "Opening balances, movements and closing balances of every account",
    to: "/app/reports/transaction/trial-balance",
    icon: IconScale,
    permission: "accounting.read",
  },
  {
    label: "Profit and Loss",
    about: "Income, expenses and result, compared with an earlier period",
    to: "/app/reports/transaction/profit-and-loss",
    icon: IconChartBar,
    permission: "accounting.read",
  },
  {
    label: "Balance Sheet",
    about: "Assets, liabilities and equity on any day",
    to: "/app/reports/transaction/balance-sheet",
    icon: IconReportMoney,
    permission: "accounting.read",
  },
  {
    label: "Cash Flow",
    about: "Cash received and paid in a period, by activity, from opening to closing cash",
    to: "/app/reports/transaction/cash-flow",
    icon: IconCoins,
    permission: "accounting.read",
  },
  {
    label: "Ledger Summary",
    about: "Movements of every ledger in a period, with counts and latest dates",
    to: "/app/reports/transaction/ledger-summary",
    icon: IconListDetails,
    permission: "accounting.read",
  },
  {
    label: "Day Book",
    about: "All entries with their items, day by day",
    to: "/app/reports/transaction/day-book",
    icon: IconBook2,
    permission: "accounting.read",
  },
  {
    label: "Funding Movements",
    about: "Deposits, withdrawals and transfers with their status and wallet balances",
    to: "/app/reports/transaction/funding-movements",
    icon: IconTransfer,
    permission: "funding.read",
  },
  {
    label: "Reconciliation",
    about: "Wallet, transfers in transit and advances owed, each compared with its ledger",
    to: "/app/reports/transaction/reconciliation",
    icon: IconGitCompare,
    permission: "accounting.read",
  },
  {
    label: "Bank Reconciliation",
    about: "The balance of each bank, what is outstanding, and the balance of the books",
    to: "/app/reports/transaction/bank-reconciliation",
    icon: IconBuildingBank,
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
    about: "Steps before closing a month, and its lock",
    to: "/app/reports/transaction/month-end",
    icon: IconListCheck,
    permission: "accounting.read",
  },
];
