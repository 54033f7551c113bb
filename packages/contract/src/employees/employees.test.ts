import { expect, test } from "vitest";
import { z } from "zod";

import { changeBankAccount } from "./bank.ts";
import {
  employeeFilters,
  jobFields,
  personalFields,
  savePersonal,
  saveStatutory,
} from "./employees.ts";

test("numbers are stored without separators, and can be sent again as read", () => {
  const typed = { nin: "123-4567 8901", rsa_pin: "pen 100123456789", tax_id: "", version: 1 };
  const read = { nin: "12345678901", rsa_pin: "PEN100123456789", tax_id: "", version: 1 };
  expect(saveStatutory.body.parse(typed)).toEqual(read);
  expect(z.encode(saveStatutory.body, read)).toEqual(read);
  expect(saveStatutory.body.safeParse({ nin: "123", version: 1 }).error?.issues).toMatchObject([
    { path: ["nin"], message: "A NIN has 11 digits. Check it against the slip." },
  ]);
});

test.each([
  [jobFields.staff_no, ["ACME/0012.a-b_c"], ["", "/12", "A 12", "A#1", "a".repeat(41)]],
  [personalFields.phone, ["", "+234 (803) 123-4567"], ["08031", "0803 123 call"]],
  [saveStatutory.body.shape.nhf_number, ["", "NHF/00-12"], ["NHF 12", "1".repeat(21)]],
  [saveStatutory.body.shape.pfa, [null], ["nobody"]],
  [changeBankAccount.body.shape.bank_code, ["058"], ["000"]],
  [changeBankAccount.body.shape.account_number, ["0123456789"], ["012345678", "01234567890"]],
])("a field of a record accepts only what it is for: %#", (field, good, bad) => {
  for (const value of good) expect(field.safeParse(value).success).toBe(true);
  for (const value of bad) expect(field.safeParse(value).success).toBe(false);
});

test("an account number can be sent again as read", () => {
  const account = { bank_code: "058", account_number: "0123456789", account_name: "Ada Okafor" };
  expect(changeBankAccount.body.parse({ ...account, account_number: "012 345 6789" })).toEqual(
    account,
  );
  expect(z.encode(changeBankAccount.body, account)).toEqual(account);
});

test("an empty email means none, and can be sent again as read", () => {
  const { email } = savePersonal.body.shape;
  expect([email.parse(""), email.parse(" Ada@Acme.example "), email.parse(null)]).toEqual([
    null,
    "ada@acme.example",
    null,
  ]);
  expect([z.encode(email, "ada@acme.example"), z.encode(email, null)]).toEqual([
    "ada@acme.example",
    null,
  ]);
  expect(email.safeParse("ada").error?.issues).toMatchObject([
    { message: "Enter a valid email address, such as name@example.com." },
  ]);
});

test("names and the place of an employee are single lines, and filters accept values recorded earlier", () => {
  const { department, designation, grade } = jobFields;
  for (const field of [personalFields.middle_name, department, designation, grade]) {
    expect(field.safeParse("Field\tsales").success).toBe(false);
    expect(field.safeParse("").success).toBe(true);
  }
  expect(employeeFilters.designation.safeParse("Field\tsales").success).toBe(true);
});
