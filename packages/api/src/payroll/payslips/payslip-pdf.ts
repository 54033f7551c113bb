import type { InputOf } from "@kontor/contract/endpoint";
import type { getPayslipPdf } from "@kontor/contract/payroll/payslips";

import { fileName } from "../../platform/export/export-table.ts";
import { letterheadOf } from "../../platform/export/letterhead.ts";
import { onLetterhead, renderPdf } from "../../platform/export/pdf.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { runAt, runNumber, type RunRow } from "../runs/row.ts";
import { payslipDocument, type PayslipFacts } from "./payslip-document.ts";
import { rebuildPayslip, maskedAccount, readPayslip, type FullPayslipRow } from "./payslip.ts";

/** One payslip on the organization's letterhead. @throws Refusal `not_found`, `module_off` */
export async function payslipPdf(
  context: Context,
  input: InputOf<typeof getPayslipPdf>,
): Promise<FileResponse> {
  const run = await runAt(context, input);
  return payslipFile(context, run, await readPayslip(context.tx, run, input.payslip_id));
}

function standingOf({ status }: RunRow): PayslipFacts["standing"] {
  if (status === "DRAFT" || status === "PENDING_APPROVAL") return "draft";
  return status === "REVERSED" ? "reversed" : "approved";
}

/** A payslip that was read already, as a file. The scope must reach its organization. */
export async function payslipFile(
  reading: Pick<Context, "tx" | "environment">,
  run: RunRow,
  row: FullPayslipRow,
): Promise<FileResponse & { content: () => Promise<Buffer> }> {
  const letterhead = await letterheadOf(reading.tx, run.tenant_id);
  const { period, title, payday } = run;
  const { name, staff_no } = row;
  const facts = {
    employer: run.company_name,
    brand_color: letterhead.brand_color,
    support_email: letterhead.support_email,
    name,
    staff_no,
    period,
    title,
    payday,
    run: runNumber(run.number),
    account: maskedAccount(reading, run, row),
    excluded: row.excluded,
    standing: standingOf(run),
  };
  const document = onLetterhead(letterhead, payslipDocument(facts, rebuildPayslip(run, row)));
  return {
    filename: `${fileName(["payslip", staff_no, period])}.pdf`,
    media_type: "application/pdf",
    content: () => renderPdf(document),
  };
}
