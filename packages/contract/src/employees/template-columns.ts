import { importFieldTitle } from "../reference/employee-import-fields.ts";

/** The fields that identify the employee of a row, in a file to fill in and import. */
type Whose = { staff_no: string; last_name: string; first_name: string };

const whose = (field: keyof Whose) => ({
  header: importFieldTitle(field),
  kind: "text" as const,
  value: (row: Whose) => row[field],
});

/**
 * The columns by which the import of employees identifies the employee of a row, with the name for
 * readers.
 */
export const whoseColumns = {
  staff_no: whose("staff_no"),
  last_name: whose("last_name"),
  first_name: whose("first_name"),
};
