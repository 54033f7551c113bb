import { entryTypeById } from "@kontor/books/entry-number";

import { TextLink } from "../ui/text-link.tsx";
import { entryAddress } from "./entry-screens.ts";

type EntryLinkProps = { tenantId: number; id: number; typeId: number; number: string };

/** Leads from a row to its entry. Entries of the system are for reading only. */
export function EntryLink({ tenantId, id, typeId, number }: EntryLinkProps) {
  const label = entryTypeById(typeId)?.system ? "View Entry" : "Edit Entry";
  return (
    <TextLink
      {...entryAddress({ tenant_id: tenantId, id, entry_type_id: typeId })}
      aria-label={`${label} ${number}`}
    >
      {label}
    </TextLink>
  );
}
