import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportMediaTypes } from "../exports.ts";
import { describeList } from "../list.ts";
import { importFieldTitle, type ImportOpeningField } from "../reference/employee-import-fields.ts";
import { organizationPath } from "../wire.ts";
import { whoseColumns } from "./template-columns.ts";

/** An employee without opening figures. */
type Lacking = {
  staff_no: string;
  last_name: string;
  first_name: string;
  /** The last month that the figures would include, in words. */
  through: string;
};

const amountToEnter = (field: ImportOpeningField) =>
  ({ header: importFieldTitle(field), kind: "money", width: 20, value: () => null }) as const;

/** The file to enter opening figures in, with the columns that the import of employees reads. */
export const openingTemplate = describeList<Lacking>()({
  label: "Opening Figures",
  columns: {
    ...whoseColumns,
    through: {
      header: importFieldTitle("opening_through"),
      kind: "text",
      width: 18,
      value: ({ through }) => through,
    },
    gross: amountToEnter("opening_gross"),
    benefits: amountToEnter("opening_benefits"),
    pension: amountToEnter("opening_pension"),
    nhf: amountToEnter("opening_nhf"),
    tax: amountToEnter("opening_tax"),
  },
  ordered: "It is only downloaded.",
});

export const getOpeningTemplate = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/opening-figures-template",
  summary:
    "An Excel file of the employees without opening figures for this year, to enter the figures and import it",
  access: "employees.pay.write",
  params: organizationPath,
  data: z.unknown(),
  file: [exportMediaTypes.xlsx],
});
