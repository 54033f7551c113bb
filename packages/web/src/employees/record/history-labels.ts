import { auditFieldTitle, auditTitle, auditValueInWords } from "@kontor/contract/users/audit";

import { genderLabels } from "../employee-texts.ts";

/** The display text of actions in a history. */
const actionLabels: Readonly<Record<string, string>> = {
  "employee.added": "Added",
  "employee.imported": "Imported",
  "employee.import-undone": "Import undone",
  "employee.personal-changed": "Personal details changed",
  "employee.job-changed": "Job changed",
  "employee.statutory-changed": "Tax and pension numbers changed",
  "employee.numbers-read": "Full numbers viewed",
  "employee.bank-account-set": "First bank account entered",
  "employee.bank-account-asked": "New bank account entered",
  "employee.bank-account-confirmed": "Bank account confirmed",
  "employee.bank-account-rejected": "Bank account rejected",
  // Recorded by earlier versions, as is the relief below.
  "employee.bank-account-refused": "Bank account rejected",
  "employee.bank-account-withdrawn": "Bank account withdrawn",
  "employee.pay-rate-added": "Pay added",
  "employee.pay-rate-withdrawn": "Pay withdrawn",
  "employee.pay-item-added": "Pay item added",
  "employee.pay-item-changed": "Pay item changed",
  "employee.pay-item-removed": "Pay item removed",
  "employee.pay-benefit-added": "Benefit in kind added",
  "employee.pay-benefit-changed": "Benefit in kind changed",
  "employee.pay-benefit-removed": "Benefit in kind removed",
  "employee.pay-opening-changed": "Opening figures changed",
  "employee.pay-relief-claimed": "Relief claimed",
  "employee.pay-relief-approved": "Relief approved",
  "employee.pay-relief-rejected": "Relief rejected",
  "employee.pay-relief-refused": "Relief rejected",
  "employee.left": "End of employment entered",
  "employee.exit-cancelled": "End of employment undone",
  "employee.returned": "Employed again",
  "employee.suspended": "Suspended",
  "employee.suspension-ended": "Suspension ended",
  "employee.data-exported": "Personal data exported",
  "employee.erased": "Personal data erased",
  "employee.erased-after-period": "Erased after the retention period",
  "portal.invited": "Invited to the portal",
  "portal.opened": "Signed in to the portal",
  "portal.closed": "Signed out of the portal",
  "portal.refused": "Sign-in to the portal refused",
};

/** Fields that have another name on the employee's page than in the audit log. */
const fieldLabels: Readonly<Record<string, string>> = {
  pfa_name: "Pension fund administrator",
  nhf_number: "NHF number",
  nhf_consent: "NHF deduction",
  rent: "Rent paid",
  nhis: "NHIS contribution",
  owner_occupier_interest: "Home loan interest",
  staff_no: "Staff number",
  exit_date: "Last day",
  exit_reason: "Reason for leaving",
  state: "State of residence",
  value: "Cost or yearly value",
  employee_pays: "Paid by the employee a year",
};

/** The fields in the order of the employee's page. The audit log has no order. */
const fieldOrder: readonly string[] = [
  "staff_no",
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "phone",
  "birth_date",
  "gender",
  "state",
  "local_government",
  "start_date",
  "branch",
  "department",
  "designation",
  "grade",
  "worker",
  "kind",
  "name",
  "amount",
  "value",
  "employee_pays",
  "from_date",
  "to_date",
  "taxable",
  "pensionable",
  "from_month",
  "to_month",
  "year",
  "tax_id",
  "nin",
  "rsa_pin",
  "pfa",
  "pfa_name",
  "pension_exemption",
  "pension_exemption_note",
  "nhf_number",
  "nhf_consent",
  "bank",
  "bank_code",
  "account_number",
  "account_name",
];

/** The changes in the order of the employee's page. Unknown fields come last. */
export function inPageOrder<Change extends { field: string }>(
  changes: readonly Change[],
): Change[] {
  const position = ({ field }: Change) => {
    const index = fieldOrder.indexOf(field);
    return index === -1 ? fieldOrder.length : index;
  };
  return changes.toSorted((one, other) => position(one) - position(other));
}

/** The label of an action; an unknown action has its name from the audit log. */
export function actionLabel(action: string): string {
  return actionLabels[action] ?? auditTitle(action.replace("employee.", ""));
}

/** The label of a field; an unknown field has its name from the audit log. */
export function fieldLabel(field: string): string {
  return fieldLabels[field] ?? auditFieldTitle(field);
}

/** The value of a field for display, in the usual format of amounts, days, months and yes or no. */
export function valueText(field: string, value: string): string {
  if (field === "gender" && (value === "FEMALE" || value === "MALE")) return genderLabels[value];
  return auditValueInWords(value, field);
}
