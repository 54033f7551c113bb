import { ZERO } from "@kontor/books/money";
import type { ledger } from "@kontor/contract/accounting/accounts";
import { Anchor, Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef } from "react";
import type { z } from "zod";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useLacksPermission } from "../../session/data.ts";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { ReadOnlyNotice } from "../../ui/record/read-only.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { RecordAuditLink } from "../../users/audit-link.tsx";
import { ClassBadge } from "../account-class.tsx";
import { ledgerQuery, type RecordKey } from "../data.ts";
import { accountLabel } from "../ledger-picker.tsx";
import { chartPath } from "../links.ts";
import { useUpdateLedger } from "../mutations.ts";
import { RequireOrganization } from "../require-organization.tsx";
import {
  LedgerFields,
  ledgerRules,
  ledgerSchemas,
  useLockedOpeningNote,
  type LedgerValues,
} from "./ledger-form.tsx";
import { SubLedgersPanel } from "./sub-ledgers-panel.tsx";

import classes from "../account-form.module.css";

const route = getRouteApi("/app/ledgers/edit/$ledger_id");

type Ledger = z.output<typeof ledger>;

/** Changes a ledger, and lists the ledgers below it. */
export function EditLedgerPage() {
  const id = Number(route.useParams().ledger_id);
  const title = useLacksPermission("accounting.write") ? "Ledger" : "Edit Ledger";
  return (
    <RequireOrganization what="ledger" title={title} backTo={chartPath}>
      {(tenantId) => <LedgerPage title={title} ledger={{ tenant_id: tenantId, id }} />}
    </RequireOrganization>
  );
}

function LedgerPage({ title, ledger: key }: { title: string; ledger: RecordKey }) {
  const { data, error, isError, refetch } = useQuery(ledgerQuery(key));
  const panel = useRef<HTMLElement>(null);
  const showPanel = () => {
    panel.current?.scrollIntoView({ behavior: "smooth" });
    panel.current?.focus({ preventScroll: true });
  };
  if (!data) {
    return (
      <Page title={title} backTo={chartPath} width="form">
        <NotLoaded what="The ledger" failed={isError} error={error} onRetry={() => void refetch()}>
          <TextLink to={chartPath}>Chart of Accounts</TextLink>
        </NotLoaded>
      </Page>
    );
  }
  return (
    <Page title={title} of={data.name} backTo={chartPath} width="form">
      <EditLedgerForm
        key={key.id}
        loaded={data}
        reload={async () => (await refetch()).data}
        onShowSubLedgers={showPanel}
      />
      <SubLedgersPanel ledger={data} ref={panel} />
    </Page>
  );
}

type EditLedgerFormProps = {
  loaded: Ledger;
  reload: () => Promise<Ledger | undefined>;
  onShowSubLedgers: () => void;
};

function valuesOf(ledger: Ledger): LedgerValues {
  const { group_id, parent_ledger_id, name, op_balance_dc, op_balance, notes } = ledger;
  return { group_id, parent_ledger_id, name, op_balance_dc, op_balance, notes };
}

function EditLedgerForm({ loaded, reload, onShowSubLedgers }: EditLedgerFormProps) {
  const goBack = useGoBack(chartPath, loaded.tenant_id);
  const { mutateAsync } = useUpdateLedger();
  const edit = useEditedForm<Ledger, LedgerValues>({
    name: "ledger",
    draft: `${loaded.tenant_id}:${loaded.id}`,
    loaded,
    valuesOf,
    schemas: ledgerSchemas,
    rules: ledgerRules,
    reload,
    save: async ({ name, notes, op_balance, parent_ledger_id }, ledger, submits) => {
      if (op_balance === "unreadable") return undefined;
      const { tenant_id, id, version } = ledger;
      const parent = ledger.parent_ledger_id === null ? {} : { parent_ledger_id };
      const fields = { version, name, notes, op_balance: op_balance ?? ZERO, ...parent };
      return mutateAsync({ input: { tenant_id, id, ...fields }, submits });
    },
    onSaved: () => notifySuccess("Ledger updated successfully.."),
    leave: goBack,
  });
  const { form, fieldProps, edited } = edit;
  const readsOnly = useLacksPermission("accounting.write");
  const lockedOpening = useLockedOpeningNote(loaded.tenant_id);
  return (
    <div data-surface="card" className={classes.card}>
      <p className={classes.about}>
        <ClassBadge code={edited.code} />
        <span>{edited.org_name}</span>
        <Anchor
          inherit
          href="#sub-ledgers"
          onClick={(event) => {
            event.preventDefault();
            onShowSubLedgers();
          }}
        >
          {loaded.count_sub_ledgers} SubLedgers Attached
        </Anchor>
        <TextLink
          to="/app/ledger-statement/$ledger_id"
          params={{ ledger_id: String(edited.id) }}
          search={{ tenant_id: edited.tenant_id }}
        >
          View Statement
        </TextLink>
        <RecordAuditLink tenantId={edited.tenant_id} subject={`ledger:${edited.id}`} />
      </p>
      <EditForm
        edit={edit}
        mayWrite={!readsOnly}
        what="this ledger"
        submit="Save Ledger"
        actions={
          !readsOnly && (
            <Button variant="default" onClick={goBack}>
              Cancel
            </Button>
          )
        }
      >
        {readsOnly && <ReadOnlyNotice what="these books" />}
        <LedgerFields
          form={form}
          fieldProps={fieldProps}
          readsOnly={readsOnly}
          tenantId={edited.tenant_id}
          ledgerId={edited.id}
          group={
            <TextInput
              label="Parent Group"
              disabled
              value={accountLabel({ code: edited.group_code, name: edited.group_name })}
            />
          }
          code={edited.code}
          parentLocked={edited.parent_ledger_id === null}
          sideLocked
          balanceLocked={edited.control}
          {...(!readsOnly && { balanceHint: balanceHint(edited, lockedOpening) })}
        />
      </EditForm>
    </div>
  );
}

function balanceHint({ control }: Ledger, lockedOpening: string | undefined): string {
  return control
    ? "Kontor maintains this ledger: its balance follows the records behind it and cannot be changed by hand."
    : (lockedOpening ?? "Changing it changes every later balance of the ledger.");
}
