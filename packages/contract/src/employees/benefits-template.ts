import type { Kobo } from "@kontor/books/money";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportMediaTypes } from "../exports.ts";
import { describeList } from "../list.ts";
import { importFieldTitle } from "../reference/employee-import-fields.ts";
import { organizationParams } from "../wire/ids.ts";
import { employeeColumns } from "./template-columns.ts";

/** An employee with one of their benefits in kind; all of it is null for an employee without one. */
type BenefitTemplateRow = {
  staff_no: string;
  last_name: string;
  first_name: string;
  name: string | null;
  /** In words. */
  kind: string | null;
  value: Kobo | null;
  employee_pays: Kobo | null;
  from_date: string | null;
  to_date: string | null;
};

/** The file to enter benefits in kind in, with the columns that the import of employees reads. */
export const benefitsTemplate = describeList<BenefitTemplateRow>()({
  label: "Benefits in Kind",
  columns: {
    ...employeeColumns,
    name: {
      header: importFieldTitle("benefit_name"),
      kind: "text",
      width: 24,
      value: ({ name }) => name,
    },
    kind: {
      header: importFieldTitle("benefit_kind"),
      kind: "text",
      width: 24,
      value: ({ kind }) => kind,
    },
    value: {
      header: importFieldTitle("benefit_value"),
      kind: "money",
      width: 28,
      value: ({ value }) => value,
    },
    employee_pays: {
      header: importFieldTitle("benefit_pays"),
      kind: "money",
      width: 32,
      value: ({ employee_pays }) => employee_pays,
    },
    from_date: {
      header: importFieldTitle("benefit_from"),
      kind: "date",
      width: 18,
      value: ({ from_date }) => from_date,
    },
    to_date: {
      header: importFieldTitle("benefit_to"),
      kind: "date",
      width: 18,
      value: ({ to_date }) => to_date,
    },
  },
  ordered: "It is only downloaded.",
});

export const getBenefitsTemplate = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/benefits-template",
  summary:
    "An Excel file of the employees with their benefits in kind, to enter benefits and import it",
  access: "employees.pay.write",
  params: organizationParams,
  data: z.unknown(),
  file: [exportMediaTypes.xlsx],
});
