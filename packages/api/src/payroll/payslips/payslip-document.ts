import { kobo } from "@kontor/books/money";
import { formatDate, formatMoney, formatNet, formatRange } from "@kontor/contract/format";
import { overpaidTaxSentence } from "@kontor/contract/portal/payslips";
import { firstDayOf, lastDayOf, monthName, type Month } from "@kontor/payroll/month";
import { signedAmount, type LineKind } from "@kontor/payroll/payslip/line";
import type {
  Content,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from "pdfmake/interfaces.js";

import { mutedColor } from "../../platform/export/pdf.ts";
import type { RebuiltPayslip } from "../calculation/stored-payslip.ts";

/** The facts printed on a payslip besides its lines. */
export type PayslipFacts = {
  employer: string;
  brand_color: string;
  /** The contact for questions; null for none. */
  support_email: string | null;
  name: string;
  staff_no: string;
  period: Month;
  /** The name of an off-cycle run; empty for the regular one. */
  title: string;
  payday: string;
  run: string;
  /** The bank with the last four digits; null for none. */
  account: string | null;
  /** Excluded from the run, which then pays nothing to the employee. */
  excluded: boolean;
  /** Whether the run counts: one that is not approved may still change, a reversed one is void. */
  standing: "approved" | "draft" | "reversed";
};

const hairline = "#d9dfe7";
const tint = "#f4f6f9";
/** Width between the margins of the page, in points. */
const pageWidth = 595.28 - 2 * 48;
const gap = 20;
const half = (pageWidth - gap) / 2;

/**
 * A payslip on one page: employee and period, earnings and deductions, net pay, and the year to
 * date.
 */
export function payslipDocument(
  facts: PayslipFacts,
  payslip: RebuiltPayslip,
): TDocumentDefinitions {
  const month = monthName(facts.period);
  const { totals } = payslip;
  return {
    info: { title: `Payslip for ${month}, ${facts.name}` },
    content: [
      headline(facts, payslip, month),
      factsTable(facts),
      sideBySide(
        linesTable("Earnings", payslip, ["earning", "reduction"], ["Gross pay", totals.gross]),
        linesTable(
          "Deductions",
          payslip,
          ["deduction", "refund"],
          ["Total deductions", totals.deductions],
        ),
      ),
      netPay(facts, payslip),
      sideBySide(
        linesTable(
          "Paid by your employer in addition",
          payslip,
          ["employer"],
          ["Employer’s contributions", totals.employer],
        ),
        benefitsAndAdvances(payslip),
      ),
      yearTable(payslip),
      closing(facts),
    ],
  };
}

const headings = {
  approved: "PAYSLIP",
  draft: "DRAFT PAYSLIP, NOT APPROVED",
  reversed: "PAYSLIP OF A REVERSED RUN, NOT VALID",
} as const;

function headline(facts: PayslipFacts, { totals }: RebuiltPayslip, month: string): Content {
  return {
    columns: [
      {
        width: "*",
        stack: [
          {
            text: headings[facts.standing],
            fontSize: 8.5,
            bold: true,
            characterSpacing: 1.4,
            color: mutedColor,
          },
          { text: month, fontSize: 22, bold: true, margin: [0, 2, 0, 0] },
          ...(facts.title === ""
            ? []
            : [{ text: facts.title, color: mutedColor } satisfies Content]),
        ],
      },
      {
        width: "auto",
        stack: [
          {
            text: facts.excluded ? "Excluded from this payroll run" : "Net pay",
            color: mutedColor,
            alignment: "right",
            margin: [0, 1, 0, 2],
          },
          {
            text: facts.excluded ? "Nothing is paid" : formatNet(kobo(totals.net)),
            fontSize: 20,
            bold: true,
            alignment: "right",
          },
        ],
      },
    ],
    margin: [0, 0, 0, 14],
  };
}

function factsTable(facts: PayslipFacts): Content {
  const days = formatRange(firstDayOf(facts.period), lastDayOf(facts.period));
  const rows: [string, string][][] = [
    [
      ["Employee", facts.name],
      ["Staff number", facts.staff_no],
      ["Employer", facts.employer],
    ],
    [
      ["Pay period", days],
      ["Pay date", formatDate(facts.payday)],
      ["Payroll run", facts.run],
    ],
  ];
  return {
    table: {
      widths: ["*", "*", "*"],
      body: rows.map((row) =>
        row.map(([name, value]): TableCell => ({
          stack: [
            { text: name, color: mutedColor, fontSize: 8.5 },
            { text: value, margin: [0, 1, 0, 0] },
          ],
        })),
      ),
    },
    layout: {
      fillColor: () => tint,
      hLineWidth: () => 0,
      vLineWidth: (index) => (index === 0 ? 3 : 0),
      vLineColor: () => facts.brand_color,
      paddingLeft: () => 12,
      paddingRight: () => 8,
      paddingTop: (index) => (index === 0 ? 10 : 4),
      paddingBottom: (index) => (index === 0 ? 4 : 10),
    },
    margin: [0, 0, 0, 20],
  };
}

function sideBySide(left: Content, right: Content): Content {
  return {
    columns: [
      { width: half, stack: [left] },
      { width: half, stack: [right] },
    ],
    columnGap: gap,
    margin: [0, 0, 0, 16],
  };
}

/** Rules between rows only, a stronger one above the sum. */
const ledgerLayout: CustomTableLayout = {
  hLineWidth: (index, { table }) => {
    if (index === 0) return 0;
    if (index === 1 || index === table.body.length - 1) return 0.9;
    return index === table.body.length ? 0 : 0.5;
  },
  hLineColor: (index, { table }) =>
    index === 1 || index === table.body.length - 1 ? mutedColor : hairline,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 5,
  paddingBottom: () => 5,
};

function linesTable(
  title: string,
  { lines }: RebuiltPayslip,
  kinds: readonly LineKind[],
  [sumOf, amount]: [string, bigint],
): Content {
  const rows = lines.filter(({ kind, amount: each }) => kinds.includes(kind) && each !== 0n);
  const body: TableCell[][] = [
    [
      { text: title, bold: true },
      { text: "₦", alignment: "right", color: mutedColor },
    ],
    ...rows.map((line): TableCell[] => [line.label, amountCell(signedAmount(line))]),
    ...(rows.length === 0 ? [[{ text: "None", color: mutedColor }, ""] satisfies TableCell[]] : []),
    [
      { text: sumOf, bold: true },
      { ...amountCell(amount), bold: true },
    ],
  ];
  return { table: { headerRows: 1, widths: ["*", "auto"], body }, layout: ledgerLayout };
}

function paymentNote({ account, payday, excluded, standing }: PayslipFacts, net: bigint): string {
  if (excluded) return "Excluded from this payroll run: nothing is paid";
  if (net === 0n) return "There is nothing to pay";
  if (standing === "reversed") return "The payroll run was reversed";
  return account === null ? "" : `Payable to ${account} on ${formatDate(payday)}`;
}

function netPay(facts: PayslipFacts, { totals }: RebuiltPayslip): Content {
  const where = paymentNote(facts, totals.net);
  return {
    table: {
      widths: ["*", "auto"],
      body: [
        [
          {
            stack: [
              {
                text: facts.excluded ? "Net pay as calculated, not paid" : "Net pay",
                bold: true,
                fontSize: 12,
              },
              ...(where === "" ? [] : [{ text: where, color: mutedColor, margin: [0, 2, 0, 0] }]),
            ] as Content[],
          },
          { text: formatNet(kobo(totals.net)), bold: true, fontSize: 16, alignment: "right" },
        ],
      ],
    },
    layout: {
      fillColor: () => tint,
      hLineWidth: (index) => (index === 1 ? 0 : 2),
      hLineColor: () => facts.brand_color,
      vLineWidth: () => 0,
      paddingLeft: () => 12,
      paddingRight: () => 12,
      paddingTop: () => 9,
      paddingBottom: () => 9,
    },
    margin: [0, 0, 0, 20],
  };
}

/** What is neither paid nor deducted: benefits in kind, and outstanding advances. */
function benefitsAndAdvances({ lines }: RebuiltPayslip): Content {
  const benefits = lines.filter(
    ({ kind, amount }) => (kind === "benefit" || kind === "benefit_correction") && amount > 0n,
  );
  const owed = lines.flatMap(({ label, recovery }) =>
    recovery === null ? [] : [{ label, left: recovery.left }],
  );
  const tables: Content[] = [];
  if (owed.length > 0) {
    tables.push(
      plainTable(
        "Still to pay back after this payslip",
        owed.map(({ label, left }) => [label, left]),
      ),
    );
  }
  if (benefits.length > 0) {
    tables.push(
      plainTable(
        "Benefits in kind",
        benefits.map((line) => [line.label, signedAmount(line)]),
      ),
      {
        text: "Taxed by PAYE, but not paid and not in gross pay.",
        color: mutedColor,
        fontSize: 8.5,
        margin: [0, -4, 0, 10],
      },
    );
  }
  return { stack: tables };
}

function plainTable(title: string, rows: readonly (readonly [string, bigint])[]): Content {
  return {
    table: {
      widths: ["*", "auto"],
      body: [
        [
          { text: title, bold: true },
          { text: "₦", alignment: "right", color: mutedColor },
        ],
        ...rows.map(([label, amount]): TableCell[] => [label, amountCell(amount)]),
      ],
    },
    layout: { ...ledgerLayout, hLineWidth: (index) => (index === 1 ? 0.9 : index === 0 ? 0 : 0.5) },
    margin: [0, 0, 0, 10],
  };
}

function yearTable({ yearToDate, taxOverpaid }: RebuiltPayslip): Content {
  const { year, gross, benefits, taxable, pension, nhf, paye, net } = yearToDate;
  const remarks = [
    ...(benefits > 0n
      ? [`Taxable includes benefits in kind of ${formatMoney(kobo(benefits))}.`]
      : []),
    ...(taxOverpaid === 0n ? [] : [overpaidTaxSentence(taxOverpaid)]),
  ];
  const cells: [string, bigint][] = [
    ["Gross", gross],
    ["Taxable", taxable],
    ["Pension", pension],
    ["NHF", nhf],
    ["PAYE", paye],
    ["Net", net],
  ];
  return {
    stack: [
      { text: `${year} to date`, bold: true, margin: [0, 0, 0, 5] },
      {
        table: {
          widths: cells.map(() => "*"),
          body: [
            cells.map(([name]): TableCell => ({
              text: name,
              color: mutedColor,
              fontSize: 8.5,
              alignment: "right",
            })),
            cells.map(([, amount]): TableCell => amountCell(amount)),
          ],
        },
        layout: {
          fillColor: () => tint,
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          paddingLeft: () => 6,
          paddingRight: () => 10,
          paddingTop: (index) => (index === 0 ? 8 : 1),
          paddingBottom: (index) => (index === 0 ? 1 : 8),
        },
      },
      ...remarks.map((text): Content => ({ text, color: mutedColor, margin: [0, 6, 0, 0] })),
    ],
    unbreakable: true,
  };
}

function closing({ support_email, employer, standing }: PayslipFacts): Content {
  const valid = {
    approved: `Issued by ${employer}; valid without a signature.`,
    draft: "Not approved: the amounts may still change.",
    reversed: "The payroll run was reversed: this payslip is not valid.",
  }[standing];
  const questions = support_email === null ? "" : ` Questions: ${support_email}.`;
  return {
    text: `Amounts in naira. ${valid}${questions}`,
    color: mutedColor,
    fontSize: 8,
    margin: [0, 14, 0, 0],
  };
}

/** An amount without currency, in a column headed naira. */
function amountCell(amount: bigint): { text: string; alignment: "right" } {
  return { text: formatNet(kobo(amount)).replace("₦", ""), alignment: "right" };
}
