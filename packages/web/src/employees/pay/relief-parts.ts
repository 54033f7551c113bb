/** The reliefs that may be claimed for a year, in the order of the form. */
export const reliefParts = [
  {
    key: "rent",
    label: "Rent Paid",
    hint: "One fifth of it is deducted, up to the limit.",
  },
  {
    key: "life_premium",
    label: "Life Insurance Premium",
    hint: "Premiums paid in the previous year.",
  },
  {
    key: "owner_occupier_interest",
    label: "Home Loan Interest",
    hint: "For a home that the employee owns and lives in.",
  },
  { key: "nhis", label: "NHIS Contribution", hint: "Health insurance contributions." },
] as const;

export type ReliefPart = (typeof reliefParts)[number]["key"];
