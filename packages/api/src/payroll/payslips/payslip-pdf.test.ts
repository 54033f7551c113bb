import { saveOpeningFigures } from "@kontor/contract/employees/pay";
import { getPayslipPdf } from "@kontor/contract/payroll/payslips";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  reversedRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

test("the file of a payslip says whether its run is a draft, approved or reversed", async () => {
  const payroll = await openPayroll(world);
  const { preparer } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const draft = await calculatedRun(world, payroll, "2026-02");
  const { id: payslip_id } = await payslipIn(preparer, draft, one);
  const params = { ...pathOfRun(draft), payslip_id };
  const text = async () =>
    pdfText((await download(world, preparer, getPayslipPdf, { params })).bytes);
  const isDraft = await text();
  expect(isDraft).toContain("DRAFT PAYSLIP, NOT APPROVED");
  expect(isDraft).not.toContain("valid without a signature");
  const run = await approvedRun(world, payroll, "2026-02", draft);
  const approved = await text();
  expect(approved).not.toContain("DRAFT");
  expect(approved).toContain("Payable to First Bank of Nigeria ••••••4579 on 25 Feb 2026");
  expect(approved).toContain("valid without a signature");
  await reversedRun(payroll, run);
  const reversed = await text();
  expect(reversed).toContain("PAYSLIP OF A REVERSED RUN, NOT VALID");
  expect(reversed).not.toContain("valid without a signature");
  expect(reversed).not.toContain("Payable to");
});

test("the file of a payslip says what becomes of overpaid tax", async () => {
  const payroll = await openPayroll(world);
  const { hr, preparer } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "500000.00" });
  const opening = {
    gross: "3000000.00",
    benefits: null,
    pension: "0.00",
    nhf: "0.00",
    tax: "2000000.00",
  };
  const body = { through_month: "2026-01", ...opening };
  await hr.call(saveOpeningFigures, { params: { ...one, year: 2026 }, body });
  const run = await approvedRun(world, payroll, "2026-02");
  const { id: payslip_id } = await payslipIn(preparer, run, one);
  const params = { ...pathOfRun(run), payslip_id };
  const file = await download(world, preparer, getPayslipPdf, { params });
  // ₦8,500,000 of the year less 8% of the pay from February on: ₦1,240,800 of tax.
  expect(pdfText(file.bytes)).toContain("₦759,200.00 more PAYE was deducted this year");
});
