import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { updateLedger } from "@kontor/contract/accounting/accounts";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { controlReason } from "./control-ledgers.ts";
import { checkParent, findLedger, setOpeningBalance, type Ledger } from "./ledgers.ts";

type Edit = InputOf<typeof updateLedger>;

/** The stored fields: those that an edit may change, and those it may not. */
type StoredLedger = {
  group_id: number;
  parent_ledger_id: number | null;
  code: string;
  name: string;
  notes: string;
  op_balance: Kobo;
  op_balance_dc: Side;
  purpose: string | null;
  control: boolean;
  version: number;
};

/** The changed fields for the audit log; amounts in kobo. */
type Changes = Record<string, { from: string | number | null; to: string | number | null }>;

/**
 * Changes a ledger. A changed opening balance changes the current and every later balance; the
 * audit log records who did it, with both values.
 *
 * @throws Refusal `not_found`; `changed_meanwhile`; `field_locked` at a field that cannot change;
 * `opening_balance_fixed` at the opening balance of a control ledger; at `parent_ledger_id` as
 * {@link checkParent}.
 */
export async function editLedger(context: Context, input: Edit): Promise<Ledger> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const before = await lockLedger(context, tenantId, input);
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal("changed_meanwhile");
  }
  refuseLockedFields(input, before);
  const parentId =
    input.parent_ledger_id === undefined ? before.parent_ledger_id : input.parent_ledger_id;
  if (parentId !== null && parentId !== before.parent_ledger_id) {
    await checkParent(context, tenantId, before.group_id, parentId);
  }
  const notes = input.notes ?? before.notes;
  const opening = input.op_balance ?? before.op_balance;
  if (before.control && opening !== before.op_balance) {
    throw Refusal.at("op_balance", "opening_balance_fixed", {
      ledger: `${before.code} ${before.name}`,
      where: controlReason(before.purpose),
    });
  }
  await sql`
    update ledgers set name = ${input.name}, notes = ${notes}, parent_ledger_id = ${parentId}, version = version + 1
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(context.tx);
  if (opening !== before.op_balance) {
    await setOpeningBalance(context, { tenantId, id: input.id }, opening, before.op_balance_dc);
  }
  const changes: Changes = {
    ...changed("name", before.name, input.name),
    ...changed("notes", before.notes, notes),
    ...changed("parent_ledger_id", before.parent_ledger_id, parentId),
    ...changed("op_balance", String(before.op_balance), String(opening)),
  };
  await audit(context, tenantId, "ledger.changed", `ledger:${input.id}`, changes);
  return findLedger(context, { id: input.id, tenant_id: tenantId });
}

/** Locks the ledger and its new parent in the order of their ids, as every posting does. */
async function lockLedger(context: Context, tenantId: number, input: Edit): Promise<StoredLedger> {
  const { rows } = await sql<StoredLedger & { id: number }>`
    select id, group_id, parent_ledger_id, code, name, notes, op_balance, op_balance_dc, purpose, control,
      version
    from ledgers
    where tenant_id = ${tenantId} and id in (${input.id}, ${input.parent_ledger_id ?? input.id})
    order by id for no key update`.execute(context.tx);
  const row = rows.find(({ id }) => id === input.id);
  if (row === undefined) throw notFound("The ledger");
  return row;
}

/**
 * Older clients send every field of the form; fields that cannot change must have their saved
 * value.
 */
function refuseLockedFields(input: Edit, before: StoredLedger): void {
  const locked = [
    ["ledger_id", "The id", (input.ledger_id ?? input.id) === input.id],
    ["group_id", "The group", (input.group_id ?? before.group_id) === before.group_id],
    ["code", "The code", (input.code ?? before.code) === before.code],
    [
      "op_balance_dc",
      "Debit or credit",
      (input.op_balance_dc ?? before.op_balance_dc) === before.op_balance_dc,
    ],
    [
      "parent_ledger_id",
      "That a ledger has no parent",
      before.parent_ledger_id !== null || (input.parent_ledger_id ?? null) === null,
    ],
  ] as const;
  for (const [path, field, same] of locked) {
    if (!same) throw Refusal.at(path, "field_locked", { field });
  }
}

function changed(field: string, from: string | number | null, to: string | number | null): Changes {
  return from === to ? {} : { [field]: { from, to } };
}
