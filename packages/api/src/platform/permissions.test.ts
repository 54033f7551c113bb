import { permissions, type Permission } from "@kontor/contract/endpoint";
import { organizationRoleNames, platformRoleNames } from "@kontor/contract/reference/roles";
import { expect, test } from "vitest";

import { permissionsOf, rolesWith } from "./permissions.ts";

/*
 * Other tests compare the calls with the table in permissions.ts. To test the table itself, this one
 * repeats it by permission: the roles that have each, besides the platform's administrators, who
 * have all.
 */
const platformReaders = "REVIEWER VIEWER";
const everyone = "OWNER HR PAYROLL_PREPARER DISBURSER BOOKKEEPER VIEWER";
const holders: Readonly<Record<Permission, readonly [platform: string, organization: string]>> = {
  "organizations.read": ["ACCOUNTANT REVIEWER VIEWER", everyone],
  "organizations.write": ["", "OWNER"],
  "organizations.create": ["", ""],
  "organizations.suspend": ["", ""],
  "accounting.read": ["ACCOUNTANT REVIEWER VIEWER", "OWNER BOOKKEEPER VIEWER"],
  "accounting.write": ["ACCOUNTANT", "OWNER BOOKKEEPER"],
  "books.check": ["ACCOUNTANT REVIEWER", "OWNER BOOKKEEPER"],
  "books.close": ["ACCOUNTANT", "OWNER"],
  "funding.read": ["ACCOUNTANT REVIEWER VIEWER", "OWNER DISBURSER BOOKKEEPER VIEWER"],
  "funding.write": ["", ""],
  "configuration.read": ["ACCOUNTANT REVIEWER VIEWER", "OWNER HR PAYROLL_PREPARER VIEWER"],
  "configuration.write": ["", "OWNER"],
  "settings.read": ["", ""],
  "settings.write": ["", ""],
  "users.read": ["", "OWNER"],
  "users.write": ["", "OWNER"],
  "platform-users.read": ["", ""],
  "platform-users.write": ["", ""],
  "audit.read": ["", "OWNER"],
  "platform-audit.read": ["", ""],
  "employees.read": [platformReaders, "OWNER HR PAYROLL_PREPARER DISBURSER VIEWER"],
  "employees.write": ["", "OWNER HR"],
  "employees.import": ["", "OWNER HR PAYROLL_PREPARER"],
  "employees.pay.read": ["REVIEWER", "OWNER HR PAYROLL_PREPARER"],
  "employees.pay.write": ["", "OWNER HR PAYROLL_PREPARER"],
  "personal-data.manage": ["", "OWNER"],
  "bank-accounts.confirm": ["", "OWNER HR DISBURSER"],
  "salary-advances.read": [platformReaders, "OWNER HR PAYROLL_PREPARER DISBURSER VIEWER"],
  "salary-advances.request": ["", "OWNER HR"],
  "salary-advances.decide": ["REVIEWER", "OWNER HR"],
  "salary-advances.write-off": ["", "OWNER"],
  "payroll.read": ["REVIEWER", "OWNER PAYROLL_PREPARER DISBURSER"],
  "payroll.prepare": ["", "OWNER PAYROLL_PREPARER"],
  "payroll.approve": ["REVIEWER", "OWNER"],
  "payroll.disburse": ["", "OWNER DISBURSER"],
  "remittances.record": ["", "OWNER DISBURSER"],
  "reports.read": [
    "ACCOUNTANT REVIEWER VIEWER",
    "OWNER PAYROLL_PREPARER DISBURSER BOOKKEEPER VIEWER",
  ],
};

test.each(permissions)("only the roles for it have %s", (permission) => {
  const [platform, organization] = holders[permission];
  const { platform: ofPlatform, organization: ofOrganization } = rolesWith(permission);
  expect(ofPlatform.join(" ")).toBe(`ADMINISTRATOR ${platform}`.trim());
  expect(ofOrganization.join(" ")).toBe(organization);
  for (const role of platformRoleNames) {
    expect(permissionsOf([role], null).includes(permission)).toBe(ofPlatform.includes(role));
  }
  for (const role of organizationRoleNames) {
    expect(permissionsOf([role], 1).includes(permission)).toBe(ofOrganization.includes(role));
  }
});

test("several roles have the permissions of each, and none of the other kind", () => {
  expect(permissionsOf(["DISBURSER", "BOOKKEEPER"], 1)).toEqual(
    permissions.filter((each) =>
      ["DISBURSER", "BOOKKEEPER"].some((role) => holders[each][1].split(" ").includes(role)),
    ),
  );
  expect(permissionsOf(["ADMINISTRATOR"], 1)).toEqual([]);
  expect(permissionsOf(["OWNER"], null)).toEqual([]);
});
