/**
 * What an employer gives besides money, by how the law values it:
 * - `ASSET`: an asset that belongs to the employer, such as a car.
 * - `HIRED`: an asset that the employer rents or hires.
 * - `HOUSING`: premises to live in.
 * - `OTHER`: anything else on which the employer spends money, such as a club's fees.
 */
export const BENEFIT_KINDS = ["ASSET", "HIRED", "HOUSING", "OTHER"] as const;
export type BenefitKind = (typeof BENEFIT_KINDS)[number];
