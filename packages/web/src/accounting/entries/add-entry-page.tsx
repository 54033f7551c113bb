import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { TextInput } from "@mantine/core";
import { useState } from "react";

import { today } from "../../platform/clock.ts";
import { useOrganizationChoice } from "../../platform/organization/scope-filter.ts";
import { Page } from "../../ui/page/page.tsx";
import { useAddEntry } from "../mutations.ts";
import { OrganizationScope, useKeepsManyBooks } from "../organization-scope.tsx";
import { emptyDraft, itemsToSend } from "./entry-draft.ts";
import { EntryForm, type EntryStart } from "./entry-form.tsx";

/** Under what this device keeps a receipt that is being written; the number is that of its shape. */
const screen = "receipt-1";

/** Records a receipt. */
export function AddEntryPage() {
  const { tenantId } = useOrganizationChoice();
  const addEntry = useAddEntry(screen);
  const [start] = useState<EntryStart>(() => ({
    entry_date: today(),
    narration: "",
    draft: emptyDraft,
  }));
  return (
    <Page title="Add Entry" backTo="/app/entries">
      <EntryForm
        screen={screen}
        start={start}
        tenantId={tenantId}
        renderOrganization={(fixed) => <EntryOrganization fixed={fixed} />}
        saving={addEntry.isPending}
        success="Entry added successfully.."
        save={({ items, ...head }) =>
          addEntry.mutateAsync({
            input: {
              ...head,
              tenant_id: items[0]?.ledger.tenant_id,
              entry_type_id: ENTRY_TYPE.receipt.id,
              items: itemsToSend(items),
            },
          })
        }
      />
    </Page>
  );
}

/** Whose ledgers are offered: all of them until the first item says whose entry it is. */
function EntryOrganization({ fixed }: { fixed: string | null }) {
  const keepsMany = useKeepsManyBooks();
  if (fixed === null || !keepsMany) return <OrganizationScope />;
  return <TextInput label="Organization" value={fixed} disabled w={{ base: "100%", sm: 240 }} />;
}
