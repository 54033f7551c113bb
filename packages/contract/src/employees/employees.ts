import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import {
  bankWarnings,
  employeeStatuses,
  exitReasons,
  genders,
  payrollRequirements,
  type PayrollRequirement,
  employeeSorts,
} from "../reference/employees.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, organizationFilter, organizationParams } from "../wire/ids.ts";
import { flag, pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";
import { email, line, optionalLine, optionalText } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { statutory, statutoryFields } from "./statutory.ts";

/** The data that payroll still needs; empty when the employee is ready for payroll. */
const missingRequirements = z.array(
  z.enum(payrollRequirements as [PayrollRequirement, ...PayrollRequirement[]]),
);

/** A row of the list. */
export const employeeListItem = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  staff_no: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The name of the organization. */
  organization: z.string(),
  branch: z.string().nullable(),
  department: z.string(),
  designation: z.string(),
  grade: z.string(),
  status: z.enum(employeeStatuses),
  start_date: z.string(),
  /** The last day of work, past or future. */
  exit_date: z.string().nullable(),
  /**
   * Basic, housing, transport and other of the rate in effect today; null without a rate or without
   * the permission to see pay.
   */
  monthly_pay: money.nullable(),
  missing: missingRequirements,
  /** Whether another bank account was entered and is not confirmed yet. */
  bank_change_waiting: z.boolean(),
  demo: z.boolean(),
});

const name = (what: string) => line(what, 80);

export const staffNo = line("a staff number", 40).refine(
  (text) => text === "" || /^[\p{L}\p{N}][\p{L}\p{N}./_-]*$/u.test(text),
  "Use letters, digits and . / - _ without spaces, such as NBX-0012.",
);

export const personalFields = {
  first_name: name("the first name"),
  middle_name: optionalLine(80),
  last_name: name("the last name"),
  /** Empty or null for none: an employee without an email gets no mails. */
  email: z
    .union([email, z.literal("").transform(() => null)])
    .nullable()
    .optional(),
  phone: optionalLine(30).refine(
    (text) => !text || /^\+?[\d\s()-]{6,}$/.test(text),
    "Give a phone number in digits, such as 0803 123 4567 or +234 803 123 4567.",
  ),
  birth_date: date.nullable().optional(),
  gender: z.enum(genders, { error: "Choose FEMALE or MALE." }).nullable().optional(),
  /** The employee's state of residence, which receives the PAYE. */
  state_id: id.nullable().optional(),
  local_government_id: id.nullable().optional(),
};

export const jobFields = {
  staff_no: staffNo,
  branch_id: id.nullable().optional(),
  department: optionalLine(80),
  designation: optionalLine(80),
  grade: optionalLine(40),
  /** A worker in the sense of section 91 of the Labour Act: manual or clerical work. */
  worker: z.boolean({ error: "Say true or false." }).optional(),
  start_date: date,
};

export const payParts = z.strictObject({
  basic: money,
  housing: money,
  transport: money,
  other: money,
});

/** Monthly pay from a day on. */
export const payRate = z.strictObject({
  id: idOut,
  from_date: z.string(),
  ...payParts.shape,
  /** The sum of the four. */
  monthly_pay: money,
});

/** Numbers are masked except for their last four characters. */
export const employee = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  version: z.int(),
  status: z.enum(employeeStatuses),
  demo: z.boolean(),
  created_at: moment,
  missing: missingRequirements,
  /**
   * The erasure requested for a former employee. Data that no law requires is erased on request,
   * the rest when its retention period is over. The record can no longer be changed then.
   */
  erasure: z.strictObject({ asked_at: moment, erased_at: moment.nullable() }).nullable(),
  personal: z.strictObject({
    first_name: z.string(),
    middle_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    phone: z.string(),
    birth_date: z.string().nullable(),
    gender: z.enum(genders).nullable(),
    state_id: idOut.nullable(),
    state: z.string().nullable(),
    local_government_id: idOut.nullable(),
    local_government: z.string().nullable(),
  }),
  job: z.strictObject({
    staff_no: z.string(),
    branch_id: idOut.nullable(),
    branch: z.string().nullable(),
    department: z.string(),
    designation: z.string(),
    grade: z.string(),
    worker: z.boolean(),
    start_date: z.string(),
  }),
  /** The end of the employment, past or future. */
  exit: z
    .strictObject({
      exit_date: z.string(),
      reason: z.enum(exitReasons),
      note: z.string(),
    })
    .nullable(),
  /** Employments before this one, the latest first. */
  past_employments: z.array(
    z.strictObject({
      start_date: z.string(),
      exit_date: z.string(),
      reason: z.enum(exitReasons),
      note: z.string(),
    }),
  ),
  statutory,
  bank: z
    .strictObject({
      bank_code: z.string(),
      bank_name: z.string(),
      account_number: z.string(),
      account_name: z.string(),
      /** When the bank reported the account name; null when it was not asked. */
      verified_at: moment.nullable(),
      /** The account holder's name at the bank; null when the bank did not report one. */
      provider_name: z.string().nullable(),
      warnings: z.array(z.enum(bankWarnings)),
    })
    .nullable(),
  bank_change_waiting: z.boolean(),
  /** Whether the caller may see pay; if not, the rates are null. */
  pay_shown: z.boolean(),
  /** The rate in effect today. */
  pay: payRate.nullable(),
  /** The next rate after it. */
  next_pay: payRate.nullable(),
});

/** Filters of the list. Text filters match the whole stored value. */
export const employeeFilters = {
  tenant_id: organizationFilter,
  search,
  branch_id: id.optional(),
  department: optionalText(80),
  designation: optionalText(80),
  grade: optionalText(40),
  status: z
    .enum(employeeStatuses, { error: `Choose one of ${employeeStatuses.join(", ")}.` })
    .optional(),
  /**
   * `any` finds employees who are not ready for payroll, a requirement those whose records lack it.
   * Employees who have left are never included.
   */
  missing: z
    .enum(["any", ...payrollRequirements], {
      error: `Choose any or one of ${payrollRequirements.join(", ")}.`,
    })
    .optional(),
  /** Whether a bank account of the employee waits to be confirmed. */
  bank_change_waiting: flag,
  /** Whether a tax relief of the employee waits to be approved. */
  relief_waiting: flag,
  /**
   * With one of the two filters above: only requests of other users, which the caller may decide.
   */
  for_me: flag,
};

export const listEmployees = endpoint({
  method: "GET",
  path: "/employees",
  summary: "Employees, ordered by name by default; search by name, staff number, email and phone",
  access: "employees.read",
  query: z.strictObject({ ...employeeFilters, sort: sortBy(employeeSorts), ...pageQuery(25) }),
  data: z.array(employeeListItem),
  paged: true,
});

export const exportEmployees = endpoint({
  method: "GET",
  path: "/employees/export",
  summary: "All employees that match the filters as a file, with masked numbers",
  access: "employees.read",
  query: z.strictObject({ ...employeeFilters, sort: sortBy(employeeSorts), format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

/** The choices of an organization in the filters of the list and in forms. */
export const getEmployeeChoices = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employee-choices",
  summary: "Branches, departments, designations and grades in use",
  access: "employees.read",
  params: organizationParams,
  data: z.strictObject({
    branches: z.array(z.strictObject({ id: idOut, name: z.string(), code: z.string() })),
    departments: z.array(z.string()),
    designations: z.array(z.string()),
    grades: z.array(z.string()),
    /** The staff number after the highest one, in the organization's format. */
    next_staff_no: z.string(),
  }),
});

/** The path parameters of one employee. */
export const employeeParams = organizationParams.extend({ id });

/** The path of all calls on one employee. */
export const employeePath = "/organizations/{tenant_id}/{company_id}/employees/{id}";

export const getEmployee = endpoint({
  method: "GET",
  path: employeePath,
  summary: "One employee, with numbers masked except for the last four characters",
  access: "employees.read",
  params: employeeParams,
  data: employee,
});

export const addEmployee = endpoint({
  method: "POST",
  path: "/organizations/{tenant_id}/{company_id}/employees",
  summary: "Add an employee; details that payroll needs can be added later",
  access: "employees.write",
  params: organizationParams,
  body: z.strictObject({ ...personalFields, ...jobFields, ...statutoryFields }),
  data: employee,
  status: 201,
  idempotent: true,
  confidential: true,
});

export const savePersonal = endpoint({
  method: "PUT",
  path: `${employeePath}/personal`,
  summary: "Change name, contact, birth date and residence of an employee",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ ...personalFields, version }),
  data: employee,
});

export const saveJob = endpoint({
  method: "PUT",
  path: `${employeePath}/job`,
  summary: "Change staff number, branch, department, designation, grade and start of an employee",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ ...jobFields, version }),
  data: employee,
});

export const saveStatutory = endpoint({
  method: "PUT",
  path: `${employeePath}/statutory`,
  summary:
    "Change the tax, pension and housing fund numbers, and who takes part; omitted fields stay unchanged",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ ...statutoryFields, version }),
  data: employee,
});

/** Reading them is recorded in the audit log. */
export const readPersonalNumbers = endpoint({
  method: "POST",
  path: `${employeePath}/numbers`,
  summary: "The full numbers of an employee, for editing; access is recorded in the audit log",
  access: "employees.write",
  params: employeeParams,
  data: z.strictObject({
    nin: z.string().nullable(),
    tax_id: z.string().nullable(),
    rsa_pin: z.string().nullable(),
    account_number: z.string().nullable(),
  }),
});

/** A change to an employee's record, for its history. */
export const employeeEvent = z.strictObject({
  id: idOut,
  /** The action, such as `employee.job-changed`. */
  action: z.string(),
  /** The user who did it; null for the system. */
  actor: z.string().nullable(),
  recorded_at: moment,
  /** Values before and after by field, numbers masked; just "changed" for long texts. */
  changes: z.array(
    z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
});

export const listEmployeeHistory = endpoint({
  method: "GET",
  path: `${employeePath}/history`,
  summary: "The change history of an employee, newest first",
  access: "employees.read",
  params: employeeParams,
  query: z.strictObject(pageQuery(25)),
  data: z.array(employeeEvent),
  paged: true,
});
