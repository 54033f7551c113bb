import { kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { getPayslipPdf } from "@kontor/contract/payroll/payslips";
import { monthName } from "@kontor/payroll/month";
import type { LineKind } from "@kontor/payroll/payslip/line";
import type { Payslip } from "@kontor/payroll/payslip/payslip";
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js";

import { fileName } from "../../platform/export/export-table.ts";
import { letterheadOf } from "../../platform/export/letterhead.ts";
import { onLetterhead, renderPdf } from "../../platform/export/pdf.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { runAt, runNumber, type RunRow } from "../runs/row.ts";
import { computedPayslip, coveredAccount, wholePayslip, type WholePayslip } from "./payslip.ts";

/** One payslip on the organization's letterhead. @throws Refusal `not_found`, `module_off` */
export async function payslipPdf(
  context: Context,
  input: InputOf<typeof getPayslipPdf>,
): Promise<FileResponse> {
  const run = await runAt(context, input);
  const row = await wholePayslip(context.tx, run, input.payslip_id);
  const letterhead = await letterheadOf(context.tx, run.tenant_id);
  const account = coveredAccount(context, run, row);
  const document = onLetterhead(letterhead, definitionOf(run, row, account));
  return {
    filename: `${fileName(["payslip", row.staff_no, run.period])}.pdf`,
    media_type: "application/pdf",
    content: () => renderPdf(document),
  };
}

function definitionOf(
  run: RunRow,
  row: WholePayslip,
  account: string | null,
): TDocumentDefinitions {
  const payslip = computedPayslip(run, row);
  const title = `Payslip for ${monthName(run.period)}`;
  return {
    info: { title: `${title}, ${row.name}` },
    content: [
      { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 4] },
      ...(run.title === "" ? [] : [{ text: run.title, margin: [0, 0, 0, 4] } satisfies Content]),
      factsOf(run, row, account),
      amountsTable(
        "Earnings",
        payslip,
        ["earning", "reduction"],
        "Gross pay",
        payslip.totals.gross,
      ),
      amountsTable("Deductions", payslip, ["deduction"], "Deductions", payslip.totals.deductions),
      netPay(payslip),
      ...advancesTable(payslip),
      amountsTable(
        "Paid by the employer beside it",
        payslip,
        ["employer"],
        "Employer's part",
        payslip.totals.employer,
      ),
      yearTable(payslip),
    ],
  };
}

function factsOf(run: RunRow, row: WholePayslip, account: string | null): Content {
  const facts: [string, string][] = [
    ["Employee", row.name],
    ["Staff number", row.staff_no],
    ["Payday", formatDate(run.payday)],
    ["Payroll run", runNumber(run.number)],
    ["Paid into", account ?? "No bank account"],
  ];
  return {
    table: {
      widths: [90, "*"],
      body: facts.map(([name, value]): TableCell[] => [{ text: name, color: "#5b6675" }, value]),
    },
    layout: "noBorders",
    margin: [0, 8, 0, 12],
  };
}

function amountsTable(
  title: string,
  { lines }: Payslip,
  kinds: readonly LineKind[],
  total: string,
  amount: bigint,
): Content {
  const rows = lines.filter(({ kind }) => kinds.includes(kind));
  const body: TableCell[][] = [
    [
      { text: title, bold: true },
      { text: "Amount", bold: true, alignment: "right" },
    ],
    ...rows.map(({ label, kind, amount: each }): TableCell[] => [
      label,
      { text: withSign(kind === "reduction" ? -each : each), alignment: "right" },
    ]),
    [
      { text: total, bold: true },
      { text: withSign(amount), bold: true, alignment: "right" },
    ],
  ];
  return {
    table: { headerRows: 1, widths: ["*", 120], body },
    layout: "lightHorizontalLines",
    margin: [0, 0, 0, 12],
  };
}

function netPay({ totals }: Payslip): Content {
  return {
    columns: [
      { text: "Net pay", fontSize: 13, bold: true },
      { text: withSign(totals.net), fontSize: 13, bold: true, alignment: "right" },
    ],
    margin: [0, 0, 0, 14],
  };
}

/** What is still owed of the advances that this payslip recovers; nothing where it recovers none. */
function advancesTable({ lines }: Payslip): Content[] {
  const recovered = lines.filter(({ recovery }) => recovery !== null);
  if (recovered.length === 0) return [];
  const body: TableCell[][] = [
    [
      { text: "Left to pay back", bold: true },
      { text: "Amount", bold: true, alignment: "right" },
    ],
    ...recovered.map(({ label, recovery }): TableCell[] => [
      label,
      { text: withSign(recovery?.left ?? 0n), alignment: "right" },
    ]),
  ];
  return [
    {
      table: { headerRows: 1, widths: ["*", 120], body },
      layout: "lightHorizontalLines",
      margin: [0, 0, 0, 12],
    },
  ];
}

function yearTable({ yearToDate }: Payslip): Content {
  const { year, gross, paye, net } = yearToDate;
  const cells: [string, bigint][] = [
    ["Gross", gross],
    ["Pension", yearToDate.pension],
    ["NHF", yearToDate.nhf],
    ["PAYE", paye],
    ["Net", net],
  ];
  return {
    stack: [
      { text: `Year ${year} so far`, bold: true, margin: [0, 0, 0, 4] },
      {
        table: {
          widths: cells.map(() => "*"),
          body: [
            cells.map(([name]): TableCell => ({
              text: name,
              color: "#5b6675",
              alignment: "right",
            })),
            cells.map(([, amount]): TableCell => ({ text: withSign(amount), alignment: "right" })),
          ],
        },
        layout: "lightHorizontalLines",
      },
    ],
    unbreakable: true,
  };
}

/** An amount as people read it; what is taken back has a sign. */
function withSign(amount: bigint): string {
  return amount < 0n ? `-${formatMoney(kobo(-amount))}` : formatMoney(kobo(amount));
}
