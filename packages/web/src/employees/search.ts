import type { listEmployeeHistory } from "@kontor/contract/employees/employees";

import type { ListSearch } from "../platform/address.ts";

/** What the address of an employee may say: the open tab, and the page of the history. */
export type EmployeeSearch = ListSearch<typeof listEmployeeHistory> & { tab?: string | undefined };
