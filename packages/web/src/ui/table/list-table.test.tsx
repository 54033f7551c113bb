import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getMail, listMails, retryMail } from "@kontor/contract/settings/mails";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished } from "vitest";

import type { Mail } from "../../settings/data.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { chooseDensity } from "./density.ts";

const moment = new Date("2026-03-05T13:30:00Z");
const mail = (id: number, status: Mail["status"]): Mail => ({
  id,
  label: "wallet_deposit",
  title: "Wallet Deposit",
  tenant_id: 7,
  organization_name: "Acme Limited",
  to_name: "Bola Ade",
  to_email: "bola@acme.example",
  subject: `Mail ${id}`,
  status,
  tries: 1,
  next_try_at: null,
  last_error: null,
  created_at: moment,
  sent_at: status === "SENT" ? moment : null,
  can_retry: status === "FAILED",
  can_discard: status === "FAILED",
});
const mails = [mail(1, "SENT"), mail(2, "FAILED"), mail(3, "FAILED")];

/** The list of mails: its rows open a dialog, and failed ones can be retried together. */
function serveMails(api: FakeApi): void {
  api.on(listMails, () => ({
    data: { rows: mails, counts: { WAITING: 0, SENT: 1, FAILED: 2, DISCARDED: 0 }, newest_id: 3 },
    total: mails.length,
  }));
  api.on(getMail, ({ id }) => ({
    ...(mails.find((each) => each.id === id) ?? mail(1, "SENT")),
    html: null,
    text: "Hello",
    withheld: false,
  }));
}

const table = () => screen.findByRole("table", { name: "Mails" });
const box = (name: string) => screen.getByRole("checkbox", { name });

afterEach(() => chooseDensity("comfortable"));

describe("the rows of a table", () => {
  test("are denser on demand, and stay so on this device", async ({ api, open }) => {
    serveMails(api);
    const user = open("/app/settings/outbox");
    expect(await table()).toHaveAttribute("data-density", "comfortable");
    await user.click(await screen.findByRole("button", { name: "Compact rows" }));
    expect(await table()).toHaveAttribute("data-density", "compact");
    expect(localStorage.getItem("table_density")).toBe("compact");
    await user.click(screen.getByRole("button", { name: "Comfortable rows" }));
    expect(await table()).toHaveAttribute("data-density", "comfortable");
  });

  test("are navigated by the arrow keys, and opened by Enter or a click", async ({ api, open }) => {
    serveMails(api);
    const user = open("/app/settings/outbox");
    const rows = within(await table());
    const opening = (name: string) => rows.getByRole("button", { name: new RegExp(`^${name}`) });
    await rows.findByText("Mail 1");
    opening("Mail 1").focus();
    await user.keyboard("{ArrowUp}");
    expect(opening("Mail 1")).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(opening("Mail 3")).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowUp}");
    expect(opening("Mail 2")).toHaveFocus();
    await user.keyboard("{Enter}");
    await user.click((await findDialog("Mail 2")).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // A click beside the link opens the row too; a click on its tick box does not.
    await user.click(box("Select Mail 3"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(rows.getAllByText("Bola Ade")[2] as HTMLElement);
    expect((await findDialog("Mail 3")).getByRole("button", { name: "Close" })).toBeVisible();
  });

  test("are selected one by one or all together, for bulk actions", async ({ api, open }) => {
    serveMails(api);
    api.on(retryMail, ({ id }) => mail(id, "WAITING"));
    const user = open("/app/settings/outbox");
    await within(await table()).findByText("Mail 1");
    expect(screen.queryByRole("group", { name: "Selected rows" })).toBeNull();
    await user.click(box("Select Mail 1"));
    const bar = within(screen.getByRole("group", { name: "Selected rows" }));
    expect(bar.getByRole("status")).toHaveTextContent("1 ticked");
    // The bar is below the rows: above them it would shift the next row away from the pointer.
    const order = (await table()).compareDocumentPosition(bar.getByRole("status"));
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(box("Select all rows on this page")).toBePartiallyChecked();
    // A mail that was sent is not retried.
    expect(bar.getByRole("button", { name: "Retry (0)" })).toBeDisabled();
    await user.click(box("Select all rows on this page"));
    expect(bar.getByRole("status")).toHaveTextContent("3 ticked");
    await user.click(bar.getByRole("button", { name: "Clear selection" }));
    expect(box("Select Mail 1")).not.toBeChecked();

    await user.click(box("Select all rows on this page"));
    await user.click(screen.getByRole("button", { name: "Retry (2)" }));
    await expectMessage("2 emails are being sent again.");
    expect(api.calls(retryMail).map(({ input }) => input)).toEqual([{ id: 2 }, { id: 3 }]);
    await waitFor(() => expect(screen.queryByRole("group", { name: "Selected rows" })).toBeNull());
  });

  test("lead from the last tick to the actions without the rows in between", async ({
    api,
    open,
  }) => {
    serveMails(api);
    const user = open("/app/settings/outbox");
    await within(await table()).findByText("Mail 1");
    const skips = () => screen.queryAllByRole("button", { name: "Skip to actions" });
    expect(skips()).toEqual([]);
    box("Select Mail 1").focus();
    await user.keyboard(" ");
    box("Select Mail 2").focus();
    await user.keyboard(" ");
    expect(skips()).toHaveLength(1);
    await user.tab();
    expect(skips()[0]).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Retry (1)" })).toHaveFocus();

    box("Select all rows on this page").focus();
    await user.keyboard(" ");
    await user.tab();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Retry (2)" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(skips()).toEqual([]);
  });
});

test("a phone, which has no headers, offers every order of the columns in one select", async ({
  api,
  open,
}) => {
  api.on(listOrganizations, () => ({ data: [], total: 0 }));
  const user = open("/app/organizations", { on: "phone" });
  const order = await screen.findByRole("combobox", { name: "Order of Organizations" });
  await user.selectOptions(order, "Created On, newest first");
  await waitFor(() => expect(window.location.search).toBe("?sort=-created_at"));
  expect(api.calls(listOrganizations).at(-1)?.input).toMatchObject({ sort: "-created_at" });
  expect(order).toHaveDisplayValue("Created On, newest first");
});

test("the hidden header of a phone takes no focus, and all rows are ticked above them", async ({
  api,
  open,
}) => {
  serveMails(api);
  const user = open("/app/settings/outbox", { on: "phone" });
  const rows = within(await table());
  await rows.findByText("Mail 1");
  for (const header of rows.getAllByRole("columnheader")) {
    expect(within(header).queryByRole("button")).toBeNull();
    expect(within(header).queryByRole("checkbox")).toBeNull();
  }
  expect(rows.getByRole("columnheader", { name: "Status" })).toBeInTheDocument();
  await user.click(box("Select all rows on this page"));
  expect(box("Select Mail 3")).toBeChecked();
});

test("a phone has the paging buttons on one line", async ({ api, open }) => {
  serveMails(api);
  api.on(listMails, () => ({
    data: { rows: mails, counts: { WAITING: 0, SENT: 1, FAILED: 2, DISCARDED: 0 }, newest_id: 3 },
    total: 320,
  }));
  open("/app/settings/outbox", { on: "phone" });
  const pages = within(await screen.findByRole("navigation", { name: "Pages of Mails" }));
  expect(pages.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Previous page",
    "Page 1",
    "Page 2",
    "Page 3",
    "Page 32",
    "Next page",
  ]);
});

test("the words of an empty list wait until its spinner is gone", async ({ api, open }) => {
  api.on(listOrganizations, () => ({ data: [], total: 0 }));
  const release = api.hold(listOrganizations);
  open("/app/organizations");
  const spinner = await screen.findByRole("status", { name: "Loading Organizations" });
  const organizations = screen.getByRole("table", { name: "Organizations" });
  // Every state of the page, since how long each lasts depends on the machine.
  const states = new Set<string>();
  const observer = new MutationObserver(() => {
    const spins = spinner.isConnected ? "spinner" : "no spinner";
    const words = screen.queryByText("There are no orgs available") === null ? "no words" : "words";
    states.add(`busy ${organizations.getAttribute("aria-busy")}, ${spins}, ${words}`);
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  release();
  expect(await screen.findByText("There are no orgs available")).toBeVisible();
  // The spinner outlives the loading, and lies over the middle of the table.
  await waitFor(() => expect([...states]).toContain("busy false, no spinner, words"));
  expect([...states].filter((state) => !state.startsWith("busy true"))).toEqual([
    "busy false, spinner, no words",
    "busy false, no spinner, words",
  ]);
});

test("a wide screen sorts by the headers", async ({ api, open }) => {
  api.on(listOrganizations, () => ({ data: [], total: 0 }));
  open("/app/organizations");
  await screen.findByRole("table", { name: "Organizations" });
  expect(screen.queryByRole("combobox", { name: "Order of Organizations" })).toBeNull();
});

test("filters collapse into a button that says how many are set", async ({ api, open }) => {
  api.on(listPlatformAudit, () => ({ data: [], total: 0 }));
  const user = open("/app/settings/audit-log?start_date=2026-03-01&end_date=2026-03-31", {
    on: "phone",
  });
  const fold = await screen.findByRole("button", { name: "Filters (2)" });
  const folded = document.getElementById(fold.getAttribute("aria-controls") ?? "");
  expect(fold).toHaveAttribute("aria-expanded", "false");
  expect(folded).not.toHaveAttribute("data-open");
  await user.click(fold);
  expect(fold).toHaveAttribute("aria-expanded", "true");
  expect(folded).toHaveAttribute("data-open");
  expect(folded).toContainElement(screen.getByLabelText("Kind"));
  await user.click(fold);
  expect(folded).not.toHaveAttribute("data-open");
});

test("filters on a phone are mounted when they are unfolded", async ({ api, open }) => {
  api.on(listPlatformAudit, () => ({ data: [], total: 0 }));
  const user = open("/app/settings/audit-log", { on: "phone" });
  const fold = await screen.findByRole("button", { name: "Filters" });
  const folded = document.getElementById(fold.getAttribute("aria-controls") ?? "");
  expect(folded).toBeEmptyDOMElement();
  await user.click(fold);
  expect(folded).toContainElement(screen.getByLabelText("Kind"));
});
