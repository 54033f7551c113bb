import { entryTypeById } from "@kontor/books/entry-number";

import { useLacks } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import { entryAddress } from "./entry-screens.ts";

type EntryLinkProps = {
  tenantId: number;
  id: number;
  typeId: number;
  number: string;
  inReversal: boolean;
};

/**
 * Leads from a row to its entry: to edit it, or to view it when nobody may change it (an entry of
 * the system, a reversed one and its reversal), or not this user.
 */
export function EntryLink({ tenantId, id, typeId, number, inReversal }: EntryLinkProps) {
  const readsOnly = useLacks("accounting.write");
  const isFixed = inReversal || entryTypeById(typeId)?.system === true;
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
