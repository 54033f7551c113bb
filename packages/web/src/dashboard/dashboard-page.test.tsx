import { addDays, endOfMonth } from "@kontor/books/calendar-date";
import { kobo } from "@kontor/books/money";
import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import {
  attestationReport,
  getBookProof,
  getPlatformProof,
  proveBooks,
} from "@kontor/contract/proof/proof";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, onTestFinished, vi } from "vitest";

import { today } from "../platform/clock.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { refuse } from "../testing/refusal.ts";
import { fullDashboard, uncheckedProof, faultlessProof } from "../testing/samples/dashboard.ts";
import { longWord } from "../testing/samples/text.ts";
import { rowWith } from "../testing/tables.ts";
import { administrator, memberOf, staffWith } from "../testing/users.ts";

// Loaded and compiled once, before a test waits for it.
beforeAll(() => import("./dashboard-panels.tsx"));

const address = "/app/dashboard";
const owner = memberOf(
  7,
  "accounting.read",
  "books.check",
  "funding.read",
  "payroll.read",
  "reports.read",
);
const panel = (name: string) => screen.findByRole("region", { name });

describe("the dashboard", () => {
  test("shows waiting work, money, payroll, dues and the proof, each with its link", async ({
    api,
    open,
  }) => {
    api.on(getDashboard, () => fullDashboard());
    api.on(getBookProof, () => faultlessProof());
    open(address, { as: owner });
    const waiting = within(await panel("Pending decisions"));
    expect(waiting.getByRole("link", { name: "Salary advances to decide" })).toHaveAttribute(
      "href",
      "/app/salary-advances?status=PENDING",
    );
    expect(waiting.queryByText("Payroll runs to approve or pay")).toBeNull();
    expect(await rowWith("Wallets", "Acme Limited")).toHaveTextContent(
      "Acme Limited₦5,000.00₦500.0010 days",
    );
    expect(await rowWith("Money in and out by month", "Feb 2026")).toHaveTextContent(
      "Feb 2026₦9,000.00₦4,000.00",
    );
    expect(await rowWith("Cost by group", "Personnel")).toHaveTextContent("₦3,000.0075.0%");
    const behind = async (table: string, row: string) =>
      within(await rowWith(table, row))
        .queryAllByRole("link")
        .map((link) => link.getAttribute("href"));
    const reports = "/app/reports/transaction";
    const days = `start_date=2026-01-01&end_date=${endOfMonth(today())}`;
    expect(await behind("Cost by group", "Personnel")).toEqual([
      `${reports}/trial-balance?group_id=41&detail=ledgers&${days}&closing=without`,
    ]);
    expect(await behind("Cost by group", "Total")).toEqual([
      `${reports}/trial-balance?${days}&section=expenses&closing=without`,
    ]);
    const february = `${reports}/funding-movements?start_date=2026-02-01&end_date=2026-02-28`;
    expect(await behind("Money in and out by month", "Feb 2026")).toEqual([february, february]);
    expect(await behind("Due to authorities", "PAYE")).toEqual([
      "/app/reports/payroll/statutory?open=true&scheme=PAYE",
    ]);
    const payroll = within(await panel("Payroll of this month"));
    expect(payroll.getByRole("link", { name: "PR-000004" })).toHaveAttribute(
      "href",
      "/app/payroll/7/7/4",
    );
    expect(payroll.getByText("Pending Approval")).toBeVisible();
    expect(await rowWith("Due to authorities", "PAYE")).toHaveTextContent(
      "PAYEFebruary 2026₦450.0010 Mar 2026",
    );
    const activity = within(await panel("Latest activity"));
    // The line does not break inside the number.
    expect(activity.getByText("RCT-000051").parentElement).toHaveTextContent("Entry RCT-000051");
    expect(activity.getByText("Bola Ade")).toBeVisible();
    const proof = within(await panel("Proof of the books"));
    expect(await proof.findByText("Checked 10 Mar 2026, 08:30")).toBeVisible();
    expect(proof.getAllByText("Passed")).toHaveLength(10);
    expect(proof.getByText(/345 links/)).toBeVisible();
    await expectAccessible();
  });

  test("says that there is nothing yet, also on a phone and with long names", async ({
    api,
    open,
  }) => {
    const empty = fullDashboard({
      decisions: [{ decision: "reliefs", waiting: 0 }],
      payroll: { month: "2026-03", steps: [], runs: [] },
      costs: { since: "2026-01-01", groups: [] },
      flows: [],
      activity: [],
    });
    const [wallet] = empty.wallets?.first ?? [];
    if (wallet) Object.assign(wallet, { name: longWord, runway_days: null });
    api.on(getDashboard, () => empty);
    api.on(getBookProof, () => uncheckedProof());
    open(address, { as: owner, on: "phone" });
    expect(await screen.findByText("Nothing is waiting for you")).toBeVisible();
    expect(screen.getByText(longWord)).toBeVisible();
    expect(screen.getByText("No spending")).toBeVisible();
    expect(screen.getByText("No money has moved in the last twelve months")).toBeVisible();
    expect(screen.getByText("No expenses since 01 Jan 2026")).toBeVisible();
    expect(screen.getByText(/There are no payroll runs yet/)).toBeVisible();
    expect(screen.getByText("No activity yet")).toBeVisible();
    expect(
      await screen.findByText("Not checked yet: the books are checked every night"),
    ).toBeVisible();
  });

  test("counts one person, day, wallet and link in the singular", async ({ api, open }) => {
    const tomorrow = addDays(today(), 1);
    const { payroll } = fullDashboard();
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    const one = fullDashboard({
      payroll: payroll && { ...payroll, runs: payroll.runs.map((run) => ({ ...run, people: 1 })) },
      due: [{ authority: "paye", owed: kobo(45_000n), due_date: tomorrow, month: null }],
    });
    api.on(getDashboard, () => one);
    const chain = { position: 1, hash: "ab".repeat(32), chained_at: new Date() };
    api.on(getBookProof, () => faultlessProof({ organizations: 3, checked: 1, chain }));
    const as = staffWith("organizations.read", "funding.read", "accounting.read", "payroll.read");
    open(address, { as });
    expect(within(await panel("Wallets")).getByText("in 1 wallet")).toBeVisible();
    expect(screen.getByText(/1 person, /)).toBeVisible();
    expect(screen.getByText("In 1 day")).toBeVisible();
    expect(await screen.findByText(/1 link, the last one/)).toBeVisible();
    expect(screen.getByText(/^1 of 3 organizations was checked since/)).toBeVisible();
  });

  test("shows nothing that the user may not see, and links to the user's work", async ({
    api,
    open,
  }) => {
    open(address, { as: memberOf(7, "employees.read") });
    expect(await screen.findByRole("navigation", { name: "Quick links" })).toBeVisible();
    await waitFor(() => expect(api.calls(getDashboard)).toHaveLength(1));
    expect(api.calls(getBookProof)).toHaveLength(0);
    expect(screen.queryByRole("region")).toBeNull();
  });

  test("shows that it could not be loaded, and retries", async ({ api, open }) => {
    const release = api.hold(getDashboard);
    api.on(getDashboard, () => refuse("busy"));
    const user = open(address, { as: memberOf(7, "funding.read") });
    expect(await screen.findByRole("navigation", { name: "Quick links" })).toBeVisible();
    release();
    expect(await screen.findByText("The dashboard could not be loaded.")).toBeVisible();
    api.on(getDashboard, () => fullDashboard());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await panel("Wallet")).toBeVisible();
  });

  test("shows the organization of the address", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    api.on(getDashboard, () => fullDashboard());
    open(`${address}?tenant_id=7`, {
      as: staffWith("organizations.read", "funding.read", "accounting.read"),
    });
    await waitFor(() => expect(api.calls(getBookProof)[0]?.input).toEqual({ tenant_id: 7 }));
    expect(api.calls(getDashboard)[0]?.input).toEqual({ tenant_id: 7 });
  });
});

describe("the proof of the books", () => {
  test("lists each fault with its link, checks again, and offers an attestation", async ({
    api,
    open,
  }) => {
    const fault = {
      kind: "ledger_balance_wrong",
      check: "totals",
      tenant_id: 7,
      subject: "ledger:21",
      message: "ledger 01-01-0001 stores -799 kobo",
      record: null,
    } as const;
    const payslip = {
      ...fault,
      kind: "payslip_lines_wrong",
      check: "payroll",
      subject: "payslip:9",
      message: "payslip 9 is wrong",
      record: { kind: "payslip", id: 9, company_id: 8, run_id: 4 },
    } as const;
    const checks = faultlessProof().checks.map((each) =>
      each.check === "totals" ? { ...each, faults: 1 } : each,
    );
    api.on(getBookProof, () => faultlessProof({ checks, faults: [fault, payslip] }));
    const user = open(address, { as: owner });
    const proof = within(await panel("Proof of the books"));
    expect(await proof.findByText("1 fault")).toBeVisible();
    const faults = within(proof.getByRole("list", { name: "Faults" }));
    expect(faults.getByText(fault.message)).toBeVisible();
    const opened = faults.getAllByRole("link", { name: "Open" });
    expect(opened.map((link) => link.getAttribute("href"))).toEqual([
      "/app/ledger-statement/21?tenant_id=7&view=all",
      "/app/payroll/7/8/4/payslips/9",
    ]);

    api.on(proveBooks, () => faultlessProof());
    api.on(getBookProof, () => faultlessProof());
    await user.click(proof.getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(proof.getAllByText("Passed")).toHaveLength(10));
    // The dashboard may show what the user has just done.
    await waitFor(() => expect(api.calls(getDashboard)).toHaveLength(2));

    api.on(attestationReport.file, () => new File(["%PDF"], "attestation.pdf"));
    await user.click(proof.getByRole("button", { name: "Download attestation" }));
    await user.click(await screen.findByRole("menuitem", { name: "PDF for your records" }));
    await waitFor(() =>
      expect(api.calls(attestationReport.file)[0]?.input).toMatchObject({ format: "pdf" }),
    );
  });

  test("names the attestation for books:verify by its day in Lagos", async ({ api, open }) => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    onTestFinished(() => click.mockRestore());
    api.on(getBookProof, () => faultlessProof());
    api.on(attestationReport.read, () => ({
      kontor: "attestation" as const,
      version: 1 as const,
      made_at: new Date("2026-03-10T23:30:00Z"),
      tenant_id: 7,
      code: "acme",
      name: "Acme Limited",
      entries: 0,
      figures: [],
      chain: null,
      waiting: 0,
      checked_at: null,
      faults: null,
    }));
    const user = open(address, { as: owner });
    const proof = within(await panel("Proof of the books"));
    await user.click(await proof.findByRole("button", { name: "Download attestation" }));
    await user.click(await screen.findByRole("menuitem", { name: "JSON file for books:verify" }));
    await waitFor(() => expect(saved).toEqual(["attestation_acme_2026-03-11.json"]));
  });

  test("of all organizations shows how many were checked, and asks to choose one", async ({
    api,
    open,
  }) => {
    api.on(getBookProof, () => faultlessProof({ organizations: 12, checked: 11, chain: null }));
    open(address, { as: staffWith("organizations.read", "accounting.read", "books.check") });
    expect(
      await screen.findByText("11 of 12 organizations were checked since 10 Mar 2026, 08:30"),
    ).toBeVisible();
    expect(screen.getByText(/Choose an organization to check its books now/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
    // Faults of the platform itself are only for its administrators.
    expect(screen.queryByLabelText("The platform itself")).toBeNull();
    expect(api.calls(getPlatformProof)).toEqual([]);
  });

  test("shows the administrator faults of the platform itself, with their links", async ({
    api,
    open,
  }) => {
    const checked_at = new Date("2026-03-10T07:30:00Z");
    api.on(getBookProof, () => faultlessProof({ organizations: 12, checked: 12, chain: null }));
    api.on(getPlatformProof, () => refuse("busy"));
    const user = open(address, { as: administrator, on: "phone" });
    const platform = within(await screen.findByRole("region", { name: "The platform itself" }));
    const again = await platform.findByRole("button", { name: "Try again" });
    const found = [
      ["log", `row 4 of the audit log was changed ${longWord}`],
      ["job", "the work of the queue books-check failed"],
      ["mails", "2 mails were given up"],
      ["backup", "the last backup failed at 09 Mar 2026, 03:00"],
      ["backup", "the last backup was made at 08 Mar 2026, 03:00"],
    ] as const;
    const backup_at = new Date("2026-03-08T02:00:00Z");
    api.on(getPlatformProof, () => ({
      checked_at,
      backup_at,
      chain: null,
      faults: found.map(([kind, message]) => ({ kind, message })),
    }));
    await user.click(again);
    const faults = within(await platform.findByRole("list", { name: "Faults of the platform" }));
    expect(faults.getAllByRole("listitem")).toHaveLength(5);
    expect(
      faults.getAllByRole("link", { name: "Open" }).map((link) => link.getAttribute("href")),
    ).toEqual(["/app/settings/audit-log?view=all", "/app/settings/outbox?status=FAILED"]);
    expect(platform.getByText(/Faults found, checked 10 Mar 2026, 08:30/)).toBeVisible();
    expect(platform.getByText("Last backup 08 Mar 2026, 03:00")).toBeVisible();
  });

  test("tells the administrator that there is no backup yet", async ({ api, open }) => {
    api.on(getBookProof, () => faultlessProof({ organizations: 12, checked: 12, chain: null }));
    open(address, { as: administrator });
    const platform = within(await screen.findByRole("region", { name: "The platform itself" }));
    expect(await platform.findByText("Kontor has not made a backup yet")).toBeVisible();
  });
});
