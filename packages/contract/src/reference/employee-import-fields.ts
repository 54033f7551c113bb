/** The column of a file of rejected rows that says why. It is no field, and not read back. */
export const rejectionReasonsTitle = "Reasons";

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
  [
    "first_name",
    "First Name",
    ["firstname", "given name", "given names", "forename", "other names"],
  ],
  ["middle_name", "Middle Name", ["other name", "second name"]],
  [
    "full_name",
    "Full Name",
    ["name", "names", "employee name", "name of employee", "staff name", "employee full name"],
  ],
  ["email", "Email", ["email address", "e mail", "mail", "mail address", "work email"]],
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
      "joined",
      "appointment date",
      "date of appointment",
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
  ["other", "Other Allowances", ["other allowance", "other pay", "allowances", "others"]],
  ["pay_from", "Pay From", ["effective date", "pay effective date", "salary effective date"]],
  [
    "opening_through",
    "Opening Through",
    ["opening month", "paid through", "last month paid", "year to date month", "ytd month"],
  ],
  [
    "opening_gross",
    "Opening Earned",
    [
      "opening gross",
      "gross to date",
      "gross pay to date",
      "gross ytd",
      "ytd gross",
      "year to date gross",
      "earned to date",
      "earnings to date",
      "cumulative gross",
    ],
  ],
  [
    "opening_benefits",
    "Opening Benefits",
    [
      "opening benefits in kind",
      "benefits to date",
      "benefits in kind to date",
      "benefits ytd",
      "ytd benefits",
      "benefits in kind ytd",
      "year to date benefits",
      "cumulative benefits",
    ],
  ],
  [
    "opening_pension",
    "Opening Pension",
    [
      "pension to date",
      "pension ytd",
      "ytd pension",
      "year to date pension",
      "employee pension to date",
      "cumulative pension",
    ],
  ],
  [
    "opening_nhf",
    "Opening NHF",
    ["nhf to date", "nhf ytd", "ytd nhf", "year to date nhf", "cumulative nhf"],
  ],
  [
    "opening_tax",
    "Opening PAYE",
    [
      "opening tax",
      "paye to date",
      "paye ytd",
      "ytd paye",
      "year to date paye",
      "cumulative paye",
      "tax to date",
      "tax ytd",
      "ytd tax",
      "year to date tax",
      "cumulative tax",
    ],
  ],
  ["benefit_name", "Benefit", ["benefit in kind", "benefits in kind", "benefit name"]],
  ["benefit_kind", "Benefit Kind", ["kind of benefit", "benefit type", "type of benefit"]],
  [
    "benefit_value",
    "Benefit Cost or Yearly Value",
    [
      "cost or yearly value",
      "benefit value",
      "benefit cost",
      "benefit yearly value",
      "yearly value of benefit",
      "value of benefit",
      "cost of benefit",
    ],
  ],
  [
    "benefit_pays",
    "Benefit Paid by Employee a Year",
    ["paid by the employee a year", "benefit paid by employee", "paid by employee a year"],
  ],
  [
    "benefit_from",
    "Benefit First Day",
    ["benefit from", "benefit start", "benefit start date", "first day of benefit"],
  ],
  [
    "benefit_to",
    "Benefit Last Day",
    ["benefit to", "benefit until", "benefit end", "benefit end date", "last day of benefit"],
  ],
] as const;

export type ImportField = (typeof entries)[number][0];

export const importFields: readonly ImportField[] = entries.map(([key]) => key);

/** The parts of an employee's opening figures, by the field of each. */
export const importOpeningFields = {
  opening_through: "through_month",
  opening_gross: "gross",
  opening_benefits: "benefits",
  opening_pension: "pension",
  opening_nhf: "nhf",
  opening_tax: "tax",
} as const satisfies Partial<Record<ImportField, string>>;

export type ImportOpeningField = keyof typeof importOpeningFields;

/** Whether a field is a part of the opening figures. */
export function isOpeningField(field: ImportField): field is ImportOpeningField {
  return field in importOpeningFields;
}

/** The parts of a benefit in kind, by the field of each. */
export const importBenefitFields = {
  benefit_name: "name",
  benefit_kind: "kind",
  benefit_value: "value",
  benefit_pays: "employee_pays",
  benefit_from: "from_date",
  benefit_to: "to_date",
} as const satisfies Partial<Record<ImportField, string>>;

export type ImportBenefitField = keyof typeof importBenefitFields;

/** Whether a field is a part of a benefit in kind. */
export function isBenefitField(field: ImportField): field is ImportBenefitField {
  return field in importBenefitFields;
}

/** Fields of pay, for users who may change it. */
export const importPayFields: readonly ImportField[] = [
  "basic",
  "housing",
  "transport",
  "other",
  "pay_from",
  ...importFields.filter(isOpeningField),
  ...importFields.filter(isBenefitField),
];

/** The fields that identify the employee of a row. */
const identifyingFields: readonly ImportField[] = [
  "staff_no",
  "last_name",
  "first_name",
  "full_name",
];

/**
 * Whether a file has only pay. Its names are compared with the records and never change them, so
 * that no amount reaches an employee other than the one named in the row.
 */
export function isPayOnly(fields: readonly (ImportField | null)[]): boolean {
  const used = fields.filter((field) => field !== null);
  return (
    used.some((field) => importPayFields.includes(field)) &&
    used.every((field) => identifyingFields.includes(field) || importPayFields.includes(field))
  );
}

/** What the caller may write. */
type ImportRights = {
  /** Employees' records. */
  records: boolean;
  pay: boolean;
};

/**
 * Whether a user may import a field. The staff number and the names are open to all who import,
 * because a file of pay needs them to identify the employee.
 */
export function mayImportField(field: ImportField, { records, pay }: ImportRights): boolean {
  if (importPayFields.includes(field)) return pay;
  return records || identifyingFields.includes(field);
}

/** The columns of the template: all but the full name, which is only compared. */
export const importTemplateFields: readonly ImportField[] = importFields.filter(
  (field) => field !== "full_name",
);

const titles = new Map<string, string>(entries.map(([key, title]) => [key, title]));

/** The title of a field's column in the template. */
export function importFieldTitle(field: ImportField): string {
  return titles.get(field) ?? field;
}

/** A column's title without spaces, case and punctuation. */
export function normalizedTitle(title: string): string {
  return title
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

const byTitle = new Map<string, ImportField>(
  entries.flatMap(([key, title, others]) =>
    [key, title, ...others].map((name): [string, ImportField] => [normalizedTitle(name), key]),
  ),
);

/** The field for a column title; undefined for an unknown title. */
export function importFieldByTitle(title: string): ImportField | undefined {
  return byTitle.get(normalizedTitle(title));
}
