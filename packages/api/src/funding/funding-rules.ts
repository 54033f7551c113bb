import { parseTotal, printMoney, type Kobo } from "@kontor/books/money";
import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  fundingRulesValue,
  type fundingRules,
  type FundingRulesValue,
} from "@kontor/contract/funding/funding-rules";

import { effectiveValue, type ConfigurationKind } from "../platform/configuration/configuration.ts";
import type { Tx } from "../platform/scope.ts";

const key = "funding";

/**
 * The rules of moving funds. A deposit above ₦50,000,000.00 is typed twice until somebody decides otherwise:
 * that is more than most organizations pay in a month, so that a zero too many is noticed.
 */
const kind: ConfigurationKind<typeof key, FundingRulesValue> = {
  name: "funding_rules",
  schema: fundingRulesValue,
  builtIns: { [key]: { deposit_limit: "50000000.00" } },
  audited: (rules) => rules,
};

function accept({ deposit_limit }: InputOf<typeof fundingRules.save.platform>): FundingRulesValue {
  return { deposit_limit: printMoney(deposit_limit) };
}

function present(rules: FundingRulesValue, owner: ConfigurationOwner) {
  const shown = { deposit_limit: limitOf(rules) };
  return owner === "platform" ? shown : { ...owner, ...shown };
}

function limitOf({ deposit_limit }: FundingRulesValue): Kobo {
  const limit = parseTotal(deposit_limit);
  if (typeof limit !== "bigint") throw new Error(`a kept limit is no amount: ${deposit_limit}`);
  return limit;
}

/** The amount, in kobo, above which a deposit of the organization is typed twice. */
export async function depositLimitOf(tx: Tx, tenantId: number): Promise<Kobo> {
  const { value } = await effectiveValue(tx, { tenant_id: tenantId }, kind, key);
  return limitOf(value);
}

export const fundingRulesConfiguration = { kind, key, accept, present } as const;
