import { entryLink } from "../accounting/links.ts";
import { useHasPermission } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import type { PayrollRun } from "./data.ts";

type PostedEntryLinkProps = { tenantId: number; entry: NonNullable<PayrollRun["entry"]> };

/** The number of an entry, which links to it for users who may read the books. */
export function PostedEntryLink({ tenantId, entry }: PostedEntryLinkProps) {
  if (!useHasPermission("accounting.read")) return entry.ent_number;
  return (
    <TextLink {...entryLink(tenantId, entry.entry_id)} underline="always">
      {entry.ent_number}
    </TextLink>
  );
}
