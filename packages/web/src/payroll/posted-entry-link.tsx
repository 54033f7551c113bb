import { useHasPermission } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import type { PayrollRun } from "./data.ts";

type PostedEntryLinkProps = { tenantId: number; entry: NonNullable<PayrollRun["entry"]> };

/** The number of an entry, which links to it for users who may read the books. */
export function PostedEntryLink({ tenantId, entry }: PostedEntryLinkProps) {
  if (!useHasPermission("accounting.read")) return entry.ent_number;
  return (
    <TextLink
      to="/app/entries/receipt/edit/$entry_id"
      params={{ entry_id: String(entry.entry_id) }}
      search={{ tenant_id: tenantId }}
      underline="always"
    >
      {entry.ent_number}
    </TextLink>
  );
}
