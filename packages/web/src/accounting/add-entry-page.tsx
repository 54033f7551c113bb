import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { useState } from "react";

import { today } from "../platform/clock.ts";
import { useOrganizationChoice } from "../platform/scope-filter.ts";
import { Page } from "../ui/page.tsx";
import { useAddEntry } from "./changes.ts";
import { emptyDraft, itemsToSend } from "./entry-draft.ts";
import { EntryForm, type EntryStart } from "./entry-form.tsx";
import { OrganizationScope } from "./organization-scope.tsx";

/** Records a receipt. */
export function AddEntryPage() {
  const { tenantId } = useOrganizationChoice();
  const addEntry = useAddEntry();
  const [start] = useState<EntryStart>(() => ({
    entry_date: today(),
    narration: "",
    draft: emptyDraft,
  }));
  return (
    <Page title="Add Entry" backTo="/app/entries">
      <EntryForm
        start={start}
        tenantId={tenantId}
        organization={<OrganizationScope />}
        saving={addEntry.isPending}
        success="Entry added successfully.."
        save={({ items, ...head }) =>
          addEntry.mutateAsync({
            input: {
              ...head,
              entry_type_id: ENTRY_TYPE.receipt.id,
              items: itemsToSend(items),
            },
          })
        }
      />
    </Page>
  );
}
