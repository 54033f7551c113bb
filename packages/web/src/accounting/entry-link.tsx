import { entryTypeById } from "@kontor/books/entry-number";

import { useLacksPermission } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import { entryAddress } from "./entry-screens.ts";

type EntryLinkProps = {
  tenantId: number;
  id: number;
  typeId: number;
  number: string;
  inReversal: boolean;
  /** Whether the entry is locked for this user. */
  locked: boolean;
};

/**
 * Leads from a row to its entry: to edit it, or to view it when nobody may change it (an entry of
 * the system, a reversed one and its reversal), or not this user (a reader, or one without an
 * exception for the locked period).
 */
export function EntryLink({ tenantId, id, typeId, number, inReversal, locked }: EntryLinkProps) {
  const readsOnly = useLacksPermission("accounting.write");
  const isFixed = inReversal || locked || entryTypeById(typeId)?.system === true;
  const label = readsOnly || isFixed ? "View Entry" : "Edit Entry";
  return (
    <TextLink
      {...entryAddress({ tenant_id: tenantId, id, entry_type_id: typeId })}
      aria-label={`${label} ${number}`}
    >
      {label}
    </TextLink>
  );
}
