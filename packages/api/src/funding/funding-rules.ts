import { parseTotal, printMoney, type Kobo } from "@kontor/books/money";
import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  fundingRulesValue,
  type fundingRules,
  type FundingRulesValue,
} from "@kontor/contract/funding/funding-rules";
import { sql, type RawBuilder } from "kysely";

import { movementsAfter } from "../accounting/chart/movements-after.ts";
import { effectiveValue, type ConfigurationKind } from "../platform/configuration/configuration.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import type { Tx } from "../platform/scope.ts";

const key = "funding";

/**
 * The rules for moving funds. By default the amount of a deposit above ₦50,000,000.00 must be typed
 * twice: most organizations pay less in a month, so the limit catches an extra zero. Organizations
 * differ in what they call a low balance, so by default only an overdrawn wallet is low.
 */
const kind: ConfigurationKind<typeof key, FundingRulesValue> = {
  name: "funding_rules",
  schema: fundingRulesValue,
  builtIns: { [key]: { deposit_limit: "50000000.00", low_balance: "0.00" } },
  audited: (rules) => rules,
};

function accept(rules: InputOf<typeof fundingRules.save.platform>): FundingRulesValue {
  return {
    deposit_limit: printMoney(rules.deposit_limit),
    low_balance: printMoney(rules.low_balance),
  };
}

function present(rules: FundingRulesValue, owner: ConfigurationOwner) {
  const shown = {
    deposit_limit: storedAmount(rules.deposit_limit),
    low_balance: storedAmount(rules.low_balance),
  };
  return owner === "platform" ? shown : { ...owner, ...shown };
}

function storedAmount(stored: string): Kobo {
  const amount = parseTotal(stored);
  if (typeof amount !== "bigint") throw new Error(`a kept limit is no amount: ${stored}`);
  return amount;
}

/** The amount, in kobo, above which a deposit of the organization must be typed twice. */
export async function depositLimitOf(tx: Tx, tenantId: number): Promise<Kobo> {
  const { value } = await effectiveValue(tx, { tenant_id: tenantId }, kind, key);
  return storedAmount(value.deposit_limit);
}

/**
 * A wallet below its organization's low balance. Amounts in kobo; a negative balance is overdrawn.
 */
export type LowWallet = { tenant_id: number; balance: bigint; low_balance: bigint };

/**
 * Selects the wallets that are low today by the rules in effect for each organization.
 *
 * @param tenantId null for all tenants in scope.
 */
export function lowWallets(tenantId: number | null, today: string): RawBuilder<LowWallet> {
  const { low_balance } = kind.builtIns[key];
  return sql<LowWallet>`
    select w.tenant_id, w.balance, w.low_balance from (
      select p.tenant_id, (l.balance - ${movementsAfter(sql`l`, today)})::bigint as balance,
        (coalesce(coalesce(o.value, d.value) ->> 'low_balance', ${low_balance})::numeric * 100)::bigint as low_balance
      from pay_accounts p
      join ledgers l on l.tenant_id = p.tenant_id and l.id = p.ledger_id
      left join organization_values o on o.tenant_id = p.tenant_id and o.kind = ${kind.name} and o.key = ${key}
      left join platform_defaults d on d.kind = ${kind.name} and d.key = ${key}
      where ${tenantCondition(sql`p.tenant_id`, tenantId)}) w
    where w.balance < w.low_balance`;
}

export const fundingRulesConfiguration = { kind, key, accept, present } as const;
