import { classLabel, type CashFlow } from "@kontor/books/account-code";
import { updateGroup as updateGroupEndpoint, type group } from "@kontor/contract/accounting/groups";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { z } from "zod";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useLacksPermission } from "../../session/data.ts";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { ReadOnlyNotice } from "../../ui/record/read-only.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { RecordAuditLink } from "../../users/audit-link.tsx";
import { ClassBadge } from "../account-class.tsx";
import { groupQuery, type RecordKey } from "../data.ts";
import { chartPath } from "../links.ts";
import { useUpdateGroup } from "../mutations.ts";
import { RequireOrganization } from "../require-organization.tsx";
import { CashFlowSelect } from "./cash-flow-select.tsx";

import classes from "../account-form.module.css";

const route = getRouteApi("/app/groups/edit/$id");

type Group = z.output<typeof group>;

/** Renames a group of the chart of accounts, and says what it is in the statement of cash flows. */
export function EditGroupPage() {
  const id = Number(route.useParams().id);
  const title = useLacksPermission("accounting.write") ? "Group" : "Edit Group";
  return (
    <RequireOrganization what="group" title={title} backTo={chartPath}>
      {(tenantId) => <GroupPage title={title} group={{ tenant_id: tenantId, id }} />}
    </RequireOrganization>
  );
}

function GroupPage({ title, group: key }: { title: string; group: RecordKey }) {
  const query = useQuery(groupQuery(key));
  return (
    <Page title={title} backTo={chartPath} width="form">
      <Loaded
        query={query}
        what="The group"
        instead={<TextLink to={chartPath}>Chart of Accounts</TextLink>}
      >
        {(loaded, reload) => <GroupForm key={key.id} loaded={loaded} reload={reload} />}
      </Loaded>
    </Page>
  );
}

type GroupValues = { name: string; cash_flow: CashFlow };
type GroupFormProps = { loaded: Group; reload: () => Promise<Group | undefined> };

function GroupForm({ loaded, reload }: GroupFormProps) {
  const goBack = useGoBack(chartPath, loaded.tenant_id);
  const { mutateAsync } = useUpdateGroup();
  const edit = useEditedForm<Group, GroupValues>({
    name: "group",
    draft: String(loaded.id),
    loaded,
    valuesOf: ({ name, cash_flow }) => ({ name, cash_flow }),
    schemas: { name: updateGroupEndpoint.body.shape.name },
    reload,
    save: ({ name, cash_flow }, { tenant_id, id, version }) =>
      mutateAsync({ input: { tenant_id, id, name, cash_flow, version } }),
    onSaved: () => notifySuccess("Group updated successfully.."),
    leave: goBack,
  });
  const { edited } = edit;
  const readsOnly = useLacksPermission("accounting.write");
  return (
    <div data-surface="card" className={classes.card}>
      <p className={classes.about}>
        <ClassBadge code={edited.code} />
        <span>{edited.organization_name}</span>
        <RecordAuditLink tenantId={edited.tenant_id} subject={`group:${edited.id}`} />
      </p>
      <EditForm
        edit={edit}
        mayWrite={!readsOnly}
        what="this group"
        submit="Save Group"
        actions={
          !readsOnly && (
            <Button variant="default" onClick={goBack}>
              Cancel
            </Button>
          )
        }
      >
        {readsOnly && <ReadOnlyNotice what="these books" />}
        <div className={classes.grid}>
          <TextInput label="Class" value={`${edited.class} ${classLabel(edited.class)}`} disabled />
          <TextInput label="Group Code" value={edited.code} disabled />
        </div>
        <LineInput
          {...edit.fieldProps("name")}
          label="Group Name"
          limit={120}
          disabled={readsOnly}
        />
        <CashFlowSelect
          {...edit.fieldProps("cash_flow")}
          accountClass={edited.class}
          groupName={edit.form.values.name}
          fixed={edited.holds_funding}
          disabled={readsOnly}
        />
      </EditForm>
    </div>
  );
}
