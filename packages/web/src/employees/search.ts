import type { listEmployeeHistory } from "@kontor/contract/employees/employees";
import type { listEmployeeImports } from "@kontor/contract/employees/imports";

import type { ListSearch } from "../platform/address.ts";

/** The address of an employee's page: the open tab, and the page of its list. */
export type EmployeeSearch = ListSearch<typeof listEmployeeHistory> & { tab?: string | undefined };

/** The address of the imports page: the organization, and the page of earlier imports. */
export type ImportsSearch = ListSearch<typeof listEmployeeImports> & {
  tenant_id?: number | undefined;
};
