import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { line } from "../wire/text.ts";
import { employee, employeePath, employeeParams } from "./employees.ts";

/**
 * `json` for another program, as section 38 of the Nigeria Data Protection Act requires; `html` for
 * reading and printing.
 */
export const personalDataFormats = ["json", "html"] as const;
export type PersonalDataFormat = (typeof personalDataFormats)[number];

/** Recorded in the audit log, like every reading of unmasked numbers. */
export const exportPersonalData = endpoint({
  method: "GET",
  path: `${employeePath}/personal-data`,
  summary: "All data stored about one employee, with full numbers, as a file",
  access: "personal-data.manage",
  params: employeeParams,
  query: z.strictObject({
    format: z.enum(personalDataFormats, { error: "Choose json or html." }).default("json"),
  }),
  data: z.unknown(),
  file: ["application/json", "text/html"],
});

export const erasePersonalData = endpoint({
  method: "POST",
  path: `${employeePath}/erasure`,
  summary:
    "Erase the data of a former employee that the law does not require; this cannot be undone",
  access: "personal-data.manage",
  params: employeeParams,
  body: z.strictObject({
    /** The employee's staff number, typed as a confirmation. */
    staff_no: line("the staff number", 40),
    /** The password of the requesting user. */
    password: z
      .string({ error: "Enter your password." })
      .min(1, "Enter your password.")
      .max(200, "Use at most 200 characters."),
  }),
  data: employee,
});
