/**
 * The fields for the columns of an imported file, in the order of the template: key, title, and
 * other names. The staff number identifies an employee.
 */
const entries = [
  [
    "staff_no",
    "Staff Number",
    [
      "staff no",
      "staff id",
      "employee number",
      "employee no",
      "employee id",
      "emp no",
      "emp id",
      "id",
      "payroll number",
    ],
  ],
  ["last_name", "Last Name", ["surname", "family name"]],
  ["first_name", "First Name", ["firstname", "given name", "forename", "other names"]],
  ["middle_name", "Middle Name", ["other name", "second name"]],
  ["email", "Email", ["email address", "e mail", "mail"]],
  [
    "phone",
    "Phone",
    [
      "phone number",
      "phone no",
      "telephone",
      "telephone number",
      "tel",
      "mobile",
      "mobile number",
      "mobile no",
      "gsm",
      "gsm number",
      "gsm no",
    ],
  ],
  ["birth_date", "Birth Date", ["date of birth", "dob", "birthday"]],
  ["gender", "Gender", ["sex"]],
  ["state", "State of Residence", ["state", "residence state", "tax state"]],
  ["local_government", "Local Government", ["lga", "local government area", "lga of residence"]],
  ["branch", "Branch", ["location", "office", "branch name", "branch code"]],
  ["department", "Department", ["dept", "division", "unit"]],
  ["designation", "Designation", ["job title", "title", "position", "role"]],
  ["grade", "Grade", ["grade level", "level"]],
  ["worker", "Worker", ["labour act worker"]],
  [
    "start_date",
    "Start Date",
    [
      "date employed",
      "employment date",
      "hire date",
      "date of employment",
      "resumption date",
      "date joined",
      "date of joining",
      "date hired",
      "joining date",
      "start",
    ],
  ],
  ["nin", "NIN", ["national identification number", "national id", "nin number", "nin no"]],
  [
    "tax_id",
    "Tax ID",
    ["tin", "tin no", "tax identification number", "tax number", "jtb tin", "payer id"],
  ],
  ["rsa_pin", "RSA PIN", ["pension pin", "rsa", "pencom pin", "pension number", "rsa number"]],
  ["pfa", "PFA", ["pension fund administrator", "pension administrator", "pfa name"]],
  [
    "pension_exemption",
    "Pension Exemption",
    ["pension exempt", "exempt from pension", "pension exemption reason"],
  ],
  ["nhf_number", "NHF Number", ["nhf", "nhf no"]],
  ["nhf_consent", "NHF Consent", ["nhf opt in"]],
  ["bank", "Bank", ["bank name", "bank code"]],
  [
    "account_number",
    "Account Number",
    [
      "account no",
      "bank account",
      "bank account number",
      "nuban",
      "acct no",
      "acct number",
      "acc no",
      "a/c no",
    ],
  ],
  ["account_name", "Account Name", ["bank account name", "name on account"]],
  ["basic", "Basic", ["basic salary", "basic pay", "monthly basic"]],
  ["housing", "Housing", ["housing allowance", "rent allowance"]],
  ["transport", "Transport", ["transport allowance", "transportation"]],
  ["other", "Other Pay", ["other allowances", "other allowance", "allowances", "others"]],
  ["pay_from", "Pay From", ["effective date", "pay effective date", "salary effective date"]],
] as const;

export type ImportField = (typeof entries)[number][0];

export const importFields: readonly ImportField[] = entries.map(([key]) => key);

/** Fields of pay, for users who may change it. */
export const importPayFields: readonly ImportField[] = [
  "basic",
  "housing",
  "transport",
  "other",
  "pay_from",
];

const titles = new Map<string, string>(entries.map(([key, title]) => [key, title]));

/** The title of a field's column in the template. */
export function importFieldTitle(field: ImportField): string {
  return titles.get(field) ?? field;
}

/** A column's title without spaces, case and punctuation. */
export function foldedTitle(title: string): string {
  return title
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

const byTitle = new Map<string, ImportField>(
  entries.flatMap(([key, title, others]) =>
    [key, title, ...others].map((name): [string, ImportField] => [foldedTitle(name), key]),
  ),
);

/** The field for a column title; undefined for an unknown title. */
export function importFieldCalled(title: string): ImportField | undefined {
  return byTitle.get(foldedTitle(title));
}
