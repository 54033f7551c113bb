import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { describeList } from "../list.ts";
import { organizationStatuses } from "../reference/statuses.ts";
import { id, idOut, organizationFilter, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { optionalLine, optionalText, email, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";

/** The hint under the logo picker. It is a recommendation; only the maximum below is enforced. */
export const logoHint = "Upload a PNG or JPG image (Max: 5MB)";
/** The maximum size of a logo file, in bytes: 15 MB. */
export const maxLogoBytes = 15 * 1024 * 1024;

/** Lower-case letters, digits and dashes; starts and ends with a letter or digit. */
const code = z
  .string({ error: "Enter a code, such as acme-corp." })
  .trim()
  .min(1, { error: "Enter a code, such as acme-corp.", abort: true })
  .min(2, { error: "Use at least 2 characters.", abort: true })
  .max(40, { error: "Use at most 40 characters.", abort: true })
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "Use lower-case letters, digits and single dashes, such as acme-corp.",
  );

export const brandColor = z
  .string({ error: "Choose a brand colour." })
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, "Give the colour as # and six hex digits, such as #004AAD.");

/** The fields of the dialog as sent beside the logo file (multipart, so all are text). */
export const organizationFields = {
  name: line("the company name", 120),
  code,
  address: line("an address", 300),
  email,
  support_email: email,
  emp_prefix: optionalText(12).refine(
    (text) => !text || /^[A-Za-z0-9-]+$/.test(text),
    "Use letters, digits and dashes, such as NBX.",
  ),
  admin_name: line("the super admin’s name", 120),
  admin_email: email,
  state: optionalLine(60),
  brand_color: brandColor,
  about: optionalText(20_000),
  employee_benefits: optionalText(20_000),
};

export const organizationListItem = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  code: z.string(),
  name: z.string(),
  email: z.string(),
  logo: z.string().nullable(),
  initials: z.string(),
  brand_color: z.string(),
  status: z.enum(organizationStatuses),
  /** Whether the module Accounting is off: the books then accept and show nothing. */
  accounting_off: z.boolean(),
  created_at: moment,
});

export const organizationDetail = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  name: z.string(),
  code: z.string(),
  status: z.enum(organizationStatuses),
  /** Null while it is active; the reason is then empty. */
  suspended_at: moment.nullable(),
  suspension_reason: z.string(),
  email: z.string(),
  support_email: z.string(),
  address: z.string(),
  emp_prefix: z.string(),
  admin_name: z.string(),
  admin_email: z.string(),
  state: z.string().nullable(),
  brand_color: z.string(),
  about: z.string(),
  employee_benefits: z.string(),
  logo_url: z.string().nullable(),
  initials: z.string(),
  version: z.int(),
  created_at: moment,
});

export const organizationSorts = ["code", "name", "created_at", "status"] as const;

export const organizationsList = describeList<z.output<typeof organizationListItem>>()({
  label: "Organizations",
  columns: {
    /** The logo as the screen shows it. */
    logo: {
      header: "Company Logo",
      kind: "text",
      width: 16,
      value: (row) => row.initials,
      phone: "picture",
    },
    code: { header: "Tenant Code", kind: "text", value: (row) => row.code },
    name: {
      header: "Company Name",
      kind: "text",
      wrap: true,
      value: (row) => row.name,
      phone: "what",
    },
    created_at: { header: "Created On", kind: "day", value: (row) => row.created_at, phone: "end" },
  },
  sorts: ["code", "name", "created_at"],
  numbered: true,
});

export const listOrganizations = endpoint({
  method: "GET",
  path: "/organizations",
  summary: "The organizations that the caller may see; search by name, code and email",
  access: "organizations.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    search,
    sort: sortBy(organizationSorts),
    ...pageQuery(25),
  }),
  data: z.array(organizationListItem),
  paged: true,
});

export const createOrganization = endpoint({
  method: "POST",
  path: "/organizations",
  summary: "Create an organization with its company, pay account and standard chart of accounts",
  access: "organizations.create",
  body: z.strictObject(organizationFields),
  files: ["logo"],
  data: organizationDetail,
  status: 201,
  idempotent: true,
});

export const getOrganization = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}",
  summary: "One organization",
  access: "organizations.read",
  params: organizationParams,
  data: organizationDetail,
});

/** Without a `logo` file the current logo stays. */
export const updateOrganization = endpoint({
  method: "PUT",
  path: "/organizations/{tenant_id}/{company_id}",
  summary: "Change an organization",
  access: "organizations.write",
  params: organizationParams,
  body: z.strictObject({
    ...organizationFields,
    /** The form may repeat the ids; they must equal those of the path. */
    tenant_id: id.optional(),
    company_id: id.optional(),
    version,
  }),
  files: ["logo"],
  data: organizationDetail,
  idempotent: true,
});
