import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { describeList } from "../list.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { money } from "../wire/money.ts";
import { signedKobo, runStatuses, signedMoney } from "./runs.ts";
import { payrollSettingFields, percentage } from "./settings.ts";

/** The maximum number of bands of a draft; the law has six. */
export const maxTaxBands = 12;

const bandSentence =
  "Enter a width above 0.00 for each band. Only the last band covers all remaining income.";

/** Bands of the yearly income, lowest first: the width of each, null for the rest, and its rate. */
export const taxBands = z
  .array(z.strictObject({ width: money.nullable(), rate: percentage("the rate of each band") }))
  .min(1, "Enter at least one band.")
  .max(maxTaxBands, `Enter at most ${maxTaxBands} bands.`)
  .refine(
    (bands) =>
      bands.every(({ width }, index) =>
        index === bands.length - 1 ? width === null : width !== null && width > 0n,
      ),
    bandSentence,
  );

const {
  pension_base,
  pension_employee,
  pension_employer,
  nhf_active,
  nhf_base,
  nsitf_active,
  nsitf_base,
  itf_active,
  itf_base,
} = payrollSettingFields;

/** The law and settings that a rehearsal may change; values below the legal minimum are allowed. */
export const rehearsalFields = {
  bands: taxBands,
  /** The rent relief: a part of the yearly rent up to a cap is not taxed. */
  rent_relief_rate: percentage("the part of the rent"),
  rent_relief_cap: money,
  /** What an asset of the employer is worth a year as a benefit in kind, of its cost. */
  benefit_asset_rate: percentage("the part of the cost"),
  /** The maximum value of living accommodation, as a part of the gross without it. */
  benefit_housing_limit: percentage("the part of the gross"),
  /** A monthly wage; an employee who earns no more pays no tax. */
  minimum_wage: money,
  pension_base,
  pension_employee,
  pension_employer,
  nhf_active,
  nhf_rate: percentage("the rate of the NHF"),
  nhf_base,
  nsitf_active,
  nsitf_rate: percentage("the rate of the NSITF"),
  nsitf_base,
  itf_active,
  itf_rate: percentage("the rate of the ITF"),
  itf_base,
};

export const rehearsalTerms = z.strictObject(rehearsalFields);
export type RehearsalTerms = z.output<typeof rehearsalTerms>;

const rehearsedRun = z.strictObject({
  id: idOut,
  number: z.string(),
  period: z.string(),
  status: z.enum(runStatuses),
  people: z.int().min(0),
});

/** The amounts that are added up, in display order. */
export const rehearsalComponents = [
  "gross",
  "pension_employee",
  "nhf",
  "paye",
  "other_deductions",
  "advances",
  "net",
  "pension_employer",
  "nsitf",
  "itf",
  "cost",
] as const;

/** Their labels on screens. */
export const rehearsalTitles: Readonly<Record<(typeof rehearsalComponents)[number], string>> = {
  gross: "Gross",
  pension_employee: "Employee’s pension",
  nhf: "NHF",
  paye: "PAYE",
  other_deductions: "Other deductions",
  advances: "Salary advances",
  net: "Net pay",
  pension_employer: "Employer’s pension",
  nsitf: "NSITF",
  itf: "ITF",
  cost: "Cost",
};

/** The result for one employee; differences are after less before. */
const rehearsedPerson = z.strictObject({
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  net_before: signedMoney,
  net_after: signedMoney,
  net_difference: signedMoney,
  paye_difference: signedMoney,
  cost_difference: signedMoney,
});
export type RehearsedPerson = z.output<typeof rehearsedPerson>;

/** The maximum number of employees in a response; the export has all. */
export const maxRehearsedEmployees = 100;

const rehearsalPath = "/organizations/{tenant_id}/{company_id}/payroll-rehearsal";

export const getRehearsalTerms = endpoint({
  method: "GET",
  path: rehearsalPath,
  summary: "The last approved regular run, with the law and settings it was calculated with",
  access: "payroll.read",
  params: organizationParams,
  data: z.strictObject({
    /** Null until a regular run is approved. */
    run: rehearsedRun.nullable(),
    /** Name of the statutory pack. */
    pack: z.string(),
    terms: rehearsalTerms,
  }),
});

/** A rehearsal in progress or done. It is stored until its user starts the next one. */
const rehearsal = z.strictObject({
  id: idOut,
  run: rehearsedRun,
  terms: rehearsalTerms,
  /** The progress of the calculation. */
  state: z.enum(["WAITING", "RUNNING", "DONE", "FAILED"]),
  done: z.int().min(0),
  total: z.int().min(0),
  /** Its result; null until it is done. */
  outcome: z
    .strictObject({
      /**
       * The number of employees whose records have changed since: both sides are calculated from
       * the present records.
       */
      changed_since: z.int().min(0),
      more: z.int().min(0),
      less: z.int().min(0),
      same: z.int().min(0),
      totals: z.array(
        z.strictObject({
          component: z.enum(rehearsalComponents),
          before: signedMoney,
          after: signedMoney,
          difference: signedMoney,
        }),
      ),
      /** The employees whose net pay changes most, at most {@link maxRehearsedEmployees}. */
      people: z.array(rehearsedPerson),
    })
    .nullable(),
});

const rehearsalsPath = "/organizations/{tenant_id}/{company_id}/payroll-rehearsals";
const rehearsalParams = organizationParams.extend({ id });

export const startRehearsal = endpoint({
  method: "POST",
  path: rehearsalsPath,
  summary:
    "Recalculate the last approved regular run under other terms without posting anything; replaces the caller’s previous rehearsal",
  access: "payroll.read",
  params: organizationParams,
  body: rehearsalTerms,
  data: rehearsal,
  status: 201,
  idempotent: true,
});

export const getRehearsal = endpoint({
  method: "GET",
  path: `${rehearsalsPath}/{id}`,
  summary: "The progress and result of a rehearsal",
  access: "payroll.read",
  params: rehearsalParams,
  data: rehearsal,
});

export const exportRehearsal = endpoint({
  method: "GET",
  path: `${rehearsalsPath}/{id}/export`,
  summary: "The result of a rehearsal for all employees as a file",
  access: "payroll.read",
  params: rehearsalParams,
  query: z.strictObject({ format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

/** The change in each employee's pay, the largest change first. */
export const rehearsalList = describeList<RehearsedPerson>()({
  label: "Law Rehearsal",
  columns: {
    staff_no: { header: "Staff No.", kind: "text", width: 14, value: (row) => row.staff_no },
    name: { header: "Name", kind: "text", wrap: true, value: (row) => row.name },
    net_before: { header: "Net Now", kind: "net", value: (row) => signedKobo(row.net_before) },
    net_after: { header: "Net Rehearsed", kind: "net", value: (row) => signedKobo(row.net_after) },
    net_difference: {
      header: "Net Difference",
      kind: "net",
      value: (row) => signedKobo(row.net_difference),
    },
    paye_difference: {
      header: "PAYE Difference",
      kind: "net",
      value: (row) => signedKobo(row.paye_difference),
    },
    cost_difference: {
      header: "Cost Difference",
      kind: "net",
      value: (row) => signedKobo(row.cost_difference),
    },
  },
  main: "name",
  landscape: true,
});
