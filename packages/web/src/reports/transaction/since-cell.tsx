import type { ReactNode } from "react";

import { changesLink } from "../../accounting/changes-link.ts";
import { TextLink } from "../../ui/text-link.tsx";

type Line = { kind: string; tenant_id: number | null; id: number | null; changed: boolean };

/** Says of an account that its figures have changed since, and leads from a ledger to the entries that did it. */
export function sinceCell(
  { kind, tenant_id, id, changed }: Line,
  recorded: string | undefined,
): ReactNode {
  if (!changed || recorded === undefined) return null;
  if (kind === "group" || tenant_id === null || id === null) return "Changed";
  return <TextLink {...changesLink(tenant_id, recorded, { ledger_id: id })}>Changed</TextLink>;
}
