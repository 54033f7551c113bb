import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportMediaTypes } from "../exports.ts";
import { describeList } from "../list.ts";
import { importFieldTitle, type ImportOpeningField } from "../reference/employee-import-fields.ts";
import { organizationParams } from "../wire/ids.ts";
import { employeeColumns } from "./template-columns.ts";

/** An employee without opening figures. */
type OpeningTemplateRow = {
  staff_no: string;
  last_name: string;
  first_name: string;
  /** The last month that the figures would include, in words. */
  through: string;
};

const emptyAmountColumn = (field: ImportOpeningField) =>
  ({ header: importFieldTitle(field), kind: "money", width: 20, value: () => null }) as const;

/** The file to enter opening figures in, with the columns that the import of employees reads. */
export const openingTemplate = describeList<OpeningTemplateRow>()({
  label: "Opening Figures",
  columns: {
    ...employeeColumns,
    through: {
      header: importFieldTitle("opening_through"),
      kind: "text",
      width: 18,
      value: ({ through }) => through,
    },
    gross: emptyAmountColumn("opening_gross"),
    benefits: emptyAmountColumn("opening_benefits"),
    pension: emptyAmountColumn("opening_pension"),
    nhf: emptyAmountColumn("opening_nhf"),
    tax: emptyAmountColumn("opening_tax"),
  },
  ordered: "It is only downloaded.",
});

export const getOpeningTemplate = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/opening-figures-template",
  summary:
    "An Excel file of the employees without opening figures for this year, to enter the figures and import it",
  access: "employees.pay.write",
  params: organizationParams,
  data: z.unknown(),
  file: [exportMediaTypes.xlsx],
});
