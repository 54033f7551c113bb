import { organizationFields } from "@kontor/contract/organizations";
import { defaultBrandColor } from "@kontor/contract/reference/branding";

import type { Organization } from "./data.ts";

type TextField = keyof typeof organizationFields;

/** What the dialog holds: text in every field, and the image file that was chosen. */
export type OrganizationValues = Record<TextField, string> & { logo: File | null };

/** The fields that hold text, in the order of the dialog. */
export const textFields = Object.keys(organizationFields) as readonly TextField[];

/** The dialog of a new organization. */
export const blankValues: OrganizationValues = {
  name: "",
  code: "",
  address: "",
  email: "",
  support_email: "",
  emp_prefix: "",
  admin_name: "",
  admin_email: "",
  state: "",
  brand_color: defaultBrandColor,
  about: "",
  employee_benefits: "",
  logo: null,
};

/** The dialog of an organization as it is saved; its logo is an address and no file. */
export function valuesOf(organization: Organization): OrganizationValues {
  return {
    name: organization.name,
    code: organization.code,
    address: organization.address,
    email: organization.email,
    support_email: organization.support_email,
    emp_prefix: organization.emp_prefix,
    admin_name: organization.admin_name,
    admin_email: organization.admin_email,
    state: organization.state ?? "",
    brand_color: organization.brand_color,
    about: organization.about,
    employee_benefits: organization.employee_benefits,
    logo: null,
  };
}

/**
 * Brings together what one person typed and what another saved meanwhile: a field that was not
 * touched takes the other's value, a field that was keeps the typed one.
 *
 * @param loaded what the dialog was opened with.
 * @returns the values, and the fields in which both changed something and differ.
 */
export function mergeChanges(
  loaded: OrganizationValues,
  typed: OrganizationValues,
  saved: OrganizationValues,
): { values: OrganizationValues; conflicts: TextField[] } {
  const values = { ...typed };
  const conflicts: TextField[] = [];
  for (const field of textFields) {
    if (typed[field] === loaded[field]) values[field] = saved[field];
    else if (saved[field] !== loaded[field] && saved[field] !== typed[field]) conflicts.push(field);
  }
  return { values, conflicts };
}
