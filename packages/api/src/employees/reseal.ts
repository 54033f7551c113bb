import {
  resealColumn,
  mergeResealResults,
  type ResealResult,
  type ResealTools,
} from "../platform/configuration/reseal.ts";
import type { Environment } from "../platform/environment.ts";
import { importSealingContext } from "./imports/imports.ts";
import { numberKinds, personalNumbers, type NumberKind } from "./records/personal-numbers.ts";

/**
 * Reseals the personal numbers of an organization and renews their fingerprints, also in imports
 * that are not committed or can still be undone.
 */
export async function resealEmployees(tools: ResealTools, tenantId: number): Promise<ResealResult> {
  const { environment } = tools;
  const numbers = personalNumbers(environment, tenantId);
  const parts: ResealResult[] = [];
  const columnOf = (table: string, namedBy: string, kind: NumberKind) => ({
    table,
    column: `${kind}_sealed`,
    namedBy,
    nameOf: () => numbers.nameOf(kind),
    hash: { column: `${kind}_hash`, of: (text: string) => numbers.fingerprint(kind, text) },
  });
  for (const kind of numberKinds) {
    parts.push(await resealColumn(tools, tenantId, columnOf("employees", "id", kind)));
  }
  const change = columnOf("bank_account_changes", "employee_id", "account_number");
  parts.push(await resealColumn(tools, tenantId, change));
  const ofImport = {
    column: "sealed",
    namedBy: "import_id",
    nameOf: (id: string) => importSealingContext(tenantId, Number(id)),
  };
  parts.push(await resealColumn(tools, tenantId, { table: "employee_import_pieces", ...ofImport }));
  const renew = (text: string) =>
    JSON.stringify(withResealedNumbers(JSON.parse(text) as unknown, environment, tenantId));
  parts.push(
    await resealColumn(tools, tenantId, { table: "employee_import_rows", ...ofImport, renew }),
  );
  return mergeResealResults(parts);
}

/** Renews numbers in an import row, which are sealed separately with their fingerprints in hex. */
function withResealedNumbers(value: unknown, environment: Environment, tenantId: number): unknown {
  if (Array.isArray(value))
    return value.map((item) => withResealedNumbers(item, environment, tenantId));
  if (typeof value !== "object" || value === null) return value;
  const numbers = personalNumbers(environment, tenantId);
  const made = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      withResealedNumbers(part, environment, tenantId),
    ]),
  );
  for (const kind of numberKinds) {
    const sealed = made[`${kind}_sealed`];
    if (typeof sealed !== "string") continue;
    const anew = numbers.seal(kind, numbers.open(kind, sealed) ?? "");
    made[`${kind}_sealed`] = anew?.sealed ?? null;
    made[`${kind}_hash`] = anew?.hash.toString("hex") ?? null;
  }
  return made;
}
