/** What may be claimed for a year, in the order of its form. */
export const reliefParts = [
  { key: "rent", label: "Rent Paid", hint: "A fifth of it lowers the tax, up to the limit." },
  { key: "life_premium", label: "Life Insurance Premium", hint: "Paid in the year before." },
  {
    key: "owner_occupier_interest",
    label: "Home Loan Interest",
    hint: "Paid on a loan for the home that the employee owns and lives in.",
  },
  { key: "nhis", label: "NHIS Contribution", hint: "Paid to the health insurance." },
] as const;

export type ReliefPart = (typeof reliefParts)[number]["key"];
