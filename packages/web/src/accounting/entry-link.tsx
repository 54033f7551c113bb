import { entryTypeById } from "@kontor/books/entry-number";

import { TextLink } from "../ui/text-link.tsx";

type EntryLinkProps = { tenantId: number; id: number; typeId: number; number: string };

/** Leads from a row to its entry. Entries of the system are for reading only. */
export function EntryLink({ tenantId, id, typeId, number }: EntryLinkProps) {
  const label = entryTypeById(typeId)?.system ? "View Entry" : "Edit Entry";
  return (
    <TextLink
      to="/app/entries/receipt/edit/$entry_id"
      params={{ entry_id: String(id) }}
      search={{ tenant_id: tenantId }}
      aria-label={`${label} ${number}`}
    >
      {label}
    </TextLink>
  );
}
