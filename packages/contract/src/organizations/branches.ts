import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { describeList } from "../list.ts";
import { legacyToken } from "../wire/calls.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { line, optionalLine, optionalText } from "../wire/text.ts";

export const branch = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  name: z.string(),
  /** Empty when the branch has no code. */
  code: z.string(),
  address: z.string(),
  state_id: idOut.nullable(),
  /** The state's name. */
  state: z.string().nullable(),
  local_government_id: idOut.nullable(),
  /** The local government's name. */
  local_government: z.string().nullable(),
  created_at: moment,
});

/**
 * The fields of 'Add Branch'. The local government must belong to the state; the ids are those of
 * `wire/get-lit`.
 */
export const branchFields = {
  name: line("the branch name", 120),
  code: optionalText(20).refine(
    (text) => !text || /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(text),
    "Use letters, digits and single dashes, such as LAG-01.",
  ),
  address: optionalLine(300),
  state_id: id.nullable().optional(),
  local_government_id: id.nullable().optional(),
};

export const addBranch = endpoint({
  method: "POST",
  path: "/add-branch",
  summary: "Add a branch to an organization",
  access: "organizations.write",
  body: z.strictObject({
    ...organizationParams.shape,
    ...branchFields,
    /** A legacy field of older clients: accepted, ignored. */
    ...legacyToken,
  }),
  data: branch,
  status: 201,
  idempotent: true,
});

export const branchSorts = [
  "name",
  "code",
  "address",
  "state",
  "local_government",
  "created_at",
] as const;

export const branchesList = describeList<z.output<typeof branch>>()({
  label: "Branches",
  columns: {
    name: {
      header: "Branch Name",
      kind: "text",
      wrap: true,
      value: (row) => row.name,
      phone: "what",
    },
    code: { header: "Code", kind: "text", width: 16, value: (row) => row.code },
    address: { header: "Address", kind: "text", wrap: true, value: (row) => row.address },
    state: { header: "State", kind: "text", width: 16, value: (row) => row.state },
    local_government: {
      header: "Local Government",
      kind: "text",
      value: (row) => row.local_government,
    },
    created_at: { header: "Created On", kind: "day", value: (row) => row.created_at, phone: "end" },
  },
  main: "name",
  sorts: branchSorts,
  numbered: true,
});

export const listBranches = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/branches",
  summary:
    "The branches of an organization, ordered by name by default; search by name, code and address",
  access: "organizations.read",
  params: organizationParams,
  query: z.strictObject({ search, sort: sortBy(branchSorts), ...pageQuery(25) }),
  data: z.array(branch),
  paged: true,
});
