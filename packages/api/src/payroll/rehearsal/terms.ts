import type { RehearsalTerms } from "@kontor/contract/payroll/rehearsal";
import type { PayrollSettings } from "@kontor/payroll/pay/settings";
import { basisPointsOf, printPercentage } from "@kontor/payroll/percentage";
import { packProblems, type StatutoryPack } from "@kontor/payroll/statutory/pack";

/** The law and the settings of a calculation. */
export type CalculationRules = { pack: StatutoryPack; settings: PayrollSettings };

const percentageOf = (basisPoints: bigint) => Number(printPercentage(basisPoints));

/** The parts of law and settings that a rehearsal may change. */
export function rehearsalTermsOf({ pack, settings }: CalculationRules): RehearsalTerms {
  const { pension, nhf, nsitf, itf } = settings;
  return {
    bands: pack.incomeTax.bands.map(({ width, rate }) => ({ width, rate: percentageOf(rate) })),
    rent_relief_rate: percentageOf(pack.rentRelief.rate),
    rent_relief_cap: pack.rentRelief.cap,
    benefit_asset_rate: percentageOf(pack.benefits.assetRate),
    benefit_housing_limit: percentageOf(pack.benefits.housingLimit),
    minimum_wage: pack.minimumWage.monthly,
    pension_base: pension.base,
    pension_employee: percentageOf(pension.employee),
    pension_employer: percentageOf(pension.employer),
    nhf_active: nhf.active,
    nhf_rate: percentageOf(pack.nhf.rate),
    nhf_base: nhf.base,
    nsitf_active: nsitf.active,
    nsitf_rate: percentageOf(pack.nsitf.rate),
    nsitf_base: nsitf.base,
    itf_active: itf.active,
    itf_rate: percentageOf(pack.itf.rate),
    itf_base: itf.base,
  };
}

/** Law and settings with the changes of a rehearsal. */
export function rehearsedRulesOf(
  { pack, settings }: CalculationRules,
  terms: RehearsalTerms,
): CalculationRules {
  const draft: StatutoryPack = {
    ...pack,
    name: `${pack.name}, rehearsed`,
    incomeTax: {
      ...pack.incomeTax,
      bands: terms.bands.map(({ width, rate }) => ({ width, rate: basisPointsOf(rate) })),
    },
    rentRelief: {
      ...pack.rentRelief,
      rate: basisPointsOf(terms.rent_relief_rate),
      cap: terms.rent_relief_cap,
    },
    benefits: {
      ...pack.benefits,
      assetRate: basisPointsOf(terms.benefit_asset_rate),
      housingLimit: basisPointsOf(terms.benefit_housing_limit),
    },
    minimumWage: { ...pack.minimumWage, monthly: terms.minimum_wage },
    nhf: { ...pack.nhf, rate: basisPointsOf(terms.nhf_rate) },
    nsitf: { ...pack.nsitf, rate: basisPointsOf(terms.nsitf_rate) },
    itf: { ...pack.itf, rate: basisPointsOf(terms.itf_rate) },
  };
  const problems = packProblems(draft);
  if (problems.length > 0) throw new Error(`the contract let a law through: ${problems.join()}`);
  return {
    pack: draft,
    settings: {
      ...settings,
      pension: {
        base: terms.pension_base,
        employee: basisPointsOf(terms.pension_employee),
        employer: basisPointsOf(terms.pension_employer),
      },
      nhf: { active: terms.nhf_active, base: terms.nhf_base },
      nsitf: { active: terms.nsitf_active, base: terms.nsitf_base },
      itf: { active: terms.itf_active, base: terms.itf_base },
    },
  };
}
