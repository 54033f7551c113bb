/**
 * Why an employee is outside the contributory pension scheme:
 * - `FOREIGN_EMPLOYEE`: works in Nigeria without being Nigerian, and may take part but need not.
 * - `SMALL_EMPLOYER`: works for an employer with too few people to have to take part.
 * - `EXEMPT_BY_LAW`: belongs to those whom the Act exempts, such as judicial officers and members of
 * an older scheme who had three or fewer years to retire when the scheme began.
 * - `OTHER_REASON`
 */
export const PENSION_EXEMPTIONS = [
  "FOREIGN_EMPLOYEE",
  "SMALL_EMPLOYER",
  "EXEMPT_BY_LAW",
  "OTHER_REASON",
] as const;
export type PensionExemption = (typeof PENSION_EXEMPTIONS)[number];

/** The text that allows each exemption; null where there is no particular one. */
export const pensionExemptionSections: Readonly<Record<PensionExemption, string | null>> = {
  FOREIGN_EMPLOYEE: "PenCom Guidelines for Cross Border Arrangements",
  SMALL_EMPLOYER: "Pension Reform Act 2014, s.2",
  EXEMPT_BY_LAW: "Pension Reform Act 2014, s.5",
  OTHER_REASON: null,
};
