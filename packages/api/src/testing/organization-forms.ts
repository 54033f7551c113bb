import type { DataOf } from "@kontor/contract/endpoint";
import { createOrganization } from "@kontor/contract/organizations/organizations";

import type { Caller } from "./harness.ts";
import { picture } from "./images.ts";

/** A field of the organization dialog and its text; undefined leaves the field out. */
export type OrganizationText = Readonly<Record<string, string | number | undefined>>;

/** The fields of a valid test organization, with a unique code. */
export function organizationText(text: OrganizationText = {}): OrganizationText {
  return {
    name: "Test Foods Limited",
    code: `t-${crypto.randomUUID().slice(0, 13)}`,
    address: "1 Example Street, Lagos",
    email: "office@foods.example",
    support_email: "support@foods.example",
    emp_prefix: "TFL",
    admin_name: "Test Manager",
    admin_email: "manager@foods.example",
    state: "Lagos",
    brand_color: "#004AAD",
    about: "<p>About <strong>us</strong></p>",
    employee_benefits: "<p>Lunch</p>",
    ...text,
  };
}

/** The multipart body of the organization dialog. */
export function organizationForm(
  text: OrganizationText,
  logo?: Buffer,
  filename = "logo.png",
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(text)) {
    if (value !== undefined) form.append(name, String(value));
  }
  if (logo !== undefined) form.append("logo", new Blob([new Uint8Array(logo)]), filename);
  return form;
}

/** Creates an organization with the call that screens use. */
export async function addTestOrganization(
  caller: Caller,
  text: OrganizationText = {},
): Promise<DataOf<typeof createOrganization>> {
  const body = organizationForm(organizationText(text), await picture());
  return caller.call(createOrganization, { body });
}
