import { describe, expect, it } from "vitest";

import { isStatementTitle, statementFieldName, statementFieldsOf } from "./statement-columns.ts";

describe("the columns of a bank statement are recognized", () => {
  it.each([
    [
      ["Trans. Date", "Value. Date", "Reference", "Debits", "Credits", "Balance", "Remarks"],
      ["date", null, "reference", "debit", "credit", "balance", "narration"],
    ],
    [
      ["Value Date", "POSTED DATE", "Description", "Debit (NGN)", "Credit(₦)", "Balance After(₦)"],
      [null, "date", "narration", "debit", "credit", "balance"],
    ],
    [
      ["S/N", "Date/Time", "Money In", "Money out", "To / From", "Details"],
      [null, "date", "credit", "debit", null, "narration"],
    ],
    [
      ["Date", "Narration", "Amount", "DR/CR", "Running Balance"],
      ["date", "narration", "amount", "side", "balance"],
    ],
    [
      ["Date", "Amount", "Withdrawals", "Lodgements"],
      ["date", null, "debit", "credit"],
    ],
  ])("in %j", (titles, fields) => {
    expect(statementFieldsOf(titles)).toEqual(fields);
  });

  it("whichever of two columns comes first", () => {
    expect(statementFieldsOf(["Description", "Narration"])).toEqual([null, "narration"]);
    expect(statementFieldsOf(["Narration", "Description"])).toEqual(["narration", null]);
    expect(statementFieldsOf(["Balance", "Balance"])).toEqual(["balance", null]);
  });

  it("by their titles alone", () => {
    expect(isStatementTitle("CHQ NO.")).toBe(true);
    expect(isStatementTitle("Account Number")).toBe(false);
    expect(statementFieldName("debit")).toBe("Debit (money out)");
  });
});
