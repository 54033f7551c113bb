import { ZERO } from "@kontor/books/money";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { focusFirstFieldOf } from "../../platform/form/first-field.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useOrganizationChoice } from "../../platform/organization/scope-filter.ts";
import { useHasManyOrganizations, useLacksPermission } from "../../session/data.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { StoredDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { ReadOnlyPage } from "../../ui/record/read-only.tsx";
import { nextLedgerCodeQuery } from "../data.ts";
import { GroupPicker } from "../ledger-picker.tsx";
import { chartPath } from "../links.ts";
import { useAddLedger } from "../mutations.ts";
import {
  LedgerFields,
  ledgerRules,
  ledgerSchemas,
  useLockedOpeningNote,
  type LedgerValues,
} from "./ledger-form.tsx";

import classes from "../account-form.module.css";

const route = getRouteApi("/app/ledgers/add");

/** Group and parent are not part of the draft, because the chart may have changed meanwhile. */
const placeFields = ["group_id", "parent_ledger_id"] as const;

/** Adds a ledger to a group, or as a sub-ledger of one of its ledgers. */
export function AddLedgerPage() {
  if (useLacksPermission("accounting.write"))
    return <ReadOnlyPage what="these books" title="Add Ledger" backTo={chartPath} />;
  return <NewLedger />;
}

function NewLedger() {
  const search = route.useSearch();
  const chosen = useOrganizationChoice().tenantId;
  const keepsMany = useHasManyOrganizations();
  // The organization of the ledger, which follows from the chosen group.
  const [tenantId, setTenantId] = useState(search.tenant_id);
  const goBack = useGoBack(chartPath, tenantId);
  const [books, setBooks] = useState<string>();
  const { form, fieldProps, draft, onSubmit, saving, refusal } = useNewLedger(tenantId, goBack);
  const { group_id } = form.values;
  const lockedOpening = useLockedOpeningNote(tenantId);
  const code = useQuery({
    ...nextLedgerCodeQuery({ tenant_id: tenantId, id: group_id ?? 0 }),
    enabled: group_id !== null,
  });

  return (
    <Page title="Add Ledger" backTo={chartPath} width="form">
      <form
        ref={focusFirstFieldOf}
        noValidate
        data-surface="card"
        className={classes.card}
        onSubmit={onSubmit}
      >
        <StoredDraftNotice what="this ledger" storedDraft={draft} />
        <LedgerFields
          form={form}
          fieldProps={fieldProps}
          tenantId={tenantId}
          group={
            <GroupPicker
              label="Parent Group"
              path={fieldProps("group_id")["data-path"]}
              placeholder="Choose a group"
              tenantId={search.tenant_id ?? chosen}
              groupId={group_id}
              onSelect={(group) => {
                setTenantId(group?.tenant_id ?? search.tenant_id);
                setBooks(group?.organization_name);
                form.setFieldValue("group_id", group?.id ?? null);
                // A parent ledger is in the same group.
                form.setFieldValue("parent_ledger_id", null);
              }}
              error={form.errors["group_id"]}
              {...(books !== undefined && keepsMany && { description: `In the books of ${books}` })}
            />
          }
          code={(group_id && code.data?.code) || ""}
          codeHint="The next code in the group, assigned when you save the ledger."
          {...(lockedOpening !== undefined && { balanceHint: lockedOpening })}
        />
        <FormActions refusal={refusal}>
          <Button variant="default" onClick={goBack}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Save Ledger
          </Button>
        </FormActions>
      </form>
    </Page>
  );
}

/**
 * The form of a new ledger, filled from the address and kept as a draft on this device.
 *
 * @param tenantId the organization of the chosen group; undefined while no group is chosen.
 * @param onAdded called once the ledger is saved.
 */
function useNewLedger(tenantId: number | undefined, onAdded: () => void) {
  const search = route.useSearch();
  const chosen = useOrganizationChoice().tenantId;
  const addLedger = useAddLedger();
  const {
    form,
    fieldProps,
    refuse,
    storedDraft: draft,
  } = useContractForm<LedgerValues>({
    name: "ledger",
    // The chosen group determines the organization, so it is part of the address and not of the
    // draft.
    draft: `new:${search.tenant_id ?? chosen}:${search.group_id ?? 0}:${search.parent_ledger_id ?? 0}`,
    several: true,
    withheld: placeFields,
    initialValues: {
      group_id: search.group_id ?? null,
      parent_ledger_id: search.parent_ledger_id ?? null,
      name: "",
      op_balance_dc: "DR",
      op_balance: null,
      notes: "",
    },
    schemas: ledgerSchemas,
    rules: ledgerRules,
  });
  const { onSubmit, saving, refusal } = useSubmit<LedgerValues>({
    form,
    refuse,
    save: async ({ group_id, op_balance, ...values }) => {
      if (group_id === null || op_balance === "unreadable") return;
      const input = { ...values, tenant_id: tenantId, group_id, op_balance: op_balance ?? ZERO };
      await addLedger.mutateAsync({ input, submits: draft.submits });
      form.resetDirty();
      draft.forget();
      notifySuccess("Ledger added successfully..");
      onAdded();
    },
  });
  return { form, fieldProps, draft, onSubmit, saving, refusal };
}
