import { formatCounted, formatDate, formatFunds, formatMoney } from "@kontor/contract/format";
import type { NotificationKind } from "@kontor/contract/notifications/notifications";
import type { LinkProps } from "@tanstack/react-router";

import { decisionListLink } from "../dashboard/decision-lists.ts";
import type { Notification } from "./data.ts";

type NotificationText = {
  /** An error, rather than waiting work. */
  readonly bad?: true;
  readonly title: (of: Notification) => string;
  readonly link: (of: Notification) => LinkProps;
};

const filterOf = ({ tenant_id }: Notification) => (tenant_id === null ? {} : { tenant_id });

function employeeLink(
  { tenant_id, record_id }: Notification,
  tab: string,
  otherwise: LinkProps,
): LinkProps {
  if (tenant_id === null || record_id === null) return otherwise;
  return {
    to: "/app/employees/$tenant_id/$employee_id",
    params: { tenant_id: String(tenant_id), employee_id: String(record_id) },
    search: { tab },
  };
}

const notificationTexts: Readonly<Record<NotificationKind, NotificationText>> = {
  mails_failed: {
    bad: true,
    title: ({ count }) => `${formatCounted(count, "email was", "emails were")} not sent`,
    link: () => ({ to: "/app/settings/outbox", search: { status: "FAILED" } }),
  },
  backup_failed: {
    bad: true,
    title: () => "The last backup failed. Run it again",
    link: () => ({ to: "/app/dashboard" }),
  },
  backup_late: {
    bad: true,
    title: () => "The last backup is more than 26 hours old",
    link: () => ({ to: "/app/dashboard" }),
  },
  books_faulty: {
    bad: true,
    title: ({ count }) => `The check of the books found ${formatCounted(count, "fault")}`,
    link: (of) => ({ to: "/app/dashboard", search: filterOf(of) }),
  },
  wallet_low: {
    bad: true,
    title: ({ balance, balance_dc, low_balance }) =>
      balance === null || balance_dc === null || low_balance === null
        ? "The wallet is low"
        : balance_dc === "CR"
          ? `The wallet is overdrawn: ${formatFunds(balance, balance_dc)}`
          : `The wallet has ${formatMoney(balance)}, less than ${formatMoney(low_balance)}`,
    link: ({ tenant_id, company_id }) => ({
      to: "/app/organizations/$tenant_id/$company_id",
      params: { tenant_id: String(tenant_id), company_id: String(company_id) },
      search: { tab: "accounts" },
    }),
  },
  salary_advances: {
    title: ({ count }) => `${formatCounted(count, "salary advance")} to decide`,
    link: (of) => decisionListLink("salary_advances", of),
  },
  payroll_runs: {
    title: ({ count }) => `${formatCounted(count, "payroll run")} to approve or pay`,
    link: (of) =>
      of.record_id === null
        ? decisionListLink("payroll_runs", of)
        : {
            to: "/app/payroll/$tenant_id/$company_id/$id",
            params: {
              tenant_id: String(of.tenant_id),
              company_id: String(of.company_id),
              id: String(of.record_id),
            },
          },
  },
  bank_accounts: {
    title: ({ count }) => `${formatCounted(count, "bank account")} to confirm`,
    link: (of) => employeeLink(of, "bank", decisionListLink("bank_accounts", of)),
  },
  reliefs: {
    title: ({ count }) => `${formatCounted(count, "tax relief")} to approve`,
    link: (of) => employeeLink(of, "reliefs", decisionListLink("reliefs", of)),
  },
  remittances_due: {
    title: ({ count, due_date }) =>
      `${formatCounted(count, "authority", "authorities")} to pay${due_date === null ? "" : `, by ${formatDate(due_date)}`}`,
    link: (of) => ({
      to: "/app/reports/payroll/statutory",
      search: { open: true, ...filterOf(of) },
    }),
  },
  imports_checked: {
    title: ({ count }) =>
      `${formatCounted(count, "import of employees is", "imports of employees are")} checked`,
    link: (of) =>
      of.record_id === null
        ? { to: "/app/employees/import" }
        : {
            to: "/app/employees/import/$tenant_id/$import_id",
            params: { tenant_id: String(of.tenant_id), import_id: String(of.record_id) },
          },
  },
};

/** The text of a notification and its link. @param today `YYYY-MM-DD` in Lagos. */
export function notificationTextOf(
  of: Notification,
  today: string,
): { title: string; link: LinkProps; bad: boolean } {
  const { title, link, bad = false } = notificationTexts[of.kind];
  const overdue = of.due_date !== null && of.due_date < today;
  return { title: title(of), link: link(of), bad: bad || overdue };
}
