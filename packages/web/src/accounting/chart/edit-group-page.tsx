import { classLabel } from "@kontor/books/account-code";
import { updateGroup as updateGroupEndpoint, type group } from "@kontor/contract/accounting-groups";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { z } from "zod";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { focusFirstError } from "../../platform/form/forms.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { ChangedMeanwhile } from "../../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../../ui/form/form-dialog.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { ClassBadge } from "../account-class.tsx";
import { useUpdateGroup } from "../changes.ts";
import { groupQuery } from "../data.ts";

import classes from "../account-form.module.css";

const route = getRouteApi("/app/groups/edit/$id");
const chart = "/app/chart-accounts";

type Group = z.output<typeof group>;

/** Renames a group of the chart of accounts. */
export function EditGroupPage() {
  const id = Number(route.useParams().id);
  const { data, isError, refetch } = useQuery(groupQuery(id));
  return (
    <Page title="Edit Group" backTo={chart} width="form">
      {data ? (
        <GroupForm key={id} loaded={data} reload={async () => (await refetch()).data} />
      ) : (
        <NotLoaded what="The group" failed={isError} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

type GroupFormProps = { loaded: Group; reload: () => Promise<Group | undefined> };

function GroupForm({ loaded, reload }: GroupFormProps) {
  const goBack = useGoBack(chart);
  const updateGroup = useUpdateGroup();
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "group",
    loaded,
    valuesOf: ({ name }) => ({ name }),
    schemas: { name: updateGroupEndpoint.body.shape.name },
    reload,
  });
  const save = async ({ name }: { name: string }) => {
    try {
      const { id, version } = edited;
      show(await updateGroup.mutateAsync({ input: { id, name, version } }));
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Group updated successfully..");
    goBack();
  };
  return (
    <div className={classes.card}>
      <p className={classes.about}>
        <ClassBadge code={edited.code} />
        <span>{edited.organization_name}</span>
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) => void save(values), focusFirstError(form))}
      >
        {stale && <ChangedMeanwhile what="this group" onReload={loadNewest} />}
        <div className={classes.grid}>
          <TextInput label="Class" value={`${edited.class} ${classLabel(edited.class)}`} disabled />
          <TextInput label="Group Code" value={edited.code} disabled />
        </div>
        <TextInput {...fieldProps("name")} label="Group Name" maxLength={120} />
        <FormActions>
          <Button variant="default" onClick={goBack}>
            Cancel
          </Button>
          <Button type="submit" loading={updateGroup.isPending} disabled={stale}>
            Save Group
          </Button>
        </FormActions>
      </form>
    </div>
  );
}
