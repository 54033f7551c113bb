import { ENTRY_TYPES } from "@kontor/books/entry-number";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  literalKeys,
  type getLiterals,
  type LiteralKey,
  type literals,
} from "@kontor/contract/literals";
import { defaultBrandColor, presetBrandColors } from "@kontor/contract/reference/branding";
import { nigerianStates } from "@kontor/contract/reference/nigeria";
import {
  organizationStatuses,
  salaryAdvanceStatuses,
  transactionStatuses,
} from "@kontor/contract/reference/statuses";
import { templateKinds } from "@kontor/contract/reference/template-labels";
import type { z } from "zod";

import type { Context } from "../platform/scope.ts";

type Literals = z.output<typeof literals>;

const all: Required<Literals> = {
  states: [...nigerianStates],
  entry_types: [...ENTRY_TYPES],
  statuses: {
    organization: [...organizationStatuses],
    salary_advance: [...salaryAdvanceStatuses],
    transaction: [...transactionStatuses],
  },
  template_labels: templateKinds.map(({ id, label, title }) => ({ id, label, title })),
  brand_colors: { default: defaultBrandColor, presets: [...presetBrandColors] },
};

/** The requested reference lists, or all of them. */
export function chosenLiterals(
  _context: Context,
  input: InputOf<typeof getLiterals>,
): Promise<Literals> {
  const requested = new Set<LiteralKey>(input.keys ?? literalKeys);
  return Promise.resolve(Object.fromEntries([...requested].map((key) => [key, all[key]])));
}
