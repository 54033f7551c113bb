import type { organizationFields } from "@kontor/contract/organizations/organizations";
import { defaultBrandColor } from "@kontor/contract/reference/branding";

import type { Organization } from "../data.ts";

type TextField = keyof typeof organizationFields;

/** The values of the dialog: a text for every field, and the chosen image file. */
export type OrganizationValues = Record<TextField, string> & { logo: File | null };

/** The initial values for a new organization. */
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

/**
 * The initial values for a saved organization, or for a new one. A saved logo is an address and not
 * a file.
 */
export function valuesOf(organization: Organization | null): OrganizationValues {
  if (organization === null) return blankValues;
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
