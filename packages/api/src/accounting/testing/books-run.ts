import { EQUITY, formatGroupCode, formatLedgerCode } from "@kontor/books/account-code";
import { formatEntryNumber, entryTypeById } from "@kontor/books/entry-number";
import type { addEntry } from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import type { ErrorCode } from "@kontor/contract/error-codes";
import { sql } from "kysely";
import { expect } from "vitest";

import type { Database } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/refusal.ts";
import { setTenant, type Context } from "../../platform/scope.ts";
import { addGroupToClass, changeGroup as changeGroupOf, removeGroup } from "../chart/groups.ts";
import { editLedger } from "../chart/ledger-edit.ts";
import { addLedgerToGroup } from "../chart/ledgers.ts";
import { postEntryBatch, reviseEntry } from "../entries/entries.ts";
import { groupedPosting } from "../entries/grouped-posting.ts";
import { expectEntries, expectStatement } from "./books-compare.ts";
import { draftRefusals, draftItems, pickRow } from "./books-drafts.ts";
import { expectedEntry, expectedGroup, expectedLedger } from "./books-expected.ts";
import {
  currentRevision,
  entryById,
  groupById,
  ledgersIn,
  type Model,
  type ModelEntry,
} from "./books-model.ts";
import type { EntryDraft, Operation, SentVersion, Step } from "./books-operations.ts";

/** One organization's books, the model of them, and its user's context in the open transaction. */
export type ModelledBooks = { model: Model; context: Context; database: Database };

type OperationOf<Name extends Operation["do"]> = Extract<Operation, { do: Name }>;

/** Executes a step on the books and on the model, and compares the response. */
export async function carryOut(
  books: readonly [ModelledBooks, ModelledBooks],
  step: Step,
): Promise<void> {
  const own = books[step.books];
  const other = books[step.books === 0 ? 1 : 0];
  const { operation } = step;
  await setTenant(own.context.tx, own.model.tenant_id);
  switch (operation.do) {
    case "add group":
      return addGroup(own, operation);
    case "rename group":
      return changeGroup(own, operation);
    case "delete group":
      return deleteGroup(own, operation);
    case "add ledger":
      return addLedger(own, operation);
    case "edit ledger":
      return changeLedger(own, operation);
    case "post":
      return post(own, other, operation);
    case "post batch":
      return postBatch(own, other, operation);
    case "revise":
      return revise(own, other, operation);
    case "read statement":
      return expectStatement(own, pickRow(own.model.ledgers, operation.ledger), operation.view);
    case "read entries":
      return expectEntries(
        own,
        operation.ledger === null ? null : pickRow(own.model.ledgers, operation.ledger),
        operation.view,
      );
  }
}

/**
 * Does something that must be refused with one of the codes, or, without codes, must succeed. A
 * refused step is rolled back, so that later comparisons also show that it left nothing behind.
 *
 * @returns undefined when it was refused.
 */
async function expectOutcome<Result>(
  { context: { tx } }: ModelledBooks,
  refusals: ReadonlySet<ErrorCode>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (refusals.size === 0) return work();
  await sql`savepoint before_refusal`.execute(tx);
  const refused = await refusalCodeOf(work);
  expect([...refusals]).toContain(refused);
  await sql`rollback to savepoint before_refusal`.execute(tx);
  return undefined;
}

async function refusalCodeOf(work: () => Promise<unknown>): Promise<ErrorCode | "accepted"> {
  try {
    await work();
    return "accepted";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The version to send, and whether it must be refused. */
function versionToSend(
  seen: SentVersion,
  current: number,
): { version: number | undefined; stale: boolean } {
  if (seen === "absent") return { version: undefined, stale: false };
  const stale = seen === "stale";
  return { version: stale ? current + 1 : current, stale };
}

async function addGroup(own: ModelledBooks, operation: OperationOf<"add group">): Promise<void> {
  const { model, context } = own;
  const answer = await addGroupToClass(context, {
    tenant_id: model.tenant_id,
    class: operation.class,
    name: operation.name,
  });
  const sequence = (model.groupSequences.get(operation.class) ?? 0) + 1;
  model.groupSequences.set(operation.class, sequence);
  model.groups.set(answer.id, {
    id: answer.id,
    code: formatGroupCode(operation.class, sequence),
    name: operation.name,
    class: operation.class,
    cash_flow: operation.class === EQUITY ? "financing" : "operating",
    sequence,
    seeded: false,
    ledgerSequence: 0,
    version: 1,
  });
  expect(answer).toEqual(expectedGroup(model, groupById(model, answer.id)));
}

async function changeGroup(
  own: ModelledBooks,
  operation: OperationOf<"rename group">,
): Promise<void> {
  const { model, context } = own;
  const row = pickRow(model.groups, operation.group);
  const { version, stale } = versionToSend(operation.version, row.version);
  const answer = await expectOutcome(own, new Set(stale ? ["changed_meanwhile"] : []), () =>
    changeGroupOf(context, {
      tenant_id: model.tenant_id,
      id: row.id,
      name: operation.name,
      version,
    }),
  );
  if (answer === undefined) return;
  row.name = operation.name;
  row.version++;
  expect(answer).toEqual(expectedGroup(model, row));
}

async function deleteGroup(
  own: ModelledBooks,
  operation: OperationOf<"delete group">,
): Promise<void> {
  const { model, context } = own;
  const row = pickRow(model.groups, operation.group);
  const refusals = new Set<ErrorCode>();
  if (ledgersIn(model, row).length > 0) refusals.add("in_use");
  else if (row.seeded) refusals.add("group_is_standard");
  const answer = await expectOutcome(own, refusals, () =>
    removeGroup(context, { tenant_id: model.tenant_id, id: row.id }),
  );
  if (answer !== undefined) model.groups.delete(row.id);
}

async function addLedger(own: ModelledBooks, operation: OperationOf<"add ledger">): Promise<void> {
  const { model, context } = own;
  const row = pickRow(model.groups, operation.group);
  const parent = operation.parent === null ? null : pickRow(model.ledgers, operation.parent);
  const refusals = new Set<ErrorCode>();
  if (parent !== null) {
    if (parent.group_id !== row.id) refusals.add("parent_in_other_group");
    if (parent.parent_ledger_id !== null) refusals.add("parent_is_sub_ledger");
    if (parent.hasPurpose) refusals.add("parent_is_system_ledger");
  }
  const name = `Ledger ${model.ledgers.size}`;
  const answer = await expectOutcome(own, refusals, () =>
    addLedgerToGroup(context, {
      tenant_id: model.tenant_id,
      group_id: row.id,
      parent_ledger_id: parent?.id,
      name,
      op_balance: operation.opening,
      op_balance_dc: operation.side,
    }),
  );
  if (answer === undefined) return;
  row.ledgerSequence++;
  const added = {
    id: answer.id,
    group_id: row.id,
    parent_ledger_id: parent?.id ?? null,
    code: formatLedgerCode(row.code, row.ledgerSequence),
    sequence: row.ledgerSequence,
    name,
    op_balance: operation.opening,
    op_balance_dc: operation.side,
    hasPurpose: false,
    control: false,
    version: 1,
  };
  model.ledgers.set(answer.id, added);
  expect(answer).toEqual(expectedLedger(model, added, context.clock.now()));
}

async function changeLedger(
  own: ModelledBooks,
  operation: OperationOf<"edit ledger">,
): Promise<void> {
  const { model, context } = own;
  const row = pickRow(model.ledgers, operation.ledger);
  const { version, stale } = versionToSend(operation.version, row.version);
  const parent =
    typeof operation.parent === "number" ? pickRow(model.ledgers, operation.parent) : null;
  const refusals = new Set<ErrorCode>(stale ? ["changed_meanwhile"] : []);
  if (parent !== null && parent.id !== row.parent_ledger_id) {
    if (row.parent_ledger_id === null) refusals.add("field_locked");
    if (parent.group_id !== row.group_id) refusals.add("parent_in_other_group");
    if (parent.parent_ledger_id !== null) refusals.add("parent_is_sub_ledger");
    if (parent.hasPurpose) refusals.add("parent_is_system_ledger");
  }
  if (row.control && (operation.opening ?? row.op_balance) !== row.op_balance) {
    refusals.add("opening_balance_fixed");
  }
  const name = `${row.name.slice(0, 20)}, renamed`;
  const answer = await expectOutcome(own, refusals, () =>
    editLedger(context, {
      tenant_id: model.tenant_id,
      id: row.id,
      name,
      op_balance: operation.opening ?? undefined,
      parent_ledger_id: operation.parent === "kept" ? undefined : (parent?.id ?? null),
      version,
    }),
  );
  if (answer === undefined) return;
  row.name = name;
  row.version++;
  row.op_balance = operation.opening ?? row.op_balance;
  if (operation.parent !== "kept") row.parent_ledger_id = parent?.id ?? null;
  expect(answer).toEqual(expectedLedger(model, row, context.clock.now()));
}

type NewEntry = Omit<InputOf<typeof addEntry>, "tenant_id">;

/** The drafts as requests. */
function entryInputs(
  own: ModelledBooks,
  other: ModelledBooks,
  drafts: readonly EntryDraft[],
): NewEntry[] {
  return drafts.map((draft) => {
    const items = draftItems(own.model, other.model, draft);
    const { entry_type_id, narration, day } = draft;
    return { entry_type_id, entry_date: day, narration, items };
  });
}

function addToModel(own: ModelledBooks, id: number, input: NewEntry): ModelEntry {
  const { model, context } = own;
  const number = (model.numbers.get(input.entry_type_id) ?? 0n) + 1n;
  model.numbers.set(input.entry_type_id, number);
  const date = input.entry_date ?? context.clock.today();
  const row = {
    id,
    entry_type_id: input.entry_type_id,
    number,
    revisions: [{ date, narration: input.narration ?? "", items: input.items }],
  };
  model.entries.set(id, row);
  return row;
}

/** Executes several concurrent requests, each with one entry, as the API does. */
async function post(
  own: ModelledBooks,
  other: ModelledBooks,
  operation: OperationOf<"post">,
): Promise<void> {
  const { model, context } = own;
  const { tenant_id } = model;
  const inputs = entryInputs(own, other, operation.entries);
  const refusals = new Set(inputs.flatMap(({ items }) => [...draftRefusals(model, [items])]));
  const { tx, clock, actor, requestId } = context;
  const answers = await expectOutcome(own, refusals, async () => {
    const requests = inputs.map((input) => {
      const { work } = groupedPosting.prepare({ actor, requestId, clock }, { tenant_id, ...input });
      return { actor, requestId, tenantId: tenant_id, work, session: null, claim: undefined };
    });
    // In the model's transaction, which is rolled back at its end.
    const database: Pick<Database, "statement"> = { statement: (query) => query(tx) };
    const results = await groupedPosting.carryOut({ database, clock, joint: false }, requests);
    const entries = results.map((result, index) => {
      const request = requests[index];
      if (request === undefined) throw new Error("there are more results than requests");
      return groupedPosting.present(request, result);
    });
    await setTenant(tx, tenant_id);
    return entries;
  });
  if (answers === undefined) return;
  expect(answers).toHaveLength(inputs.length);
  const rows = answers.map((answer, index) =>
    addToModel(own, answer.id, inputs[index] as NewEntry),
  );
  expect(answers).toEqual(rows.map((row) => expectedEntry(model, row, clock.now())));
}

async function postBatch(
  own: ModelledBooks,
  other: ModelledBooks,
  operation: OperationOf<"post batch">,
): Promise<void> {
  const { model, context } = own;
  const inputs = entryInputs(own, other, operation.entries);
  const entries = inputs.map(({ items }) => items);
  const refusals = draftRefusals(model, entries);
  const answers = await expectOutcome(own, refusals, () =>
    postEntryBatch(context, { tenant_id: model.tenant_id, entries: inputs }),
  );
  if (answers === undefined) return;
  expect(answers).toHaveLength(inputs.length);
  for (const [index, answer] of answers.entries()) {
    const row = addToModel(own, answer.id, inputs[index] as NewEntry);
    const prefix = entryTypeById(row.entry_type_id)?.prefix ?? "RCT";
    expect(answer).toEqual({
      id: row.id,
      entry_type_id: row.entry_type_id,
      ent_number: formatEntryNumber(prefix, row.number),
      revision: 1,
    });
  }
}

async function revise(
  own: ModelledBooks,
  other: ModelledBooks,
  { draft, ...operation }: OperationOf<"revise">,
): Promise<void> {
  const { model, context } = own;
  if (model.entries.size === 0) return;
  const row = entryById(model, pickRow(model.entries, operation.entry).id);
  const current = currentRevision(row);
  const items = draftItems(model, other.model, draft, row);
  const { version: revision, stale } = versionToSend(operation.revision, row.revisions.length);
  const refusals = draftRefusals(model, [items], row);
  if (stale) refusals.add("changed_meanwhile");
  const answer = await expectOutcome(own, refusals, () =>
    reviseEntry(context, {
      tenant_id: model.tenant_id,
      id: row.id,
      entry_date: operation.date === "absent" ? undefined : draft.day,
      keep_active_date: operation.date === "kept by flag",
      narration: draft.narration,
      items,
      revision,
    }),
  );
  if (answer === undefined) return;
  const date = operation.date === "given" ? (draft.day ?? current.date) : current.date;
  row.revisions.push({ date, narration: draft.narration, items });
  expect(answer).toEqual(expectedEntry(model, row, context.clock.now()));
}
