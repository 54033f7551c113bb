import { expect, test } from "vitest";

import {
  auditActor,
  auditFieldTitle,
  auditInWords,
  auditSubjectInWords,
  auditValueInWords,
} from "./audit.ts";

test.for([
  ["payroll-run:21", "Payroll run 21"],
  ["user:12", "User 12"],
  ["address:127.0.0.1", "Address 127.0.0.1"],
  ["export:/reports/payroll/register/export", "Payroll register"],
  ["export:/reports/transaction/day-book/export", "Day book"],
  ["export:/organizations/3/3/audit-log/export", "Audit log"],
  ["export:/organizations/3/3/payroll-runs/20/payslips/export", "Payroll run 20 payslips"],
  ["export:/settings/users/export", "Users"],
  ["export:/ledgers/5/statement/export", "Ledger 5 statement"],
  ["export:/entries/export", "Entries"],
] as const)("the audit record %s is displayed as %s", ([subject, words]) => {
  expect(auditSubjectInWords(subject, null)).toBe(words);
});

test("an audit record is displayed by its name if it has one", () => {
  expect(auditSubjectInWords("payroll-run:21", "PR-000004")).toBe("Payroll run PR-000004");
});

test("fields of the audit log have the same names as elsewhere", () => {
  const names = ["employee_id", "tax_id", "monthly pay", "paid"];
  expect(names.map(auditFieldTitle)).toEqual(["Employee ID", "Tax ID", "Monthly pay", "Paid"]);
});

test.for([
  ["amount", "12435582.00", "₦12,435,582.00"],
  ["paid on", "2026-11-09", "09 Nov 2026"],
  ["period", "2026-11", "November 2026"],
  ["accepted how", "SIGNED_PAPER", "Signed paper"],
  ["status", "ACTIVE", "Active"],
  ["cycle", "REGULAR", "Regular"],
  ["account name", "ACTIVE", "ACTIVE"],
  ["op balance dc", "DR", "Debit"],
  ["taxable", "true", "Yes"],
  ["roles", "BOOKKEEPER, HR", "Bookkeeper, HR"],
  ["roles", "Viewer", "Viewer"],
  ["percentage", "7.5", "7.5"],
  ["interest rate", "12.25", "12.25%"],
  ["floor_percentage", "33.33", "33.33%"],
  ["floor amount", "33.33", "₦33.33"],
  ["auto approval", "1", "Yes"],
  ["auto_approval", "0", "No"],
  ["what", "NSITF, October 2026", "NSITF, October 2026"],
] as const)("the %s %s of the audit log is displayed as %s", ([field, value, words]) => {
  expect(auditValueInWords(value, field)).toBe(words);
});

test("changes say what was before where it is known, then come further facts", () => {
  const changes = [
    { field: "status", from: "ACTIVE", to: "SUSPENDED" },
    { field: "tax_id", from: null, to: "12345678-0001" },
    { field: "address", from: "Marina", to: null },
    { field: "password", from: null, to: null },
  ];
  expect(auditInWords({ changes, facts: [{ name: "paid on", value: "2026-11-09" }] })).toBe(
    "Status: Suspended (was Active); Tax ID: 12345678-0001; Address removed (was Marina); Password changed; Paid on: 09 Nov 2026",
  );
  expect(auditInWords({ changes: [], facts: [] })).toBe("");
});

test.for([
  [{ actor_name: "Bola Ade", address: "127.0.0.1", action: "entry.posted" }, "Bola Ade"],
  [{ actor_name: null, address: null, action: "mail.given-up" }, "System"],
  [{ actor_name: null, address: "127.0.0.1", action: "session.refused" }, "Nobody signed in"],
  [{ actor_name: null, address: "127.0.0.1", action: "portal.refused" }, "Nobody signed in"],
  [{ actor_name: null, address: "127.0.0.1", action: "portal.opened" }, "Employee in the portal"],
  [
    { actor_name: null, address: "127.0.0.1", action: "salary-advance.requested" },
    "Employee in the portal",
  ],
] as const)("the actor of %o is %s", ([item, name]) => {
  expect(auditActor(item)).toBe(name);
});
