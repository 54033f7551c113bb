/**
 * The pension fund administrators licensed by the National Pension Commission. A key never changes.
 */
const entries = [
  ["access-arm", "Access ARM Pensions"],
  ["cardinalstone", "CardinalStone Pensions"],
  ["crusader-sterling", "Crusader Sterling Pensions"],
  ["fcmb", "FCMB Pensions"],
  ["fidelity", "Fidelity Pension Managers"],
  ["guaranty-trust", "Guaranty Trust Pension Managers"],
  ["leadway", "Leadway Pensure PFA"],
  ["nlpc", "NLPC Pension Fund Administrators"],
  ["norrenberger", "Norrenberger Pensions"],
  ["npf", "NPF Pensions"],
  ["nupemco", "Nigerian University Pension Management Company"],
  ["oak", "Oak Pensions"],
  ["pal", "Pensions Alliance"],
  ["premium", "Premium Pension"],
  ["stanbic-ibtc", "Stanbic IBTC Pension Managers"],
  ["tangerine-apt", "Tangerine APT Pensions"],
  ["trustfund", "Trustfund Pensions"],
  ["veritas-glanvills", "Veritas Glanvills Pensions"],
] as const;

/** Other names of some of them, and names of administrators that they took over. */
const aliases: Readonly<Record<string, string>> = {
  access: "access-arm",
  arm: "access-arm",
  firstguarantee: "access-arm",
  radix: "cardinalstone",
  aiico: "fcmb",
  gt: "guaranty-trust",
  investmentone: "guaranty-trust",
  ieianchor: "norrenberger",
  apt: "tangerine-apt",
  tangerine: "tangerine-apt",
  stanbic: "stanbic-ibtc",
  ibtc: "stanbic-ibtc",
};

export type PensionAdministrator = { readonly id: string; readonly name: string };

export const pensionAdministrators: readonly PensionAdministrator[] = entries.map(([id, name]) => ({
  id,
  name,
}));

const byId = new Map(pensionAdministrators.map((each) => [each.id, each]));

/** The administrator with that id, or undefined. */
export function pensionAdministratorById(id: string): PensionAdministrator | undefined {
  return byId.get(id);
}

const legalForm =
  /(pensions?|pensure|fund|managers?|administrators?|custodians?|company|pfa|plc|limited|ltd)+$/;
const normalized = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(legalForm, "");
const byName = new Map(pensionAdministrators.map((each) => [normalized(each.name), each]));

/** The administrator that an imported file names, by its key or one of its names. */
export function pensionAdministratorByAnyName(text: string): PensionAdministrator | undefined {
  const known = byId.get(text.trim().toLowerCase());
  const name = normalized(text);
  return known ?? byName.get(name) ?? byId.get(aliases[name] ?? name);
}
