import { formatMoment } from "@kontor/contract/format";
import { countNotifications } from "@kontor/contract/notifications/notifications";
import { getPlatformProof } from "@kontor/contract/proof/proof";
import {
  discardMail,
  discardMails,
  getMail,
  listMails,
  retryMail,
} from "@kontor/contract/settings/mails";
import { getOutgoing } from "@kontor/contract/settings/outgoing";
import { getMailSettings } from "@kontor/contract/settings/settings";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { mailSettings, noMailServer, heldOutgoing } from "../../testing/samples/settings.ts";
import { longWord } from "../../testing/samples/text.ts";
import { administrator, staffWith } from "../../testing/users.ts";
import type { Mail } from "../data.ts";

const address = "/app/settings/outbox";
const moment = new Date("2026-03-05T13:30:00Z");
const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 1,
  label: "wallet_deposit",
  title: "Wallet Deposit",
  tenant_id: 7,
  organization_name: "Acme Limited",
  to_name: "Bola Ade",
  to_email: "bola@acme.example",
  subject: "₦3.00 was paid in",
  status: "SENT",
  tries: 1,
  next_try_at: null,
  last_error: null,
  created_at: moment,
  sent_at: moment,
  can_retry: false,
  can_discard: false,
  ...more,
});
const failed = mail({
  id: 2,
  subject: "Not delivered",
  status: "FAILED",
  sent_at: null,
  last_error: "550 No such person here",
  can_retry: true,
  can_discard: true,
});
const listed = (...rows: Mail[]) => {
  const counts = { WAITING: 0, SENT: 0, FAILED: 0, DISCARDED: 0 };
  for (const { status } of rows) counts[status] += 1;
  const newest_id = rows.length === 0 ? null : Math.max(...rows.map(({ id }) => id));
  return { data: { rows, counts, newest_id }, total: rows.length };
};

describe("the outbox", () => {
  test("says that there are no mails", async ({ api, open }) => {
    api.on(listMails, () => listed());
    open(address, { on: "phone" });
    expect(await screen.findByText("No emails yet")).toBeVisible();
  });

  test("offers the statuses in a list on a phone, which is narrower than them", async ({
    api,
    open,
  }) => {
    api.on(listMails, () => listed(failed, mail()));
    const user = open(address, { on: "phone" });
    await screen.findByRole("option", { name: "Failed (1)" });
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByLabelText("Status of emails")).toHaveDisplayValue("All emails");
    expect(screen.queryByRole("option", { name: /^Discarded/ })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Status of emails"), "Sent (1)");
    await waitFor(() => expect(api.calls(listMails).at(-1)?.input.status).toBe("SENT"));
  });

  test("keeps its filter at its former address", async ({ api, open }) => {
    api.on(listMails, () => listed(failed));
    open("/app/settings/mail?status=FAILED");
    expect(await screen.findByRole("table", { name: "Mails" })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe(`${address}?status=FAILED`);
    expect(api.calls(listMails)[0]?.input.status).toBe("FAILED");
  });

  test("names recipients and organizations, and in one banner why mails failed, also on a phone", async ({
    api,
    open,
  }) => {
    const alike = mail({ ...failed, id: 3, to_name: longWord, organization_name: null });
    const otherwise = mail({ ...failed, id: 4, last_error: `No answer from ${longWord}` });
    api.on(listMails, () => listed(mail(), failed, alike, otherwise));
    const user = open(address, { on: "phone" });
    const table = within(await screen.findByRole("table", { name: "Mails" }));
    expect(await table.findByText("Wallet Deposit · The platform")).toBeVisible();
    expect(table.getAllByText("Wallet Deposit · Acme Limited")[0]).toBeVisible();
    expect(table.getAllByText("FAILED")).toHaveLength(3);
    const banner = within(screen.getByRole("note", { name: "3 emails were not sent" }));
    expect(banner.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "550 No such person here",
      `No answer from ${longWord}`,
    ]);
    expect(table.queryByText("550 No such person here")).toBeNull();
    expect(banner.getByRole("link", { name: "Manage Mail" })).toHaveAttribute(
      "href",
      "/app/settings/mail",
    );
    await expectAccessible();
    await user.click(banner.getByRole("button", { name: "Show failed emails" }));
    await waitFor(() => expect(window.location.search).toContain("status=FAILED"));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Show failed emails" })).toBeNull(),
    );
    expect(screen.getByRole("note", { name: "3 emails were not sent" })).toBeVisible();
  });

  test("names a few reasons and counts the others", async ({ api, open }) => {
    const rows = ["A", "B", "C", "D", "E"].map((last_error, id) =>
      mail({ ...failed, id: id + 1, last_error }),
    );
    api.on(listMails, () => listed(...rows));
    open(`${address}?status=FAILED`);
    const banner = within(await screen.findByRole("note", { name: "5 emails were not sent" }));
    expect(banner.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "A",
      "B",
      "C",
      "Other reasons (2): open an email to see its reason.",
    ]);
  });

  test("shows no failures if there are none", async ({ api, open }) => {
    api.on(listMails, () => listed(mail()));
    open(address);
    expect(await screen.findByText("₦3.00 was paid in")).toBeVisible();
    expect(screen.queryByRole("note")).toBeNull();
  });

  test("says that emails wait for a mail server, and retries none meanwhile", async ({
    api,
    open,
  }) => {
    const past = new Date(Date.now() - 60_000);
    const waiting = mail({ status: "WAITING", sent_at: null, next_try_at: past, can_retry: true });
    api.on(listMails, () => listed(waiting));
    api.on(getMailSettings, () => noMailServer);
    const user = open(address);
    const note = within(await screen.findByRole("note", { name: "There is no mail server" }));
    expect(note.getByRole("link", { name: "Manage Mail" })).toHaveAttribute(
      "href",
      "/app/settings/mail",
    );
    expect(screen.queryByText(/^Next try/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for ₦3.00 was paid in" }));
    await screen.findByRole("menuitem", { name: "View" });
    expect(screen.queryByRole("menuitem", { name: "Retry" })).toBeNull();
  });

  test("retries none while they are on hold", async ({ api, open }) => {
    api.on(listMails, () => listed(failed));
    api.on(getOutgoing, () => heldOutgoing);
    const user = open(address, { as: { ...administrator, outgoing_held: true } });
    await user.click(await screen.findByRole("button", { name: "Actions for Not delivered" }));
    await screen.findByRole("menuitem", { name: "View" });
    expect(screen.queryByRole("menuitem", { name: "Retry" })).toBeNull();
  });

  test("says when an email is tried again that did not leave", async ({ api, open }) => {
    const next_try_at = new Date(Date.now() + 3_600_000);
    api.on(listMails, () => listed(mail({ status: "WAITING", sent_at: null, next_try_at })));
    api.on(getMailSettings, () => mailSettings());
    open(address);
    expect(await screen.findByText(`Next try ${formatMoment(next_try_at)}`)).toBeVisible();
  });

  test("can only be read without the permission to change it", async ({ api, open }) => {
    api.on(listMails, () => listed(failed));
    const user = open(`${address}?status=FAILED`, { as: staffWith("settings.read") });
    await user.click(await screen.findByRole("button", { name: "Actions for Not delivered" }));
    await screen.findByRole("menuitem", { name: "View" });
    expect(screen.queryByRole("menuitem", { name: "Retry" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Discard" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Discard All" })).toBeNull();
  });

  test("can be retried when it cannot be loaded", async ({ api, open }) => {
    api.on(listMails, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    api.on(listMails, () => listed(mail()));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("₦3.00 was paid in")).toBeVisible();
  });

  test("is filtered by status and searched, with both in the address", async ({ api, open }) => {
    api.on(listMails, ({ search, status }) =>
      search === "nobody"
        ? listed()
        : listed(...(status === "FAILED" ? [failed] : [mail(), failed])),
    );
    const user = open(address);
    await user.click(await screen.findByText("Failed (1)"));
    await waitFor(() => expect(window.location.search).toContain("status=FAILED"));
    await waitFor(() => expect(screen.queryByText("₦3.00 was paid in")).toBeNull());
    await user.type(screen.getByRole("searchbox", { name: "Search emails" }), "nobody");
    expect(await screen.findByText("No emails found")).toBeVisible();
    expect(window.location.search).toContain("search=nobody");
    expect(api.calls(listMails).at(-1)?.input).toMatchObject({
      status: "FAILED",
      search: "nobody",
      page: 1,
    });
  });

  test("opens mails, and retries those that failed", async ({ api, open }) => {
    api.on(listMails, () => listed(mail(), failed));
    api.on(getMail, () => ({ ...failed, html: "<p>Amount: ₦3.00</p>", text: "", withheld: false }));
    api.on(retryMail, () => ({ ...failed, status: "WAITING" as const }));
    const user = open(address);
    await chooseMenuItem(user, "Actions for Not delivered", "View");
    const shown = await findDialog("Not delivered");
    const frame = await shown.findByTitle("The mail");
    expect(frame).toHaveAttribute("sandbox", "");
    expect(frame.getAttribute("srcdoc")).toContain("Amount: ₦3.00");
    expect(shown.getByText("FAILED, 1 try")).toBeVisible();
    expect(shown.getByText("550 No such person here")).toBeVisible();
    await user.click(shown.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await chooseMenuItem(user, "Actions for Not delivered", "Retry");
    await expectMessage("The email is being sent again.");
    expect(api.calls(retryMail)[0]?.input).toEqual({ id: 2 });
    await user.click(screen.getByRole("button", { name: "Actions for ₦3.00 was paid in" }));
    await screen.findByRole("menuitem", { name: "View" });
    expect(screen.queryByRole("menuitem", { name: "Retry" })).toBeNull();
  });

  test("discards an email that the dashboard lists among the faults, and the bell counts", async ({
    api,
    open,
  }) => {
    const proof = { checked_at: moment, backup_at: moment, chain: null };
    const fault = { kind: "mails", message: "1 mail was given up" } as const;
    api.on(getPlatformProof, () => ({ ...proof, faults: [fault] }));
    api.on(countNotifications, () => ({ unread: 1 }));
    api.on(listMails, () => listed(failed));
    api.on(discardMail, () => {
      api.on(getPlatformProof, () => ({ ...proof, faults: [] }));
      api.on(countNotifications, () => ({ unread: 0 }));
      return failed;
    });
    const user = open("/app/dashboard", { as: administrator });
    await screen.findByText("1 mail was given up");
    await user.click(screen.getByRole("link", { name: "Open" }));
    expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
    await chooseMenuItem(user, "Actions for Not delivered", "Discard");
    await expectMessage("1 email was discarded.");
    expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
    window.history.back();
    await screen.findByRole("region", { name: "The platform itself" });
    await waitFor(() => expect(screen.queryByText("1 mail was given up")).toBeNull());
  });

  test("discards an email, which is then neither waiting nor reported as failed", async ({
    api,
    open,
  }) => {
    const discarded = mail({ ...failed, status: "DISCARDED", can_discard: false });
    api.on(listMails, () => listed(failed));
    api.on(discardMail, () => {
      api.on(listMails, () => listed(discarded));
      return discarded;
    });
    const user = open(address);
    await screen.findByRole("note", { name: "1 email was not sent" });
    expect(screen.queryByText(/^Discarded \(/)).toBeNull();
    await chooseMenuItem(user, "Actions for Not delivered", "Discard");
    await expectMessage("1 email was discarded.");
    expect(api.calls(discardMail)[0]?.input).toEqual({ id: 2 });
    await waitFor(() => expect(screen.queryByRole("note")).toBeNull());
    expect(screen.getByText("DISCARDED")).toBeVisible();
    expect(screen.getByText("Discarded (1)")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Actions for Not delivered" }));
    expect(await screen.findByRole("menuitem", { name: "Retry" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Discard" })).toBeNull();
  });

  test("discards all waiting emails that match a search, while they are on hold", async ({
    api,
    open,
  }) => {
    const waiting = mail({ id: 5, status: "WAITING", sent_at: null, can_discard: true });
    api.on(getMailSettings, () => mailSettings());
    api.on(getOutgoing, () => heldOutgoing);
    api.on(listMails, () => listed(waiting, mail({ ...waiting, id: 9 })));
    api.on(discardMails, () => {
      api.on(listMails, () => listed());
      return { discarded: 2 };
    });
    const user = open(`${address}?status=WAITING&search=paid`, {
      as: { ...administrator, outgoing_held: true },
    });
    await user.click(await screen.findByRole("button", { name: "Discard All" }));
    const question = "Discard 2 waiting emails that match “paid”?";
    expect((await findDialog(question)).getByText(/^They are not sent\. They stay/)).toBeVisible();
    await answer(user, question, "Cancel");
    expect(api.calls(discardMails)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Discard All" }));
    await answer(user, question, "Yes");
    await expectMessage("2 emails were discarded.");
    expect(api.calls(discardMails).map(({ input }) => input)).toEqual([
      { status: "WAITING", search: "paid", newest_id: 9 },
    ]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Discard All" })).toBeNull());
  });

  test("discards all only of a list that is loaded and has some", async ({ api, open }) => {
    const waiting = mail({ id: 5, status: "WAITING", sent_at: null, can_discard: true });
    api.on(getMailSettings, () => mailSettings());
    api.on(listMails, () => listed(failed, waiting));
    const user = open(`${address}?status=FAILED`);
    expect(await screen.findByRole("button", { name: "Discard All" })).toBeEnabled();
    const release = api.hold(listMails);
    await user.click(screen.getByText("Waiting (1)"));
    await waitFor(() => expect(screen.getByRole("button", { name: "Discard All" })).toBeDisabled());
    api.on(listMails, () => listed(mail()));
    release();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Discard All" })).toBeNull());
    expect(await screen.findByText("Waiting (0)")).toBeVisible();
  });

  test("says why all cannot be discarded", async ({ api, open }) => {
    api.on(listMails, () => listed(failed));
    api.on(discardMails, () => refuse("busy"));
    const user = open(`${address}?status=FAILED`);
    await user.click(await screen.findByRole("button", { name: "Discard All" }));
    await answer(user, "Discard 1 failed email?", "Yes");
    await expectMessage("The server is busy. Try again in a moment.");
    expect(screen.getByRole("button", { name: "Discard All" })).toBeEnabled();
  });

  test("does not show confidential mails", async ({ api, open }) => {
    const secret = mail({ subject: "Password Reset", title: "Password Reset" });
    api.on(listMails, () => listed(secret));
    api.on(getMail, () => ({ ...secret, html: null, text: null, withheld: true }));
    const user = open(address);
    await chooseMenuItem(user, "Actions for Password Reset", "View");
    const shown = await findDialog("Password Reset");
    expect(await shown.findByText(/^The text is not shown because this email/)).toBeVisible();
    expect(shown.queryByTitle("The mail")).toBeNull();
  });
});
