import type { listEmployeeHistory } from "@kontor/contract/employees/employees";
import type { listEmployeeImports } from "@kontor/contract/employees/imports";

import type { ListSearch } from "../platform/address.ts";

/** What the address of an employee may say: the open tab, and the page of the history. */
export type EmployeeSearch = ListSearch<typeof listEmployeeHistory> & { tab?: string | undefined };

/** What the address of the imports may say: whose they are, and the page of those that there were. */
export type ImportsSearch = ListSearch<typeof listEmployeeImports> & {
  tenant_id?: number | undefined;
};
