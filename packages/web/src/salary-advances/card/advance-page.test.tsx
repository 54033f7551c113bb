import { kobo } from "@kontor/books/money";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { sendAdvance } from "@kontor/contract/salary-advances/repayments";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import {
  answerCard,
  approvedAdvance,
  manualDecision,
  listedAdvance,
  openedAdvance,
  paidAdvance,
  sentTransfer,
} from "../../testing/samples/salary-advances.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

type Advance = ReturnType<typeof openedAdvance>;
type Obstacle = NonNullable<Advance["obstacle"]>["code"];

const page = "/app/salary-advances/7/9/61";
const owner = memberOf(
  7,
  "organizations.read",
  "salary-advances.read",
  "salary-advances.decide",
  "salary-advances.write-off",
  "employees.read",
  "funding.read",
  "accounting.read",
);
const reader = memberOf(7, "salary-advances.read");

const sums = (label: string) =>
  [...screen.getByLabelText(label).children].map(({ textContent }) => textContent);

describe("the card of a salary advance", () => {
  test("shows no minus before zero", async ({ api, open }) => {
    const { limit } = openedAdvance();
    answerCard(api, openedAdvance({ limit: limit && { ...limit, others: kobo(0n) } }));
    open(page, { as: owner });
    await screen.findByLabelText("How the limit is calculated");
    expect(sums("How the limit is calculated")).toContain("Other advances, owed or requested₦0.00");
  });

  test("shows everything that a decision needs", async ({ api, open }) => {
    answerCard(api, openedAdvance());
    open(page, { as: owner });
    const request = within(await screen.findByRole("region", { name: "Request" }));
    expect(request.getByRole("link", { name: "Ada Okafor" })).toHaveAttribute(
      "href",
      "/app/employees/7/21",
    );
    for (const text of ["SA-000012", "ACM-0007", "Acme Corporation", "PENDING", "₦101,479.45"]) {
      expect(request.getByText(text)).toBeVisible();
    }
    expect(request.getByText("Requested 10 Mar 2026, 09:30, recorded by Ngozi Hr")).toBeVisible();
    expect(request.getByText("₦1,479.45 interest at 12% a year")).toBeVisible();
    expect(request.getByText("In 3 instalments")).toBeVisible();
    expect(screen.getByText("Nothing prevents approval")).toBeVisible();
    expect(sums("How the limit is calculated")).toEqual([
      "Monthly gross₦450,000.00",
      "50% of monthly gross₦225,000.00",
      "Other advances, owed or requested− ₦50,000.00",
      "Remaining limit₦175,000.00",
      "This request− ₦100,000.00",
      "Left after this request₦75,000.00",
    ]);
    expect(sums("What the wallet covers")).toEqual([
      "Balance₦2,500,000.00",
      "Reserved for others− ₦300,000.00",
      "This one− ₦100,000.00",
      "Left after this request₦2,100,000.00",
    ]);
    expect(headersOf("Repayment Plan")).toEqual([
      "Payday",
      "Principal",
      "Interest",
      "Instalment",
      "Net Pay",
      "Left",
    ]);
    const april = within(await rowWith("Repayment Plan", "25 Apr 2026"));
    for (const text of ["₦33,333.33", "₦504.11", "₦33,837.44", "₦361,250.00", "₦327,412.56"]) {
      expect(april.getByText(text)).toBeVisible();
    }
    expect(screen.getByText("The employee has no other advances.")).toBeVisible();
    expect(screen.getByText("On signed paper")).toBeVisible();
    expect(screen.getByText("Folder 12")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Payment" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Record Repayment" })).toBeNull();
    await expectAccessible();
  });

  test("offers no approval when a binding Labour Act forbids it", async ({ api, open }) => {
    const labour_act = [{ limit: "another_owed" as const, section: "Labour Act, s.4" }];
    answerCard(api, openedAdvance({ warns: true, ineligible: ["labour_act"], labour_act }));
    open(page, { as: owner });
    expect(await screen.findByText("This request cannot be approved")).toBeVisible();
    expect(
      screen.getByText("Labour Act, s.4: another advance is approved or still owed."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });

  test("shows every warning, and asks before approving", async ({ api, open }) => {
    const change = answerCard(
      api,
      openedAdvance({
        warns: true,
        ineligible: ["over_limit"],
        labour_act: [{ limit: "too_few_instalments", section: "Labour Act, s.4" }],
        limit: {
          gross_monthly: kobo(150_000_00n),
          limit: kobo(75_000_00n),
          others: kobo(0n),
          available: kobo(75_000_00n),
        },
        wallet: {
          balance: kobo(90_000_00n),
          needed_later: kobo(30_000_00n),
          promised: kobo(0n),
          missing: kobo(40_000_00n),
        },
        projected: [
          {
            due: "2026-03-25",
            net: kobo(30_000_00n),
            instalment: kobo(33_497_71n),
            left: null,
          },
        ],
      }),
    );
    api.on(decideAdvance, ({ status }) => {
      change(approvedAdvance());
      return listedAdvance({ status });
    });
    const user = open(page, { as: owner });
    const warnings = within(await screen.findByRole("note"));
    expect(warnings.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "The amount is more than the remaining limit.",
      "Labour Act, s.4: it has fewer than three monthly instalments.",
      "The net pay of 25 Mar 2026 does not cover its instalment.",
      "The wallet is short by ₦40,000.00. If approved, the advance waits for funds.",
    ]);
    expect(sums("How the limit is calculated").at(-1)).toBe("Over the limit by₦25,000.00");
    expect(sums("What the wallet covers")).toEqual([
      "Balance₦90,000.00",
      "Needed by entries dated later− ₦30,000.00",
      "Reserved for others₦0.00",
      "This one− ₦100,000.00",
      "Missing₦40,000.00",
    ]);
    expect(screen.getByText("Not covered by ₦30,000.00")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Approve" }));
    await answer(user, "Approve despite the warnings?", "Cancel");
    expect(api.calls(decideAdvance)).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Approve" }));
    await answer(user, "Approve despite the warnings?", "Yes");
    await expectMessage("Salary advance approved successfully..");
    expect(await screen.findByText("Ngozi Hr")).toBeVisible();
  });

  test("keeps the focus on the screen when its buttons go with the decision", async ({
    api,
    open,
  }) => {
    const change = answerCard(api, openedAdvance());
    api.on(decideAdvance, ({ status }) => {
      change(approvedAdvance());
      return listedAdvance({ status });
    });
    const user = open(page, { as: owner });
    (await screen.findByRole("button", { name: "Approve" })).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Ngozi Hr")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("can be rejected with a reason, which is mailed", async ({ api, open }) => {
    const change = answerCard(api, openedAdvance());
    api.on(decideAdvance, ({ status, reason }) => {
      change(
        openedAdvance({
          status: "REJECTED",
          decision: { ...manualDecision, reason: reason ?? "" },
        }),
      );
      return listedAdvance({ status });
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const modal = await findDialog("Reject Salary Advance");
    expect(modal.getByText("Emailed to Ada Okafor exactly as you write it.")).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "Ask again in April.");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    await expectMessage("Salary advance rejected successfully..");
    expect(api.calls(decideAdvance)[0]?.input).toEqual({
      id: 61,
      tenant_id: 7,
      employee_id: 21,
      amount: kobo(100_000_00n),
      status: "REJECTED",
      reason: "Ask again in April.",
    });
    expect(await screen.findByText("Rejected By")).toBeVisible();
    expect(screen.getByText("Ask again in April.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    // The button that had the focus is removed after the decision.
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("shows the decision of the user who was first", async ({ api, open }) => {
    const change = answerCard(api, openedAdvance());
    api.on(decideAdvance, () => {
      change(
        openedAdvance({ status: "REJECTED", decision: { ...manualDecision, by: "Bola Ade" } }),
      );
      return refuse("changed_meanwhile");
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByText("Bola Ade")).toBeVisible();
    expect(screen.getByText("Rejected By")).toBeVisible();
    expect(screen.queryByText("Salary advance approved successfully..")).toBeNull();
  });

  test("names the rule that approved automatically", async ({ api, open }) => {
    answerCard(
      api,
      approvedAdvance({
        rules: { max_percentage: 50, auto_approval: true },
        decision: { ...manualDecision, by: "system", automatic: true },
      }),
    );
    open(page, { as: owner });
    expect(
      await screen.findByText(
        "The system: auto approval was on and the amount was within 50% of gross",
      ),
    ).toBeVisible();
    expect(
      screen.getByText(
        "Rules when it was requested: up to 50% of gross, 12% interest a year, auto approval on.",
      ),
    ).toBeVisible();
    expect(screen.getByText("Approved. It will be sent in a moment.")).toBeVisible();
  });

  test("says that the rules have changed since the request", async ({ api, open }) => {
    answerCard(api, openedAdvance({ rules_now: { max_percentage: 10, interest_rate: 2.5 } }));
    open(page, { as: owner });
    expect(
      await screen.findByText(
        "They have changed since to 10% of gross and 2.5% interest a year, which applies to new requests only.",
      ),
    ).toBeVisible();
  });

  test("without the permissions shows neither pay nor funds nor actions", async ({ api, open }) => {
    answerCard(api, openedAdvance({ limit: null, projected: null, wallet: null, warns: true }));
    open(page, { as: reader });
    expect(await screen.findByText("Waiting for a user who can decide.")).toBeVisible();
    expect(
      screen.getByText(
        "There are warnings about pay or funds that you do not have permission to see.",
      ),
    ).toBeVisible();
    expect(headersOf("Repayment Plan")).toEqual(["Payday", "Principal", "Interest", "Instalment"]);
    expect(screen.queryByRole("region", { name: "Limit" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Wallet" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Ada Okafor" })).toBeNull();
  });

  test("says when it does not exist or cannot be loaded", async ({ api, open }) => {
    const release = api.hold(getSalaryAdvance);
    api.on(getSalaryAdvance, () => refuse("busy"));
    const user = open(page, { as: owner });
    expect(await screen.findByRole("status", { name: "Loading" })).toBeVisible();
    release();
    expect(await screen.findByText("The salary advance could not be loaded.")).toBeVisible();
    api.on(getSalaryAdvance, () => refuse("not_found", { what: "The salary advance" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The salary advance was not found.")).toBeVisible();
    expect(screen.getByRole("link", { name: "To the salary advances" })).toHaveAttribute(
      "href",
      "/app/salary-advances",
    );
  });

  test("opens the login page when the session has ended", async ({ api, open }) => {
    answerCard(api, openedAdvance());
    api.on(decideAdvance, () => listedAdvance());
    const user = open(page, { as: owner });
    await screen.findByRole("button", { name: "Approve" });
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Approve" }));
    await expectSignedOut();
  });

  test("at an address without ids is an unknown page", async ({ open }) => {
    open("/app/salary-advances/7/9/none", { as: owner });
    expect(await screen.findByText("Page not found")).toBeVisible();
  });

  test("fits long names on a phone", async ({ api, open }) => {
    answerCard(
      api,
      paidAdvance({ emp_name: longWord, company_name: longWord, staff_no: longWord.slice(0, 40) }),
    );
    open(page, { as: owner, on: "phone" });
    expect(await screen.findByRole("link", { name: longWord })).toBeVisible();
    await expectAccessible();
  });
});

describe("the money of a salary advance", () => {
  test("is shown on its way until it has arrived", async ({ api, open }) => {
    const change = answerCard(api, approvedAdvance());
    open(page, { as: owner });
    expect(await screen.findByText("Approved. It will be sent in a moment.")).toBeVisible();
    change(approvedAdvance({ transfers: [sentTransfer] }));
    expect(
      await screen.findByText("The money is on its way. This page updates automatically."),
    ).toBeVisible();
    expect(screen.getByText("PROCESSING")).toBeVisible();
    change(paidAdvance());
    expect(
      await screen.findByText("₦100,000.00 reached the employee on 10 Mar 2026, 10:21.", {}),
    ).toBeVisible();
  }, 15_000);

  test("is sent again, once, after a failure", async ({ api, open }) => {
    const failed = {
      ...sentTransfer,
      status: "FAILED",
      reason: "The account is closed.",
      finished_at: new Date("2026-03-10T09:01:00Z"),
    } as const;
    const change = answerCard(
      api,
      approvedAdvance({
        transfers: [failed],
        obstacle: {
          code: "transfer_failed",
          missing: null,
          message: "The transfer failed. Check the bank account, then send it again.",
        },
      }),
    );
    api.on(sendAdvance, () =>
      change(approvedAdvance({ transfers: [{ ...sentTransfer, id: 902, attempt: 2 }, failed] })),
    );
    const user = open(page, { as: owner });
    const attempts = () =>
      within(screen.getByRole("list", { name: "Transfers" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    await user.click(await screen.findByRole("button", { name: "Send Again" }));
    await expectMessage("Salary advance sent again..");
    expect(api.calls(sendAdvance)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Send Again" })).toBeNull());
    expect(attempts()).toEqual([
      expect.stringContaining("Attempt 2PROCESSING"),
      expect.stringContaining("Attempt 1FAILEDThe account is closed."),
    ]);
  });

  test("shows what it is waiting for, with a link to correct it", async ({ api, open }) => {
    const waits = (code: Obstacle) =>
      approvedAdvance({ obstacle: { code, missing: null, message: `It waits: ${code}.` } });
    const change = answerCard(api, waits("funds_missing"));
    open(page, { as: owner });
    for (const [code, name, href] of [
      ["funds_missing", "To the company’s accounts", "/app/organizations/7/9?tab=accounts"],
      ["bank_account_missing", "To the employee’s bank account", "/app/employees/7/21?tab=bank"],
      ["employee_leaving", "To the employment", "/app/employees/7/21?tab=employment"],
      ["employee_suspended", "To the employment", "/app/employees/7/21?tab=employment"],
      ["organization_suspended", "To the organization", "/app/organizations/7/9"],
    ] as const) {
      change(waits(code));
      await queryClient.invalidateQueries();
      expect(await screen.findByText(`It waits: ${code}.`)).toBeVisible();
      expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
      expect(screen.queryByRole("button", { name: "Send Again" })).toBeNull();
    }
  });
});
