import { kobo } from "@kontor/books/money";
import {
  exportRehearsal,
  getRehearsal,
  getRehearsalTerms,
  rehearsalComponents,
  startRehearsal,
} from "@kontor/contract/payroll/rehearsal";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { longWord } from "../../testing/samples/text.ts";
import type { RehearsalOutcome, Rehearsal, RehearsalBasis } from "./data.ts";

const page = "/app/payroll/7/9/rehearsal";
const run = { id: 12, number: "PR-000012", period: "2026-02", status: "PAID" as const, people: 3 };

const basis = (more: Partial<RehearsalBasis> = {}): RehearsalBasis => ({
  run,
  pack: "Nigeria 2026",
  terms: {
    bands: [
      { width: kobo(800_000_00n), rate: 0 },
      { width: kobo(2_200_000_00n), rate: 15 },
      { width: null, rate: 25 },
    ],
    rent_relief_rate: 20,
    rent_relief_cap: kobo(500_000_00n),
    benefit_asset_rate: 5,
    benefit_housing_limit: 20,
    minimum_wage: kobo(70_000_00n),
    pension_base: "basic_housing_transport",
    pension_employee: 8,
    pension_employer: 10,
    nhf_active: false,
    nhf_rate: 2.5,
    nhf_base: "basic",
    nsitf_active: true,
    nsitf_rate: 1,
    nsitf_base: "gross",
    itf_active: false,
    itf_rate: 1,
    itf_base: "gross",
  },
  ...more,
});

const plus = (amount: bigint) => ({ amount: kobo(amount), negative: false });
const minus = (amount: bigint) => ({ amount: kobo(amount), negative: true });

const outcome = (more: Partial<RehearsalOutcome> = {}): RehearsalOutcome => ({
  changed_since: 0,
  more: 1,
  less: 1,
  same: 1,
  totals: rehearsalComponents.map((component) => ({
    component,
    before: plus(100_00n),
    after: component === "paye" ? plus(90_00n) : plus(100_00n),
    difference: component === "paye" ? minus(10_00n) : plus(0n),
  })),
  people: [
    {
      employee_id: 1,
      staff_no: "A-1",
      name: longWord,
      net_before: plus(243_820_00n),
      net_after: plus(250_000_00n),
      net_difference: plus(6_180_00n),
      paye_difference: minus(6_180_00n),
      cost_difference: plus(0n),
    },
  ],
  ...more,
});

const rehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  id: 4,
  run,
  terms: basis().terms,
  state: "WAITING",
  done: 0,
  total: 3,
  outcome: null,
  ...more,
});
const done = (more: Partial<RehearsalOutcome> = {}) =>
  rehearsal({ state: "DONE", done: 3, outcome: outcome(more) });

const submit = () => screen.getByRole("button", { name: "Rehearse" });

describe("the law rehearsal", () => {
  test("starts with the terms of the last run, and lists who gets more or less under others", async ({
    api,
    open,
  }) => {
    api.on(getRehearsalTerms, () => basis());
    const user = open(page);
    expect(await screen.findByText("PR-000012")).toHaveAttribute("href", "/app/payroll/7/9/12");
    expect(
      screen.getByText(/for February 2026 was calculated \(law: Nigeria 2026\)/),
    ).toBeVisible();
    expect(screen.getByText(/Change the terms and rehearse to see/)).toBeVisible();
    await fillField(user, screen.getByLabelText("Rate of Band 2"), "12.5");
    await fillField(user, screen.getByLabelText("Company Asset a Year"), "7.5");
    await user.click(screen.getByRole("switch", { name: "NHF" }));
    api.on(startRehearsal, () => rehearsal());
    api.on(getRehearsal, () => rehearsal({ state: "RUNNING", done: 2 }));
    await user.click(submit());
    expect(await screen.findByRole("progressbar", { name: "Rehearsal" })).toBeVisible();
    expect(window.location.search).toBe("?rehearsal=4");
    expect(await screen.findByText("2 of 3 payslips, 66%")).toBeVisible();
    api.on(getRehearsal, () => done());
    const paye = (await screen.findByText("−₦10.00")).closest("tr");
    expect(paye).toHaveTextContent("PAYE₦100.00₦90.00−₦10.00");
    expect(paye?.closest("section")).toHaveTextContent("1 gets more, 1 gets less, 1 the same.");
    expect(screen.getByText(longWord).closest("tr")).toHaveTextContent(
      `${longWord}A-1₦243,820.00₦250,000.00+₦6,180.00−₦6,180.00₦0.00`,
    );
    expect(api.calls(startRehearsal)[0]?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      ...basis().terms,
      bands: [
        { width: 80_000_000n, rate: 0 },
        { width: 220_000_000n, rate: 12.5 },
        { width: null, rate: 25 },
      ],
      nhf_active: true,
      benefit_asset_rate: 7.5,
    });
    await expectAccessible();
  });

  test("is kept in the address with its terms, and exported whatever is typed since", async ({
    api,
    open,
  }) => {
    api.on(getRehearsalTerms, () => basis());
    const terms = { ...basis().terms, nsitf_rate: 2 };
    api.on(getRehearsal, () => ({ ...done({ changed_since: 2 }), terms }));
    const user = open(`${page}?rehearsal=4`, { on: "phone" });
    expect(await screen.findByText(/2 records have changed since the run/)).toBeVisible();
    const rate = screen.getByLabelText("NSITF Rate");
    expect(rate).toHaveValue("2%");
    await fillField(user, rate, "3");
    api.on(exportRehearsal, () => refuse("busy"));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excel" }));
    expect(api.calls(exportRehearsal)[0]?.input).toMatchObject({ id: 4, format: "xlsx" });
    await user.click(screen.getByRole("button", { name: "Present Terms" }));
    expect(rate).toHaveValue("1%");
    expect(await screen.findByText(/Change the terms and rehearse to see/)).toBeVisible();
  });

  test("says when it failed, and starts again when it was deleted", async ({ api, open }) => {
    api.on(getRehearsalTerms, () => basis());
    api.on(getRehearsal, () => rehearsal({ state: "FAILED" }));
    const user = open(`${page}?rehearsal=4`);
    expect(await screen.findByRole("alert")).toHaveTextContent("could not be calculated");
    api.on(startRehearsal, () => rehearsal({ id: 5 }));
    api.on(getRehearsal, () => refuse("not_found", { what: "The rehearsal" }));
    await user.click(submit());
    expect(await screen.findByText("Queued")).toBeVisible();
  });

  test("adds and removes bands, and says what is wrong with them", async ({ api, open }) => {
    api.on(getRehearsalTerms, () => basis());
    const user = open(page);
    await user.click(await screen.findByRole("button", { name: "Remove Band 2" }));
    expect(screen.queryByLabelText("Width of Band 2")).toBeNull();
    expect(screen.getByRole("button", { name: "Remove Band 2" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Add Band" }));
    expect(screen.getByLabelText("Width of Band 2")).toHaveValue("");
    await user.type(screen.getByLabelText("Rate of Band 2"), "10");
    await user.click(submit());
    expect(
      await screen.findByText(
        "Enter a width above 0.00 for each band. Only the last band covers all remaining income.",
      ),
    ).toBeVisible();
    await user.type(screen.getByLabelText("Width of Band 2"), "1000000");
    await user.clear(screen.getByLabelText("Minimum Wage a Month"));
    await user.click(submit());
    expect(await screen.findByText("Enter an amount.")).toBeVisible();
    expect(api.calls(startRehearsal)).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Present Terms" }));
    expect(screen.getByLabelText("Width of Band 2")).toHaveValue("2,200,000.00");
    expect(screen.getByLabelText("Rate of Band 2")).toHaveValue("15%");
  });

  test("needs an approved run", async ({ api, open }) => {
    api.on(getRehearsalTerms, () => basis({ run: null }));
    open(page);
    expect(
      await screen.findByText(
        "No regular run has been approved yet, so there is nothing to rehearse.",
      ),
    ).toBeVisible();
  });

  test("keeps what was typed when it is refused, and ends with the session", async ({
    api,
    open,
  }) => {
    api.on(getRehearsalTerms, () => basis());
    api.on(startRehearsal, () => refuse("rehearsal_without_run"));
    const user = open(page);
    const cap = await screen.findByLabelText("Most Rent Relief");
    await fillField(user, cap, "600000");
    await user.click(submit());
    await expectMessage("There is no approved regular run yet. Approve one, then rehearse it.");
    expect(cap).toHaveValue("600,000.00");
    api.endSession();
    await user.click(submit());
    await expectSignedOut();
  });

  test("that cannot be loaded can be tried again", async ({ api, open }) => {
    api.on(getRehearsalTerms, () => refuse("busy"));
    const user = open(page);
    expect(await screen.findByText("The last approved run could not be loaded.")).toBeVisible();
    api.on(getRehearsalTerms, () => basis());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Rate of Band 3")).toHaveValue("25%");
  });
});
