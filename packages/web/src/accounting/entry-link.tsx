import { entryTypeById } from "@kontor/books/entry-number";

import { useLacks } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import { entryAddress } from "./entry-screens.ts";

type EntryLinkProps = { tenantId: number; id: number; typeId: number; number: string };

/** Leads from a row to its entry. Those of the system are for reading only, and so are all to who may only read. */
export function EntryLink({ tenantId, id, typeId, number }: EntryLinkProps) {
  const readsOnly = useLacks("accounting.write");
  const label = readsOnly || entryTypeById(typeId)?.system ? "View Entry" : "Edit Entry";
  return (
    <TextLink
      {...entryAddress({ tenant_id: tenantId, id, entry_type_id: typeId })}
      aria-label={`${label} ${number}`}
    >
      {label}
    </TextLink>
  );
}
