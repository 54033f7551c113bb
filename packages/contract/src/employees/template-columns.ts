import { importFieldTitle } from "../reference/employee-import-fields.ts";

/** The fields that identify the employee of a row, in a file to fill in and import. */
type NamedEmployee = { staff_no: string; last_name: string; first_name: string };

const employeeColumn = (field: keyof NamedEmployee) => ({
  header: importFieldTitle(field),
  kind: "text" as const,
  value: (row: NamedEmployee) => row[field],
});

/**
 * The columns by which the import of employees identifies the employee of a row, with the name for
 * readers.
 */
export const employeeColumns = {
  staff_no: employeeColumn("staff_no"),
  last_name: employeeColumn("last_name"),
  first_name: employeeColumn("first_name"),
};
