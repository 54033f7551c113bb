import { statementFieldsOf } from "@kontor/contract/reference/statement-columns";
import { describe, expect, test } from "vitest";

import { tableOf, type Cell } from "../../platform/sheets/table.ts";
import { readStatement } from "./statement-lines.ts";
import { orderStatement } from "./statement-order.ts";

/** A file as a bank lays it out, with what is read of it. */
type Export = {
  rows: Cell[][];
  /** Row number, day and net in kobo of each line. */
  lines: [number, string, bigint][];
  opening: bigint | null;
  closing: bigint | null;
  /** The narration of the first line, and its reference. */
  first: [string, string];
};

const exports: Readonly<Record<string, Export>> = {
  "account details on top, debits and credits apart, remarks last": {
    rows: [
      ["EXAMPLE BANK LTD"],
      ["CUSTOMER STATEMENT"],
      ["Account Name:", "ACME FOODS LIMITED", "", "Statement Period:", "01-Nov-2026 - 30-Nov-2026"],
      ["Opening Balance:", "1,250,000.00", "", "Closing Balance:", "1,182,446.25"],
      [
        "Trans. Date",
        "Value. Date",
        "Reference",
        "Debits",
        "Credits",
        "Balance",
        "Originating Branch",
        "Remarks",
      ],
      [
        "03-Nov-2026",
        "03-Nov-2026",
        "",
        "150,000.00",
        "",
        "1,100,000.00",
        "E- CHANNELS",
        "TRANSFER TO A SUGAR MILL",
      ],
      [
        "03-Nov-2026",
        "04-Nov-2026",
        "'00417",
        "53.75",
        "",
        "1,099,946.25",
        "E- CHANNELS",
        "COMMISSION NIP",
      ],
      [
        "28-Nov-2026",
        "28-Nov-2026",
        "",
        "",
        "82,500.00",
        "1,182,446.25",
        "IKEJA",
        "NIP/ADA OKAFOR",
      ],
      [
        "Trans. Date",
        "Value. Date",
        "Reference",
        "Debits",
        "Credits",
        "Balance",
        "Originating Branch",
        "Remarks",
      ],
      ["Total", "", "", "150,053.75", "82,500.00", "", "", ""],
      ["Closing Balance", "", "", "", "", "1,182,446.25", "", ""],
      ["This is a computer generated statement"],
    ],
    lines: [
      [6, "2026-11-03", -15_000_000n],
      [7, "2026-11-03", -5375n],
      [8, "2026-11-28", 8_250_000n],
    ],
    opening: 125_000_000n,
    closing: 118_244_625n,
    first: ["TRANSFER TO A SUGAR MILL", ""],
  },
  "an opening balance line, days in digits, and dashes for nothing": {
    rows: [
      ["DATE", "DESCRIPTION/PAYEE/MEMO", "DEBIT", "CREDIT", "VALUE DATE", "BALANCE"],
      ["01/11/2026", "Opening Balance", "0.00", "5,000.00", "01/11/2026", "5,000.00"],
      ["03/11/2026", "POS PURCHASE 0417 LEKKI", "1,200.50", "-", "02/11/2026", "3,799.50"],
      ["12/11/2026", "CASH DEPOSIT", "-", "10,000.00", "12/11/2026", "13,799.50"],
      ["30/11/2026", "Closing Balance", "0.00", "13,799.50", "30/11/2026", "13,799.50"],
      ["", "TOTAL DEBIT", "1,200.50", "", "", ""],
      ["", "TOTAL CREDIT", "", "10,000.00", "", ""],
    ],
    lines: [
      [3, "2026-11-03", -120_050n],
      [4, "2026-11-12", 1_000_000n],
    ],
    opening: 500_000n,
    closing: 1_379_950n,
    first: ["POS PURCHASE 0417 LEKKI", ""],
  },
  "the value date first, cheque numbers, and balances with CR behind them": {
    rows: [
      ["Val Date", "TRAN DATE", "NARRATION", "CHQ.NO", "DEBIT", "CREDIT", "BALANCE"],
      ["", "", "BAL B/FWD", "", "", "", "90,000.00 CR"],
      [
        "05-NOV-26",
        "03-NOV-26",
        "INWARD CLEARING",
        "00000417",
        "400,000.00",
        "0.00",
        "310,000.00 DR",
      ],
      ["06-NOV-26", "06-NOV-26", "RTGS INFLOW", "", "0.00", "350,000.00", "40,000.00 CR"],
      ["", "", "Total", "", "400,000.00", "350,000.00", ""],
    ],
    lines: [
      [3, "2026-11-03", -40_000_000n],
      [4, "2026-11-06", 35_000_000n],
    ],
    opening: 9_000_000n,
    closing: 4_000_000n,
    first: ["INWARD CLEARING", "00000417"],
  },
  "one amount, whose side has a column called a type, newest first": {
    rows: [
      [
        "Transaction Date",
        "Details",
        "Transaction Type",
        "Amount (NGN)",
        "Available Balance",
        "Ledger Balance",
      ],
      ["2026-11-07 18:02:11", "Airtime", "DEBIT", "1,000.00", "9,000.00", "9,500.00"],
      ["2026-11-03 09:00:00", "From Ada", "CREDIT", "10,500.00", "10,000.00", "10,500.00"],
    ],
    lines: [
      [3, "2026-11-03", 1_050_000n],
      [2, "2026-11-07", -100_000n],
    ],
    opening: 0n,
    closing: 950_000n,
    first: ["From Ada", ""],
  },
  "one signed amount, and a type that says how it was paid": {
    rows: [
      ["Date", "Type", "Description", "Amount", "Balance"],
      ["2026 Nov 03 09:12:45", "NIP Transfer", "To Ada", "-2,500.00 NGN", "7,500.00 NGN"],
      ["2026 Nov 09 10:12:45", "POS", "From Bello", "+500.00 NGN", "8,000.00 NGN"],
    ],
    lines: [
      [2, "2026-11-03", -250_000n],
      [3, "2026-11-09", 50_000n],
    ],
    opening: 1_000_000n,
    closing: 800_000n,
    first: ["To Ada", ""],
  },
  "times, naira signs and money in before money out": {
    rows: [
      ["Date/Time", "Money In", "Money out", "Category", "To / From", "Description", "Balance"],
      ["03/11/26 14:03:11", "", "₦5,000.00", "outward transfer", "Ada", "rent", "₦15,000.00"],
      ["03/11/26 15:41:00", "₦250.00", "", "inward transfer", "Bello", "refund", "₦15,250.00"],
    ],
    lines: [
      [2, "2026-11-03", -500_000n],
      [3, "2026-11-03", 25_000n],
    ],
    opening: 2_000_000n,
    closing: 1_525_000n,
    first: ["rent", ""],
  },
  "dates and amounts as numbers of a workbook": {
    rows: [
      [
        "TransDate",
        "Reference",
        "Transaction Details",
        "ValueDate",
        "Deposit",
        "Withdrawal",
        "Balance",
      ],
      [46_329, "S4471", "NIP FROM ADA", 46_330, 1200.5, null, 3200.5],
      [46_340.6, "S4488", "CHARGE", 46_340.6, null, 53.75, 3146.75],
      ["Summary", null, "Opening balance 2,000.00", null, 1200.5, 53.75, 3146.75],
    ],
    lines: [
      [2, "2026-11-03", 120_050n],
      [3, "2026-11-14", -5375n],
    ],
    opening: 200_000n,
    closing: 314_675n,
    first: ["NIP FROM ADA", "S4471"],
  },
};

describe("the export of a bank is read", () => {
  test.for(Object.keys(exports))("with %s", (name) => {
    const found = exports[name];
    if (found === undefined) throw new Error(name);
    const sheet = tableOf(found.rows, "bank-statement");
    const fields = statementFieldsOf(
      sheet.titles,
      sheet.rows.map(({ cells }) => cells),
    );
    const { lines, leftOut } = readStatement(sheet, fields, "2026-11-30");
    const ordered = orderStatement(lines);
    expect(ordered.lines.map(({ line, net }) => [line.line, line.date, net])).toEqual(found.lines);
    expect(ordered.lines[0]?.line).toMatchObject({
      narration: found.first[0],
      reference: found.first[1],
    });
    expect([ordered.opening, ordered.closing, ordered.breaks]).toEqual([
      found.opening,
      found.closing,
      [],
    ]);
    // Titles, totals and balances are left out without being reported as unreadable.
    expect(leftOut.filter(({ unreadable }) => unreadable)).toEqual([]);
    expect(lines.length + leftOut.length).toBe(sheet.rows.length);
  });
});

test("a line is not taken for a total or a balance because of what it says", () => {
  const sheet = tableOf(
    [
      ["Date", "Narration", "Debit", "Credit", "Balance"],
      ["02/25/2026", "TOTAL FILLING STATION", "50.00", "", "950.00"],
      ["", "TOTAL FILLING STATION", "50.00", "", "900.00"],
      ["03/02/2026", "TOTAL", "50.00", "", "850.00"],
      ["04/02/2026", "Closing balance of the till", "", "50.00", "900.00"],
      ["04/02/2026", "POS", "", "50.00", ""],
      ["04/02/2026", "POS", "", "50.00", ""],
    ],
    "bank-statement",
  );
  const { lines, leftOut } = readStatement(sheet, statementFieldsOf(sheet.titles), "2026-03-10");
  expect(leftOut.map(({ line, unreadable }) => [line, unreadable])).toEqual([
    [2, true],
    [3, true],
  ]);
  expect(lines.map(({ line }) => line.line)).toEqual([4, 5, 6, 7]);
});
