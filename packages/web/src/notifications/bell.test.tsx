import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  countNotifications,
  listNotifications,
  readNotifications,
} from "@kontor/contract/notifications/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, vi } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { findDialog } from "../testing/questions.ts";
import { loseConnection, refuse } from "../testing/refusal.ts";
import { longWord } from "../testing/samples/text.ts";
import { memberOf } from "../testing/users.ts";

type Notification = DataOf<typeof listNotifications>["notifications"][number];

const notification = (more: Partial<Notification>): Notification => ({
  kind: "salary_advances",
  tenant_id: 7,
  company_id: 9,
  organization: "Acme Corporation",
  count: 1,
  since: new Date("2026-03-10T07:30:00Z"),
  balance: null,
  balance_dc: null,
  low_balance: null,
  due_date: null,
  record_id: null,
  mark: "5",
  read: false,
  ...more,
});

/** One of each kind, in the order of the contract. */
const all: Notification[] = [
  notification({ kind: "mails_failed", tenant_id: null, organization: null, count: 3 }),
  notification({ kind: "backup_failed", tenant_id: null, organization: null }),
  notification({ kind: "backup_late", tenant_id: null, organization: null }),
  notification({ kind: "books_faulty", count: 2 }),
  notification({
    kind: "wallet_low",
    since: null,
    balance: kobo(50_000n),
    balance_dc: "DR",
    low_balance: kobo(100_000n),
  }),
  notification({ kind: "salary_advances", count: 1200 }),
  notification({ kind: "payroll_runs", record_id: 4 }),
  notification({ kind: "bank_accounts", count: 2, record_id: null }),
  notification({ kind: "reliefs", record_id: 12, organization: longWord }),
  notification({ kind: "remittances_due", since: null, count: 2, due_date: "2026-02-10" }),
  notification({ kind: "imports_checked", record_id: 31, read: true }),
];

const owner = memberOf(7, "salary-advances.decide");

describe("the bell", () => {
  test("counts unread notifications, and lists failures and waiting work, with links", async ({
    api,
    open,
  }) => {
    api.on(countNotifications, () => ({ unread: 120 }));
    api.on(listNotifications, () => ({ notifications: all, unread: 9 }));
    const release = api.hold(listNotifications);
    const user = open("/app/dashboard", { on: "phone" });
    const bell = await screen.findByRole("button", { name: "Notifications, 120 unread" });
    expect(bell).toHaveTextContent("99+");
    expect(api.calls(listNotifications)).toHaveLength(0);
    await user.click(bell);
    const panel = await findDialog("Notifications");
    release();
    const links = (await panel.findAllByRole("link")).map((link) => [
      link.textContent,
      link.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["Unread: 3 emails were not sent10 Mar 2026, 08:30", "/app/settings/outbox?status=FAILED"],
      ["Unread: The last backup failed. Run it again10 Mar 2026, 08:30", "/app/dashboard"],
      ["Unread: The last backup is more than 26 hours old10 Mar 2026, 08:30", "/app/dashboard"],
      [
        "Unread: The check of the books found 2 faultsAcme Corporation · 10 Mar 2026, 08:30",
        "/app/dashboard?tenant_id=7",
      ],
      [
        "Unread: The wallet has ₦500.00, less than ₦1,000.00Acme Corporation",
        "/app/organizations/7/9?tab=accounts",
      ],
      [
        "Unread: 1,200 salary advances to decideAcme Corporation · 10 Mar 2026, 08:30",
        "/app/salary-advances?status=PENDING&tenant_id=7",
      ],
      [
        "Unread: 1 payroll run to approve or payAcme Corporation · 10 Mar 2026, 08:30",
        "/app/payroll/7/9/4",
      ],
      [
        "Unread: 2 bank accounts to confirmAcme Corporation · 10 Mar 2026, 08:30",
        "/app/employees?bank_change_waiting=true&for_me=true&tenant_id=7",
      ],
      [
        `Unread: 1 tax relief to approve${longWord} · 10 Mar 2026, 08:30`,
        "/app/employees/7/12?tab=reliefs",
      ],
      [
        "Unread: 2 authorities to pay, by 10 Feb 2026Acme Corporation · Overdue",
        "/app/reports/payroll/statutory?open=true&tenant_id=7",
      ],
      [
        "1 import of employees is checkedAcme Corporation · 10 Mar 2026, 08:30",
        "/app/employees/import/7/31",
      ],
    ]);
    await expectAccessible();
  });

  test("marks an opened notification as read, or all", async ({ api, open }) => {
    let read = false;
    api.on(countNotifications, () => ({ unread: read ? 0 : 2 }));
    const two = [notification({ record_id: null }), notification({ kind: "reliefs", count: 4 })];
    api.on(listNotifications, () => ({
      notifications: two.map((each) => ({ ...each, read })),
      unread: read ? 0 : 2,
    }));
    api.on(readNotifications, () => {
      read = true;
      return { done: true as const };
    });
    const user = open("/app/dashboard", { as: owner });
    await user.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
    const panel = await findDialog("Notifications");
    // A user of one organization does not need its name.
    expect(await panel.findByText("4 tax reliefs to approve")).toHaveTextContent(
      /approve10 Mar 2026, 08:30$/,
    );
    await user.click(await panel.findByRole("button", { name: "Mark all as read" }));
    expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
    expect(api.calls(readNotifications)[0]?.input).toEqual({
      read: [
        { kind: "salary_advances", tenant_id: 7, mark: "5" },
        { kind: "reliefs", tenant_id: 7, mark: "5" },
      ],
    });
    await waitFor(() =>
      expect(panel.queryByRole("button", { name: "Mark all as read" })).toBeNull(),
    );
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Notifications" })).toHaveFocus();
  });

  test("says that there is nothing, or that it could not be loaded", async ({ api, open }) => {
    api.on(countNotifications, () => refuse("busy"));
    api.on(listNotifications, () => refuse("busy"));
    const user = open("/app/dashboard", { as: owner });
    await user.click(await screen.findByRole("button", { name: "Notifications" }));
    const panel = await findDialog("Notifications");
    const retry = await panel.findByRole("button", { name: "Try again" });
    api.on(listNotifications, () => ({ notifications: [], unread: 0 }));
    await user.click(retry);
    expect(await panel.findByText("No failures, and nothing is waiting for you")).toBeVisible();
  });

  test("asks often while the server cannot be reached, so that the banner goes by itself", async ({
    api,
    open,
  }) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    api.on(countNotifications, loseConnection);
    open("/app/dashboard", { as: owner });
    const banner = await screen.findByText(/The server cannot be reached/);
    // The first call and its two retries have failed, so nothing but the interval asks again.
    await waitFor(() => expect(api.calls(countNotifications)).toHaveLength(3));
    api.on(countNotifications, () => ({ unread: 3 }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await waitFor(() => expect(banner).not.toBeInTheDocument());
    expect(await screen.findByRole("button", { name: "Notifications, 3 unread" })).toBeVisible();
  });
});
