import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import type {
  addEntry,
  addEntryBatch,
  batchedEntry,
  updateEntry,
} from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { atMostOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { entryById, entryName, type Entry } from "./find-entry.ts";
import {
  postEntries,
  posterOf,
  type PathPrefixOf,
  type Posting,
  type Revision,
} from "./postings.ts";

const batchPath: PathPrefixOf = (index) => `entries.${index}.`;

/**
 * Posts several entries of one organization, all or none.
 *
 * @throws Refusal as {@link postEntries} and {@link booksTenant}; `entry_type_reserved`.
 */
export async function postEntryBatch(
  context: Context,
  input: InputOf<typeof addEntryBatch>,
): Promise<z.output<typeof batchedEntry>[]> {
  const postings = input.entries.map((each, index) => postingOf(context, each, batchPath(index)));
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const posted = await postEntries(posterOf(context), tenantId, postings, batchPath);
  return posted.map(({ entry_id, number, revision }, index) => {
    const posting = postings[index];
    if (posting === undefined) throw new Error("post_entries gave more rows than it was given");
    const { entry_type_id } = posting;
    const { ent_number } = entryName(entry_type_id, number);
    return { id: entry_id, entry_type_id, ent_number, revision };
  });
}

/**
 * Converts a user's entry to a posting; without a date it is dated today.
 *
 * @param prefix the prefix of the paths of its fields.
 * @throws Refusal at `entry_type_id`: `not_found`, or `entry_type_reserved` for a type of the
 * system.
 */
export function postingOf(
  context: Pick<Context, "clock">,
  input: Omit<InputOf<typeof addEntry>, "tenant_id">,
  prefix: string,
): Posting {
  const type = entryTypeById(input.entry_type_id);
  const path = `${prefix}entry_type_id`;
  if (type === undefined) throw Refusal.at(path, "not_found", { what: "The entry type" });
  if (type.system) throw Refusal.at(path, "entry_type_reserved");
  return {
    entry_type_id: type.id,
    entry_date: input.entry_date ?? context.clock.today(),
    narration: input.narration ?? "",
    items: input.items,
  };
}

/**
 * Revises an entry. It keeps its number and type, and the earlier revision stays in its history.
 *
 * @throws Refusal as {@link postEntries} and {@link booksTenant}; `entry_made_by_system` for one that
 * belongs to another feature; `field_locked` for another type.
 */
export async function reviseEntry(
  context: Context,
  input: InputOf<typeof updateEntry>,
): Promise<Entry> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const { rows } = await sql<{ entry_type_id: number; number: bigint }>`
    select entry_type_id::int, number from entries
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(context.tx);
  const row = atMostOne(rows);
  const type = row && entryTypeById(row.entry_type_id);
  if (row === undefined || type === undefined) throw notFound("The entry");
  if (type.system) {
    const number = formatEntryNumber(type.prefix, row.number);
    throw new Refusal("entry_made_by_system", { number });
  }
  if ((input.entry_type_id ?? type.id) !== type.id) {
    throw Refusal.at("entry_type_id", "field_locked", { field: "The type of an entry" });
  }
  if ((input.entry_id ?? input.id) !== input.id) {
    throw Refusal.at("entry_id", "field_locked", { field: "The id" });
  }
  const posting: Revision = {
    entry_type_id: type.id,
    entry_date: input.keep_active_date === true ? null : (input.entry_date ?? null),
    narration: input.narration ?? "",
    items: input.items,
    entry_id: input.id,
    expected_revision: input.revision,
  };
  await enterTenant(context, tenantId);
  await postEntries(posterOf(context), tenantId, [posting]);
  return entryById(context, tenantId, input.id);
}
