import type { organizationFields } from "@kontor/contract/organizations/organizations";
import { defaultBrandColor } from "@kontor/contract/reference/branding";

import type { Organization } from "../data.ts";

type TextField = keyof typeof organizationFields;

/** The values of the dialog: text in every field, and the image file that was chosen. */
export type OrganizationValues = Record<TextField, string> & { logo: File | null };

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

/** The dialog of an organization as it is saved, or of a new one; its logo is an address and no file. */
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
