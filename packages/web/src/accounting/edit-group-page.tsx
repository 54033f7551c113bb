import { classLabel } from "@kontor/books/account-code";
import type { group } from "@kontor/contract/accounting-groups";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";

import { applyFieldErrors, focusFirstError } from "../platform/forms.ts";
import { notifySuccess } from "../platform/notify.tsx";
import { useDirtyGuard } from "../platform/use-dirty-guard.ts";
import { FormActions } from "../ui/form-dialog.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Page } from "../ui/page.tsx";
import { useGoBack } from "../ui/use-go-back.ts";
import { ClassBadge } from "./account-class.tsx";
import { ChangedMeanwhile, isChangedMeanwhile } from "./changed-meanwhile.tsx";
import { useUpdateGroup } from "./changes.ts";
import { groupQuery } from "./data.ts";

import classes from "./account-form.module.css";

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
  // What the edit began with: a refetch in the background must not change it.
  const [group, setGroup] = useState(loaded);
  const [stale, setStale] = useState(false);
  const form = useForm({
    initialValues: { name: group.name },
    validate: { name: (value) => (value.trim() === "" ? "Enter the group name." : null) },
  });
  const letLeave = useDirtyGuard(() => form.isDirty());

  const save = async ({ name }: { name: string }) => {
    try {
      await updateGroup.mutateAsync({ input: { id: group.id, name, version: group.version } });
    } catch (error) {
      setStale(isChangedMeanwhile(error));
      applyFieldErrors(form, error);
      return;
    }
    letLeave();
    notifySuccess("Group updated successfully..");
    goBack();
  };
  const loadNewest = async () => {
    const newest = await reload();
    if (!newest) return;
    setGroup(newest);
    form.setInitialValues({ name: newest.name });
    form.reset();
    setStale(false);
  };

  return (
    <div className={classes.card}>
      <p className={classes.about}>
        <ClassBadge code={group.code} />
        <span>{group.organization_name}</span>
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) => void save(values), focusFirstError(form))}
      >
        {stale && (
          <ChangedMeanwhile what="this group" loading={false} onReload={() => void loadNewest()} />
        )}
        <div className={classes.grid}>
          <TextInput label="Class" value={`${group.class} ${classLabel(group.class)}`} disabled />
          <TextInput label="Group Code" value={group.code} disabled />
        </div>
        <TextInput {...form.getInputProps("name")} label="Group Name" maxLength={120} />
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
