import { kobo } from "@kontor/books/money";
import {
  getPortalOffer,
  listPortalAdvances,
  requestPortalAdvance,
  withdrawPortalAdvance,
} from "@kontor/contract/portal/advances";
import { portalSignOut } from "@kontor/contract/portal/session";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { queryClient } from "../platform/query-client.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { answer, expectMessage } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { answerPortal, portalAdvance } from "../testing/samples/portal.ts";
import { advanceOffer } from "../testing/samples/salary-advances.ts";
import { longWord } from "../testing/samples/text.ts";

const onPhone = { inPortal: true, on: "phone" } as const;
const send = () => screen.findByRole("button", { name: "Send request" });
const terms = () => screen.findByLabelText("I have read and accept these terms");
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("kontor:draft"));
const panel = async (name: string) => within(await screen.findByRole("region", { name }));

async function requestAdvance(user: UserEvent, amount: string) {
  const field = await screen.findByLabelText("Amount");
  await fillField(user, field, amount);
}

describe("requesting an advance in the portal", () => {
  test("starts with the limit and its calculation", async ({ api, open }) => {
    answerPortal(api);
    const user = open("/portal", onPhone);
    const offer = await panel("Salary advance");
    expect(await offer.findByText("You can ask for up to")).toBeVisible();
    await expectAccessible();
    await user.click(offer.getByRole("link", { name: "Ask for an advance" }));
    expect(await screen.findByRole("heading", { name: "Ask for an advance" })).toBeVisible();
    expect(window.location.pathname).toBe("/portal/ask");
  });

  test("sends amount, plan and accepted terms once", async ({ api, open }) => {
    answerPortal(api);
    const advance = portalAdvance();
    api.on(requestPortalAdvance, () => advance);
    const release = api.hold(requestPortalAdvance);
    const user = open("/portal/ask", onPhone);
    expect(await send()).toHaveAttribute("aria-disabled", "true");
    await requestAdvance(user, "50000");
    await user.click(screen.getByRole("radio", { name: "3 instalments" }));
    await expectAccessible();
    await user.click(await send());
    // The terms must be accepted first.
    expect(await screen.findByText("Accept the terms first.")).toBeVisible();
    expect(api.calls(requestPortalAdvance)).toEqual([]);
    await user.click(await terms());
    api.on(listPortalAdvances, () => ({ data: [advance], total: 1 }));
    await user.dblClick(await send());
    release();
    await expectMessage("Your request has been sent. You will get an email when it is decided.");
    expect(await screen.findByRole("article", { name: "Request SA-000012" })).toBeVisible();
    const calls = api.calls(requestPortalAdvance);
    expect(calls.map(({ input }) => input)).toEqual([
      {
        amount: 50_000_00n,
        instalments: 3,
        terms_version: advanceOffer().terms.version,
        payback_amount: expect.any(BigInt),
      },
    ]);
  });

  test("says when the request was approved immediately", async ({ api, open }) => {
    answerPortal(api);
    api.on(requestPortalAdvance, () => portalAdvance({ status: "APPROVED", on_its_way: true }));
    const user = open("/portal/ask", onPhone);
    await requestAdvance(user, "1000");
    await user.click(await terms());
    await user.click(await send());
    await expectMessage("Your advance is approved. The money is on its way to your bank account.");
  });

  test("keeps the input when it is refused, and asks to accept changed terms", async ({
    api,
    open,
  }) => {
    answerPortal(api);
    api.on(requestPortalAdvance, () => refuseAt("terms_version", "terms_changed"));
    const user = open("/portal/ask", onPhone);
    await requestAdvance(user, "1000");
    await user.click(await terms());
    await user.click(await send());
    await expectMessage("The terms have changed. Read and accept the current terms.");
    await waitFor(async () => expect(await terms()).not.toBeChecked());
    expect(await screen.findByLabelText("Amount")).toHaveValue("1,000.00");
    api.on(requestPortalAdvance, loseConnection);
    await user.click(await terms());
    await user.click(await send());
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  });

  test("is not lost without a question, except by signing out", async ({ api, open }) => {
    answerPortal(api);
    api.on(portalSignOut, () => ({ done: true as const }));
    const user = open("/portal/ask", onPhone);
    await requestAdvance(user, "50000");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await answer(user, "Leave without saving?", "Cancel");
    expect(window.location.pathname).toBe("/portal/ask");
    expect(screen.getByLabelText("Amount")).toHaveValue("50,000.00");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(window.location.pathname).toBe("/portal"));

    await user.click(await screen.findByRole("link", { name: "Ask for an advance" }));
    await requestAdvance(user, "50000");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(window.location.pathname).toBe("/portal/sign-in"));
  });

  test("stores a draft for this employee, without the acceptance, until it is sent", async ({
    api,
    open,
  }) => {
    answerPortal(api);
    api.on(requestPortalAdvance, loseConnection);
    const user = open("/portal/ask", onPhone);
    await requestAdvance(user, "50000");
    await user.click(await terms());
    await user.click(await send());
    await waitFor(() => expect(api.calls(requestPortalAdvance)).toHaveLength(1));
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    cleanup();

    api.on(requestPortalAdvance, () => portalAdvance());
    open("/portal/ask", onPhone);
    await user.click(await screen.findByRole("button", { name: "Go on with it" }));
    expect(screen.getByLabelText("Amount")).toHaveValue("50,000.00");
    expect(await terms()).not.toBeChecked();
    await user.click(await terms());
    await user.click(await send());
    await expectMessage("Your request has been sent. You will get an email when it is decided.");
    // The server recognizes the request whose response was lost.
    const [lost, resumed] = api.calls(requestPortalAdvance);
    expect(resumed?.headers.get("Idempotency-Key")).toBe(
      lost?.headers.get("Idempotency-Key") ?? "no key",
    );
    expect(drafts()).toEqual([]);
  });

  test("offers a draft to nobody else, and removes it at logout", async ({ api, open }) => {
    answerPortal(api);
    api.on(portalSignOut, () => ({ done: true as const }));
    const user = open("/portal/ask", onPhone);
    await requestAdvance(user, "50000");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    cleanup();

    queryClient.clear();
    answerPortal(api, { employment: { tenant_id: 7, employee_id: 13 } });
    open("/portal/ask", onPhone);
    expect(await send()).toBeVisible();
    expect(screen.queryByRole("button", { name: "Go on with it" })).toBeNull();
    cleanup();

    queryClient.clear();
    answerPortal(api);
    open("/portal/ask", onPhone);
    expect(await screen.findByRole("button", { name: "Go on with it" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(window.location.pathname).toBe("/portal/sign-in"));
    expect(drafts()).toEqual([]);
  });

  test("says why no request is possible", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalOffer, () => advanceOffer({ ineligible: ["no_pay_rate"] }));
    open("/portal", onPhone);
    const offer = await panel("Salary advance");
    const words = "Your pay has not been recorded yet, so no limit can be calculated.";
    expect(await offer.findByText(words)).toBeVisible();
    expect(offer.queryByRole("link")).toBeNull();
  });

  test("says on both pages that the organization takes no requests", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalOffer, () =>
      refuse("portal_no_advances", { organization: "Acme", support: "people@acme-corp.example" }),
    );
    const user = open("/portal/ask", onPhone);
    const words =
      "Acme is not accepting requests for salary advances for now. For questions write to people@acme-corp.example.";
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByText("You have not asked for an advance yet")).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
  });

  test("shows that it is loading, and can be retried", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalOffer, () => refuse("busy"));
    const user = open("/portal/ask", onPhone);
    expect(await screen.findByText("What you can ask for could not be loaded.")).toBeVisible();
    api.on(getPortalOffer, () => advanceOffer());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await send()).toBeVisible();
  });
});

describe("requests in the portal", () => {
  const paid_at = new Date("2026-03-11T09:00:00Z");

  test("show their status and the amount to repay", async ({ api, open }) => {
    answerPortal(api);
    const payback = portalAdvance().payback_amount;
    const instalments = portalAdvance().instalments.map((part) => ({
      ...part,
      repaid: part.number === 1 ? part.amount : kobo(100_00n),
    }));
    const data = [
      portalAdvance({ id: 8, status: "APPROVED" }),
      portalAdvance({ id: 7, status: "PAID", paid_at, written_off: payback }),
      portalAdvance({ id: 6, status: "APPROVED", on_its_way: true }),
      portalAdvance({ id: 5, status: "PAID", paid_at, outstanding: payback }),
      portalAdvance({ id: 4, status: "PAID", paid_at, instalments, outstanding: kobo(50_639_72n) }),
      portalAdvance({ id: 3, status: "PAID", paid_at }),
      portalAdvance({ id: 2, status: "REJECTED", reason: longWord }),
      portalAdvance({ id: 1, status: "REJECTED", withdrawn: true }),
    ];
    api.on(listPortalAdvances, () => ({ data, total: 8 }));
    const user = open("/portal", onPhone);
    for (const words of [
      "Approved. The money will be sent to your bank account as soon as possible.",
      "Paid out on 11 Mar 2026. Nothing is left to pay back: ₦100,986.30 was written off.",
      "Approved. The money is on its way to your bank account.",
      "Paid out on 11 Mar 2026.",
      "Paid out on 11 Mar 2026. ₦50,639.72 left to pay back.",
      "Paid out on 11 Mar 2026. Paid back in full.",
      `Rejected: ${longWord}`,
      "You withdrew this request.",
    ]) {
      expect(await screen.findByText(words)).toBeVisible();
    }
    const [, , , , third] = screen.getAllByText("₦100,986.30 to pay back in 2 instalments");
    if (third) await user.click(third);
    expect(screen.getByText("₦100,986.30 paid back in 2 instalments")).toBeVisible();
    expect(screen.getByText("paid back")).toBeVisible();
    expect(screen.getByText("₦100.00 paid back")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    await expectAccessible();
  });

  test("can be opened by links in mails, and say when an approval was revoked", async ({
    api,
    open,
  }) => {
    answerPortal(api);
    const revoked = { status: "REJECTED", revoked: true, reason: "The project ends" } as const;
    const data = [portalAdvance({ id: 62, number: "SA-000013" }), portalAdvance(revoked)];
    api.on(listPortalAdvances, () => ({ data, total: 2 }));
    open("/portal/advances/61", { inPortal: true, on: "phone" });
    const named = await screen.findByRole("article", { name: "Request SA-000012" });
    expect(named).toHaveTextContent(
      "It was approved, but the approval was later revoked: The project ends",
    );
    expect(named).toHaveAttribute("data-named");
    expect(screen.getByRole("article", { name: "Request SA-000013" })).not.toHaveAttribute(
      "data-named",
    );
  });

  test("can be withdrawn while they wait, after a confirmation", async ({ api, open }) => {
    answerPortal(api);
    let advance = portalAdvance();
    api.on(listPortalAdvances, () => ({ data: [advance], total: 1 }));
    api.on(withdrawPortalAdvance, () => {
      advance = portalAdvance({ status: "REJECTED", withdrawn: true });
      return advance;
    });
    const user = open("/portal", onPhone);
    await user.click(await screen.findByRole("button", { name: "Withdraw" }));
    await answer(user, "Withdraw this request?", "Cancel");
    expect(api.calls(withdrawPortalAdvance)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    await answer(user, "Withdraw this request?", "Yes");
    await expectMessage("Your request has been withdrawn.");
    expect(await screen.findByText("You withdrew this request.")).toBeVisible();
    expect(api.calls(withdrawPortalAdvance).map(({ input }) => input)).toEqual([{ id: 61 }]);
  });

  test("say when one was decided meanwhile", async ({ api, open }) => {
    answerPortal(api);
    api.on(listPortalAdvances, () => ({ data: [portalAdvance()], total: 1 }));
    api.on(withdrawPortalAdvance, () => refuse("advance_not_pending"));
    const user = open("/portal", onPhone);
    await user.click(await screen.findByRole("button", { name: "Withdraw" }));
    await answer(user, "Withdraw this request?", "Yes");
    await expectMessage("This request has already been decided, so it can no longer be withdrawn.");
  });

  test("are ten at first, and older ones on request", async ({ api, open }) => {
    answerPortal(api);
    const all = Array.from({ length: 12 }, (_, index) => portalAdvance({ id: 100 - index }));
    api.on(listPortalAdvances, ({ per_page }) => ({ data: all.slice(0, per_page), total: 12 }));
    const user = open("/portal", onPhone);
    expect(await screen.findAllByRole("article")).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "Show older requests" }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(12));
    expect(screen.queryByRole("button", { name: "Show older requests" })).toBeNull();
  });
});
