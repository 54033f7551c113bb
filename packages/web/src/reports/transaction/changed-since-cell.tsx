import type { ReactNode } from "react";

import { changesLink } from "../../accounting/links.ts";
import { TextLink } from "../../ui/text-link.tsx";

type Line = { kind: string; tenant_id: number | null; id: number | null; changed: boolean };

/** Marks an account whose figures have changed since the moment; a ledger links to the entries. */
export function changedSinceCell(
  { kind, tenant_id, id, changed }: Line,
  recorded: string | undefined,
): ReactNode {
  if (!changed || recorded === undefined) return null;
  if (kind === "group" || tenant_id === null || id === null) return "Changed";
  return <TextLink {...changesLink(tenant_id, recorded, { ledger_id: id })}>Changed</TextLink>;
}
