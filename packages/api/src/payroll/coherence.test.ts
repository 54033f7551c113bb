import { addEntry } from "@kontor/contract/accounting/entries";
import { addPayItem, saveOpeningFigures, savePayItem } from "@kontor/contract/employees/pay";
import * as steps from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openDatabase } from "../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../platform/scope.ts";
import { checkEverything } from "../proof/check.ts";
import { openAdvances, paidAdvance } from "../testing/advances.ts";
import { receiptBody } from "../testing/books.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { gratuity, leaveOn } from "../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payrollOf,
  type TestPayroll,
  reversedRun,
  bonusRun,
} from "../testing/payroll.ts";
import { openDelivery } from "../testing/transfers.ts";
import { payslipOutcomeHandler } from "./steps/outcomes.ts";

const world = await openFileWorld();
const owner = openDatabase({ url: world.ownerUrl, connections: 2, onError: () => undefined });
const staff = await openAdvances(world);
let remittance: number;

/** A run that was reversed, the same that was paid, and one off cycle that is still to be paid. */
beforeAll(async () => {
  const payroll = await payrollOf(world, staff);
  await staff.fund("2000000.00");
  await paidAdvance(staff, "90000.00", 3);
  const other = await staff.employ();
  const params = { ...staff.home.path, id: other.id };
  await staff.hr.call(saveOpeningFigures, {
    params: { ...params, year: 2026 },
    body: {
      through_month: "2026-02",
      gross: "600000.00",
      benefits: null,
      pension: "48000.00",
      nhf: "0.00",
      tax: "20000.00",
    },
  });
  const march = await approvedRun(world, payroll, "2026-03");
  await reversedRun(payroll, march);
  const again = await approvedRun(world, payroll, "2026-03");
  await payroll.disburser.call(steps.disburseRun, {
    params: pathOfRun(again),
    body: { version: again.version },
  });
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 3; round++) {
    await job.run();
    world.clock.advance(5_000);
  }
  const bonus = await bonusRun(world, payroll, params, { period: "2026-03", amount: "50000.00" });
  await approvedRun(world, payroll, "2026-03", bonus);
  const { paye_payable, bank_clearing } = staff.home.ledgers;
  const body = receiptBody(paye_payable, bank_clearing, "10.00", {
    tenant_id: staff.home.tenant_id,
    entry_date: "2026-03-10",
  });
  const { id } = await staff.platform.call(addEntry, { body });
  remittance = id;
});
afterAll(() => owner.close());

class Undone extends Error {
  readonly kinds: readonly string[];
  constructor(kinds: readonly string[]) {
    super("undone");
    this.kinds = kinds;
  }
}

/** The kinds of faults found after a statement has tampered with data; the change is rolled back. */
async function faultsWith(
  statement: string,
  { tenant_id }: { tenant_id: number } = staff.home,
): Promise<string[]> {
  const tampered = owner.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { numAffectedRows = 0n } = await sql.raw(statement).execute(tx);
    if (numAffectedRows === 0n) throw new Error("nothing was tampered with");
    await setAllTenantsReadable(tx);
    const faults = await checkEverything(tx, tenant_id);
    throw new Undone(faults.map(({ kind }) => kind));
  });
  const kinds = await tampered.catch((error: unknown) => {
    if (error instanceof Undone) return error.kinds;
    throw error;
  });
  const own = kinds.filter((kind) => /^(?:payroll|payslip|net_salaries)/u.test(kind));
  return [...new Set(own)].toSorted();
}

const approved = "run_id in (select id from payroll_runs where status = 'PAID')";
const reversed = "run_id in (select id from payroll_runs where status = 'REVERSED')";

test("payroll agrees with itself and the books, also after a reversal", async () => {
  await expectCoherentBooks(world);
  expect(await faultsWith("update payroll_runs set title = title")).toEqual([]);
});

test.each([
  [
    "a total of a run that is not that of its payslips",
    "update payroll_runs set net = net + 1 where status = 'PAID'",
    ["payroll_totals_wrong"],
  ],
  [
    "a line of another amount than its payslip",
    `update payslips set lines = jsonb_set(lines::jsonb, '{0,amount}', '"1"') where ${approved}`,
    ["payslip_lines_wrong"],
  ],
  [
    "benefits in kind that no line explains",
    `update payslips set benefits = benefits + 1, year_benefits = year_benefits + 1 where ${approved}`,
    ["payslip_lines_wrong", "payslip_year_wrong"],
  ],
  [
    "benefits of the year that are not those of its payslips",
    `update payslips set year_benefits = year_benefits + 1 where ${approved}`,
    ["payslip_year_wrong"],
  ],
  [
    "a payslip of another component than its entry",
    `update payslips set basic = basic - 1, housing = housing + 1 where ${approved}`,
    ["payroll_entry_wrong"],
  ],
  [
    "an entry that charges another amount",
    `update entry_items set amount = amount + 1
     where dc = 'DR' and entry_id in (select entry_id from payroll_runs where status = 'PAID')`,
    ["payroll_entry_wrong"],
  ],
  [
    "a reversal of another amount",
    `update payslips set basic = basic - 1, housing = housing + 1 where ${reversed}`,
    ["payroll_entry_wrong", "payroll_reversal_wrong"],
  ],
  [
    "what is owed to an authority by no payslip",
    "update entries set entry_type_id = 13, number = 999 where id = REMITTANCE",
    ["payroll_payable_wrong"],
  ],
  [
    "tax of a payslip that its entry does not owe",
    `update payslips set paye = paye + 1, deductions = deductions + 1,
       net = net - 1 where ${approved} and advance_principal > 0`,
    [
      "payroll_entry_wrong",
      "payroll_payable_wrong",
      "payroll_totals_wrong",
      "payslip_lines_wrong",
      "payslip_payment_wrong",
      "payslip_year_wrong",
    ],
  ],
  [
    "somebody who is said to be unpaid and was paid",
    `update payslips set payment = 'FAILED' where ${approved}`,
    ["net_salaries_wrong", "payslip_payment_wrong"],
  ],
  [
    "a payment that no transfer made",
    "update payslips set payment = 'COMPLETED' where payment is null and run_id in (select id from payroll_runs where cycle = 'OFF_CYCLE')",
    ["net_salaries_wrong", "payslip_payment_wrong"],
  ],
  [
    "a transfer for no payslip",
    "update transfers set subject_id = 999999 + id where purpose = 'payslip'",
    ["payslip_payment_wrong", "payslip_transfer_unexplained"],
  ],
  [
    "an allocation that is divided otherwise than on the payslip",
    "update advance_allocations set principal = principal - 1, interest = interest + 1 where kind = 'PAYSLIP'",
    ["payslip_recovery_wrong"],
  ],
  [
    "an allocation of another entry than its run's",
    "update advance_allocations set entry_id = REMITTANCE where kind = 'PAYSLIP'",
    ["payslip_recovery_wrong"],
  ],
  [
    "a reversal that gives another amount back",
    "update advance_allocations set principal = principal - 1 where kind = 'REVERSAL'",
    ["payroll_reversal_wrong", "payslip_recovery_wrong"],
  ],
  [
    "a year that does not follow from the payslips before",
    "update payslips set year_paye = year_paye + 1 where run_id in (select id from payroll_runs where cycle = 'OFF_CYCLE')",
    ["payslip_year_wrong"],
  ],
  [
    "opening figures that nobody entered",
    "update opening_figures set gross = gross + 1",
    ["payslip_year_wrong"],
  ],
])("finds %s", async (_name, statement, expected) => {
  expect(await faultsWith(statement.replace("REMITTANCE", String(remittance)))).toEqual(expected);
});

describe("credits of contributions", () => {
  let home: TestPayroll["home"];

  /** ₦140,000 of a leaver's February are recovered from a gratuity, and paid again. */
  beforeAll(async () => {
    const payroll = await openPayroll(world);
    ({ home } = payroll);
    const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const settled = async () => {
      const off = { cycle: "OFF_CYCLE", title: "Leavers", employee_ids: [one.id] };
      await approvedRun(
        world,
        payroll,
        "2026-02",
        await calculatedRun(world, payroll, "2026-02", off),
      );
    };
    await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
    await approvedRun(world, payroll, "2026-01");
    await approvedRun(world, payroll, "2026-02");
    await leaveOn(payroll, one, "2026-02-14", gratuity("900000.00"));
    await settled();
    await leaveOn(payroll, one, "2026-02-28", gratuity("900000.00"));
    await settled();
  });

  const pension = "(base_credits ->> 'pension')::bigint";

  test("agree with the lines that compute them", async () => {
    const count = `update payslips set name = name where ${pension} in (-14000000, 14000000)`;
    expect(await faultsWith(count, home)).toEqual([]);
  });

  test.each([
    [
      "that no line leaves",
      `update payslips set base_credits = '{"pension": 1}' where base_credits = '{}'`,
    ],
    [
      "of more than was taken back",
      `update payslips set base_credits = '{"pension": 14000001}' where ${pension} > 0`,
    ],
    [
      "of which more is used than there is",
      `update payslips set base_credits = '{"pension": -14000001}' where ${pension} < 0`,
    ],
    [
      "that was used and is forgotten",
      `update payslips set base_credits = '{}' where ${pension} > 0`,
    ],
    [
      "that is left although it was used",
      `update payslips set base_credits = '{}' where ${pension} < 0`,
    ],
    [
      "that the lines do not have either",
      `update payslips set base_credits = '{}', traces = replace(traces::text, 'Pay taken back', '')::json
       where base_credits <> '{}' and ${pension} > 0`,
    ],
  ])("are not one %s", async (_name, statement) => {
    expect(await faultsWith(statement, home)).toEqual(["payslip_credits_wrong"]);
  });
});

describe("refunds of deductions", () => {
  let home: TestPayroll["home"];

  /** ₦50,000 are deducted for a laptop in January, of which ₦20,000 are given back in February. */
  beforeAll(async () => {
    const payroll = await openPayroll(world);
    ({ home } = payroll);
    const params = await addPaid(payroll, "A-1", { basic: "280000.00" });
    const month = { from_month: "2026-01", to_month: "2026-01" };
    const laptop = { name: "Laptop", kind: "DEDUCTION", taxable: false, pensionable: false };
    const item = await payroll.hr.call(addPayItem, {
      params,
      body: { ...laptop, ...month, amount: "50000.00" },
    });
    await approvedRun(world, payroll, "2026-01");
    await payroll.hr.call(savePayItem, {
      params: { ...params, item_id: item.id },
      body: { ...laptop, ...month, amount: "30000.00", version: item.version },
    });
    await approvedRun(world, payroll, "2026-02");
  });

  /** A change of the amount that was given back. */
  const refundOf = (kobo: number) =>
    `update payslips set lines = replace(lines::text, '"2000000"', '"${kobo}"')::json
     where run_id in (select id from payroll_runs where period = '2026-02-01') and lines::text like '%refund%'`;

  test("may be of all that was deducted", async () => {
    expect(await faultsWith(refundOf(5_000_000), home)).toEqual(["payslip_lines_wrong"]);
  });

  test("are not of more", async () => {
    const faults = ["payslip_lines_wrong", "payslip_refund_wrong"];
    expect(await faultsWith(refundOf(5_000_001), home)).toEqual(faults);
  });
});
