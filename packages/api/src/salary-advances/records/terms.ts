import { createHash } from "node:crypto";

import type { AdvanceRules } from "@kontor/contract/salary-advances/advance-rules";
import { escapeHtml, fillPlaceholders } from "@kontor/contract/templates/placeholders";
import { basisPointsOf, printPercentage } from "@kontor/payroll/percentage";
import { sql } from "kysely";

import { effectiveValue } from "../../platform/configuration/configuration.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { organizationName } from "../../platform/organization/organization.ts";
import type { Tx } from "../../platform/scope.ts";
import { advanceRulesConfiguration } from "../advance-rules.ts";

/** The displayed terms, with the version that an employee accepts. */
export type AdvanceTerms = { version: string; html: string };

/**
 * An organization's rules in effect, and its terms with filled placeholders. The version changes
 * with the text and with every rule, even one that the text does not mention, because acceptance
 * covers them all.
 */
export async function rulesAndTerms(
  tx: Tx,
  tenantId: number,
): Promise<{ rules: AdvanceRules; terms: AdvanceTerms }> {
  const { kind, key } = advanceRulesConfiguration;
  const { value: rules } = await effectiveValue(tx, { tenant_id: tenantId }, kind, key);
  const values = {
    company_name: await organizationName(tx, tenantId),
    max_percentage: String(rules.max_percentage),
    interest_rate: printPercentage(basisPointsOf(rules.interest_rate)),
  };
  const html = fillPlaceholders(rules.terms, values, escapeHtml);
  const { max_percentage, interest_rate } = rules;
  const version = createHash("sha256")
    .update(JSON.stringify([html, max_percentage, interest_rate]))
    .digest("hex")
    .slice(0, 16);
  return { rules, terms: { version, html } };
}

/** Stores the text of accepted terms once. The scope must be the tenant. */
export async function saveTerms(
  tx: Tx,
  tenantId: number,
  terms: AdvanceTerms,
  now: Date,
): Promise<void> {
  await sql`
    insert into advance_terms (tenant_id, version, html, kept_at)
    values (${tenantId}, ${terms.version}, ${terms.html}, ${now})
    on conflict (tenant_id, version) do nothing`.execute(tx);
}

/** The text of accepted terms. */
export async function termsOfVersion(
  tx: Tx,
  tenantId: number,
  version: string,
): Promise<AdvanceTerms> {
  const { rows } = await sql<AdvanceTerms>`
    select version, html from advance_terms
    where tenant_id = ${tenantId} and version = ${version}`.execute(tx);
  return exactlyOne(rows);
}
