import { addLedger } from "@kontor/contract/accounting/accounts";
import { addEntry } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import { closeYear, grantLockException, previewYearEnd } from "@kontor/contract/accounting/periods";
import * as bank from "@kontor/contract/employees/bank";
import { addEmployee, getEmployee } from "@kontor/contract/employees/employees";
import { uploadEmployeeImport } from "@kontor/contract/employees/imports";
import { leaveEmployment } from "@kontor/contract/employees/leaving";
import * as pay from "@kontor/contract/employees/pay";
import { submitFunds } from "@kontor/contract/funding/funding";
import { addBranch } from "@kontor/contract/organizations/branches";
import { listPayslips } from "@kontor/contract/payroll/payslips";
import { getRun, startRun } from "@kontor/contract/payroll/runs";
import { decideRun, submitRun } from "@kontor/contract/payroll/steps";
import { getAdvanceOffer, requestAdvance } from "@kontor/contract/salary-advances/requests";
import { sql } from "kysely";

import { exactlyOne } from "../platform/database/rows.ts";
import { addBenefitInKind } from "./access-benefits.ts";
import { addMonthRecords } from "./access-payroll.ts";
import { mailCalls, settingsFields } from "./access-settings.ts";
import { userIds } from "./access-users.ts";
import { receiptBody } from "./books.ts";
import type { Caller, World } from "./harness.ts";
import { picture } from "./images.ts";
import type { TestOrganization } from "./organizations.ts";
import { runCalculations, testSettings } from "./payroll.ts";
import { addPerson, testPassword } from "./people.ts";
import { formOf, type FieldValues } from "./valid-requests.ts";

type AccessFile = { bytes: Buffer; name: string };

/** A file for each file field. */
export async function accessFiles(): Promise<Readonly<Record<string, AccessFile>>> {
  const image = { bytes: await picture(), name: "picture.png" };
  const file = { bytes: Buffer.from(staffFile), name: "staff.csv" };
  return { logo: image, profile_photo: image, evidence: image, file };
}

/**
 * Fills an organization with a row of each kind, through the API.
 *
 * @returns values for `validRequest`: the ids of these rows, and valid values for the other fields.
 */
export async function addAccessRows(
  world: World,
  organization: TestOrganization,
  evidence: AccessFile,
): Promise<FieldValues> {
  const { caller } = await addPerson(world, ["ADMINISTRATOR"]);
  const { tenant_id, path, ledgers } = organization;
  const group = await caller.call(addGroup, { body: { tenant_id, class: "01", name: "Vehicles" } });
  const ledger = await caller.call(addLedger, {
    body: { tenant_id, group_id: group.id, name: "Lorries", op_balance_dc: "DR" },
  });
  const items = receiptBody(ledger.id, ledgers.bank_clearing, "25.00", { tenant_id });
  const entry = await caller.call(addEntry, { body: items });
  await caller.call(addBranch, { body: { ...path, name: "Ikeja" } });
  await caller.call(submitFunds, { params: path, body: { amount: "9.00", action: "DEPOSIT" } });
  const employee = await addStaff(organization, caller, evidence);
  const advance = await addAdvance(organization, caller, Number(employee["id"]));
  const payroll = await addRun(world, organization, caller);
  const member = await addPerson(world, ["VIEWER"], { tenantId: tenant_id });
  const { user_id } = await world.signInAs(["BOOKKEEPER"], tenant_id);
  const closed = await closeBooks(caller, organization, user_id);
  const colleague = await addPerson(world, ["VIEWER"]);
  const { rows } = await world.database.transaction((tx) =>
    sql<{ id: number }>`
      insert into mails (label, to_email, subject, html, text, next_try_at, created_at)
      values ('password_reset', 'a@example.com', 'Test', '<p>Test</p>', 'Test', now(), now()) returning id`.execute(
      tx,
    ),
  );
  return {
    ...fields,
    ...path,
    ...employee,
    ...payroll,
    ...idsOf({ group: group.id, ledger: ledger.id, entry: entry.id, mail: exactlyOne(rows).id }),
    ...userIds(member.id, colleague.id),
    ...advance,
    ...closed,
    employees: [{ ...path, id: employee["id"] }],
    group_id: group.id,
    items: items.items,
    entries: [receiptBody(ledger.id, ledgers.bank_clearing, "25.00")],
  };
}

/** A closed year of the books, and a user with an exception for it. */
async function closeBooks(
  caller: Caller,
  { tenant_id, ledgers }: TestOrganization,
  user_id: number,
): Promise<FieldValues> {
  const query = { tenant_id, year_end: "2025-12-31" };
  await caller.call(addEntry, {
    body: receiptBody(ledgers.bank_clearing, ledgers.other_pay, "25.00", {
      tenant_id,
      entry_date: query.year_end,
    }),
  });
  const { equity_ledger } = await caller.call(previewYearEnd, { query });
  const { closings } = await caller.call(closeYear, {
    body: { ...query, equity_ledger_id: equity_ledger?.id, reason: "Audited" },
  });
  const granted = { tenant_id, user_id, hours: 1, reason: "A late invoice" };
  const { exceptions } = await caller.call(grantLockException, { body: granted });
  return {
    equity_ledger_id: equity_ledger?.id,
    "POST /books/lock/exceptions user_id": user_id,
    "POST /books/year-end/{id}/take-back id": closings[0]?.id,
    "DELETE /books/lock/exceptions/{id} id": exceptions[0]?.id,
  };
}

type Ids = Record<"group" | "ledger" | "entry" | "mail", number>;

/** `id` is another kind of row in each family of paths. */
function idsOf({ group, ledger, entry, mail }: Ids): FieldValues {
  const calls: [number, string[]][] = [
    [group, ["GET", "PUT", "DELETE"].map((method) => `${method} /groups/{id}`)],
    [group, ["GET /groups/{id}/ledgers", "GET /groups/{id}/next-ledger-code"]],
    [ledger, ["GET /ledgers/{id}", "PUT /ledgers/{id}", "GET /ledgers/{id}/sub-ledgers"]],
    [ledger, ["balance", "statement", "statement/export"].map((of) => `GET /ledgers/{id}/${of}`)],
    [entry, ["GET /entries/{id}", "PUT /entries/{id}", "GET /entries/{id}/history"]],
    [entry, ["POST /entries/{id}/reversal"]],
    [mail, mailCalls],
  ];
  return Object.fromEntries(
    calls.flatMap(([id, names]) => names.map((name) => [`${name} id`, id] as const)),
  );
}

/**
 * An employee with a rate, an item, a benefit, a claim, opening figures, a waiting bank account and a last
 * day; and a file of others.
 */
async function addStaff(
  { path }: TestOrganization,
  caller: Pick<Caller, "call">,
  evidence: AccessFile,
): Promise<FieldValues> {
  const { id } = await caller.call(addEmployee, {
    params: path,
    body: { ...person, staff_no: "A-1" },
  });
  const params = { ...path, id };
  const rate = await caller.call(pay.addPayRate, { params, body: { ...payRate } });
  const item = await caller.call(pay.addPayItem, { params, body: { ...payItem } });
  const benefit = await addBenefitInKind(caller, params);
  const relief = await caller.call(pay.claimRelief, {
    params,
    body: formOf(reliefs, { evidence }),
  });
  await caller.call(pay.saveOpeningFigures, { params: { ...params, year: 2026 }, body: opening });
  await caller.call(bank.changeBankAccount, { params, body: account });
  const change = await caller.call(bank.changeBankAccount, {
    params,
    body: { ...account, bank_code: "058", account_number: "0123456789" },
  });
  const { version } = await caller.call(getEmployee, { params });
  await caller.call(leaveEmployment, { params, body: { ...exit, version } });
  const file = { bytes: Buffer.from(staffFile), name: "staff.csv" };
  const uploaded = await caller.call(uploadEmployeeImport, {
    params: path,
    body: formOf({}, { file }),
  });
  return {
    id,
    rate_id: rate.id,
    item_id: item.id,
    ...benefit,
    relief_id: relief.id,
    document_id: relief.document_id,
    change_id: change.id,
    ...importIds(uploaded.id),
  };
}

/** A request for an advance that waits for a decision. */
async function addAdvance(
  { path }: TestOrganization,
  caller: Pick<Caller, "call">,
  employee_id: number,
): Promise<FieldValues> {
  const params = { ...path, id: employee_id };
  const { terms } = await caller.call(getAdvanceOffer, { params });
  const body = { ...advanceRequest, terms_version: terms.version };
  const { id } = await caller.call(requestAdvance, { params, body });
  const base = "/organizations/{tenant_id}/{company_id}/salary-advances/{id}";
  const calls = [
    "GET",
    "POST /transfers",
    "GET /repayment-ledgers",
    "POST /repayments",
    "POST /write-off",
    "POST /revocation",
  ];
  const decided = { id, employee_id, amount: advanceRequest.amount };
  return {
    terms_version: terms.version,
    decisions: [{ ...decided, tenant_id: path.tenant_id, status: "APPROVED" }],
    advances: [{ id, tenant_id: path.tenant_id }],
    ...Object.fromEntries(
      Object.entries(decided).map(([name, value]) => [
        `PUT /salary-advances/status ${name}`,
        value,
      ]),
    ),
    ...idsAt(base, calls, id),
  };
}

/** An id as a parameter of calls such as "POST /transfers" below a path. */
function idsAt(base: string, calls: readonly string[], id: number): FieldValues {
  return Object.fromEntries(
    calls.map((call) => {
      const [method = "", rest = ""] = call.split(" ");
      return [`${method} ${base}${rest} id`, id];
    }),
  );
}

function importIds(id: number): FieldValues {
  const base = "/organizations/{tenant_id}/{company_id}/employee-imports/{id}";
  const changes = ["PUT /mapping", "POST /commit", "POST /undo", "DELETE"];
  return idsAt(base, ["GET", "GET /rows", "GET /rejected", ...changes], id);
}

/** An approved payroll run for the employee. */
async function addRun(
  world: World,
  { path }: TestOrganization,
  caller: Pick<Caller, "call">,
): Promise<FieldValues> {
  const body = { period: "2026-03", cycle: "REGULAR" };
  const { id } = await caller.call(startRun, { params: path, body });
  await runCalculations(world);
  const params = { ...path, id };
  const draft = await caller.call(getRun, { params });
  const { version } = await caller.call(submitRun, { params, body: { version: draft.version } });
  const second = await world.signInAs(["ADMINISTRATOR"]);
  await second.call(decideRun, { params, body: { version, status: "APPROVED" } });
  const [payslip] = await caller.call(listPayslips, { params: { ...path, id } });
  const base = "/organizations/{tenant_id}/{company_id}/payroll-runs/{id}";
  const reads = ["GET", "GET /payslips", "GET /payslips/export", "GET /payment-file"];
  const steps = [
    "POST /submission",
    "PUT /approval",
    "POST /disbursement",
    "POST /outside-payments",
    "POST /reversal",
    "POST /calculation",
  ];
  const ofRun = [...reads, ...steps, "GET /payment-ledgers", "POST /exclusions", "DELETE"];
  const ofPayslip = [
    "GET",
    "GET /pdf",
    "PUT /exclusion",
    "PUT /payment",
    "POST /payment/reversal",
  ].map((call) => {
    const [method = "", rest = ""] = call.split(" ");
    return `${method} /payslips/{payslip_id}${rest}`;
  });
  return {
    ...Object.fromEntries(
      [...ofRun, ...ofPayslip].map((call) => {
        const [method = "", rest = ""] = call.split(" ");
        return [`${method} ${base}${rest} id`, id];
      }),
    ),
    payslip_id: payslip?.id,
    payslip_ids: [payslip?.id],
    period: "2026-04",
    cycle: "REGULAR",
    excluded: false,
    date: "2026-03-10",
    note: "Cash",
    "GET /reports/payroll/register period": body.period,
    ...(await addMonthRecords(world, caller, path, body.period)),
    [`PUT ${base}/approval status`]: "APPROVED",
    [`POST ${base}/reversal reason`]: "Wrong month",
  };
}

const staffFile = "Staff No.,First Name,Last Name,Start\nIMP-1,Ada,Obi,2026-01-05\n";
const person = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
const payRate = {
  from_date: "2026-02-01",
  basic: "1.00",
  housing: "0.00",
  transport: "0.00",
  other: "0.00",
};
const payItem = {
  name: "Overtime",
  kind: "EARNING",
  amount: "5.00",
  taxable: true,
  pensionable: false,
  from_month: "2026-03",
  to_month: "2026-03",
};
const reliefs = {
  year: 2026,
  rent: "1.00",
  life_premium: "0.00",
  owner_occupier_interest: "0.00",
  nhis: "0.00",
};
const opening = {
  through_month: "2026-01",
  gross: "9.00",
  benefits: null,
  pension: "0.00",
  nhf: "0.00",
  tax: "0.00",
};
const account = { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafor" };
const advanceRequest = { amount: "0.01", instalments: 1, accepted_how: "EMAIL" };
const exit = { exit_date: "2026-12-31", reason: "RESIGNED", owed: [] };
const closing = { locked_until: null, hours: 1, year_end: "2025-12-31", day: "2025-12-31" };
const reconciliation = { reconciled_to: "2026-03-01", balance: "1.00", balance_dc: "DR" };
const decisions = { approve: true, confirm: true, suspended: false, without_rejected: false };
/** Valid values of fields that are not ids of rows, by field name. */
const fields: FieldValues = {
  ...person,
  ...payRate,
  ...payItem,
  ...reliefs,
  ...opening,
  ...account,
  ...exit,
  ...advanceRequest,
  date: "2026-03-10",
  number: "RCT-000001",
  end_date: "2026-03-31",
  as_of: "2026-03-31",
  recorded_up_to: "2026-02-28T16:00:00Z",
  ...closing,
  status: "APPROVED",
  staff_no: "A-2",
  version: 1,
  ...decisions,
  ...reconciliation,
  fields: [null, null, null, null],
  code: "walk",
  email: "walk@example.com",
  support_email: "walk@example.com",
  admin_email: "walk-admin@example.com",
  admin_name: "Walk",
  address: "1 Walk Street",
  brand_color: "#004AAD",
  class: "01",
  op_balance_dc: "DR",
  action: "DEPOSIT",
  read: [{ kind: "mails_failed", tenant_id: null, mark: "1" }],
  password: testPassword,
  second_factor_roles: [],
  ...settingsFields,
  ...testSettings,
  bands: [{ width: null, rate: 15 }],
  rent_relief_rate: 20,
  rent_relief_cap: "500000.00",
  benefit_asset_rate: 5,
  benefit_housing_limit: 20,
  minimum_wage: "70000.00",
  nhf_rate: 2.5,
  nsitf_rate: 1,
  itf_rate: 1,
  subject: "Walk",
  body: "<p>Walk</p>",
  label: "user_registration",
  // Another day than that of the existing rate, which this one would replace.
  "POST /organizations/{tenant_id}/{company_id}/employees/{id}/pay-rates from_date": "2026-03-01",
  "PUT /organizations/{tenant_id}/{company_id}/modules/{id} id": "payroll",
  "PUT /settings/modules/{id} id": "payroll",
  "POST /settings/users roles": ["VIEWER"],
  "PUT /settings/users/{id}/roles roles": ["VIEWER"],
  "POST /organizations/{tenant_id}/{company_id}/users roles": ["VIEWER"],
  "PUT /organizations/{tenant_id}/{company_id}/users/{id}/roles roles": ["VIEWER"],
};
