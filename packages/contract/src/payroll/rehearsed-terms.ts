import type { Fact } from "../facts.ts";
import { formatMoney } from "../format.ts";
import type { RehearsalTerms } from "./rehearsal.ts";
import { contributionBaseTitles } from "./settings.ts";

/** The labels of what a rehearsal may change, in the order of its form and its file. */
export const rehearsalTermTitles: Readonly<Record<keyof RehearsalTerms, string>> = {
  bands: "Bands of Income Tax",
  rent_relief_rate: "Rent Relief",
  rent_relief_cap: "Most Rent Relief",
  benefit_asset_rate: "Company Asset a Year",
  benefit_housing_limit: "Most Accommodation",
  minimum_wage: "Minimum Wage a Month",
  pension_base: "Pension Base",
  pension_employee: "Employee’s Pension",
  pension_employer: "Employer’s Pension",
  nhf_active: "NHF",
  nhf_rate: "NHF Rate",
  nhf_base: "NHF Base",
  nsitf_active: "NSITF",
  nsitf_rate: "NSITF Rate",
  nsitf_base: "NSITF Base",
  itf_active: "ITF",
  itf_rate: "ITF Rate",
  itf_base: "ITF Base",
};

function termInWords(value: RehearsalTerms[keyof RehearsalTerms]): string {
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value === "number") return `${value}%`;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return contributionBaseTitles[value];
  return value
    .map(({ width, rate }) => `${width === null ? "the rest" : formatMoney(width)} at ${rate}%`)
    .join(", ");
}

/**
 * The terms that a rehearsal changed, with their earlier values: "Minimum Wage a Month",
 * "₦80,000.00 (was ₦70,000.00)".
 *
 * @param present the terms with which the run was calculated.
 */
export function changedTermFacts(
  present: RehearsalTerms,
  rehearsed: RehearsalTerms,
): readonly Fact[] {
  const changed = (Object.keys(rehearsalTermTitles) as (keyof RehearsalTerms)[]).flatMap(
    (term): Fact[] => {
      const [before, after] = [termInWords(present[term]), termInWords(rehearsed[term])];
      return before === after ? [] : [[rehearsalTermTitles[term], `${after} (was ${before})`]];
    },
  );
  return changed.length === 0 ? [["Rehearsed", "The terms of the run"]] : changed;
}
