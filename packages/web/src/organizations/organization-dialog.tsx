import { organizationFields } from "@kontor/contract/organizations";
import { Alert, Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { ApiProblem } from "../platform/api-problem.ts";
import { useContractForm } from "../platform/form/contract-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirmLeaving, useDirtyGuard } from "../platform/form/use-dirty-guard.ts";
import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { FormActions, FormDialog } from "../ui/form/form-dialog.tsx";
import {
  organizationQuery,
  useCreateOrganization,
  useUpdateOrganization,
  type Organization,
} from "./data.ts";
import { OrganizationFields } from "./organization-fields.tsx";
import {
  blankValues,
  mergeChanges,
  valuesOf,
  type OrganizationValues,
} from "./organization-values.ts";

import classes from "./organization-dialog.module.css";

type OrganizationDialogProps = {
  /** The one to edit; null adds one. */
  organization: Organization | null;
  /** The dialog has left the screen, whether anything was saved or not. */
  onExited: () => void;
};

/** Adds or edits an organization. Lists and pages that show organizations are loaded again after it. */
export function OrganizationDialog({ organization, onExited }: OrganizationDialogProps) {
  const [opened, setOpened] = useState(true);
  // What the typing began with; reloading after somebody else's change moves it on.
  const [loaded, setLoaded] = useState(organization);
  const { form, fieldProps, refuse } = useContractForm<OrganizationValues>({
    name: "organization",
    initialValues: organization ? valuesOf(organization) : blankValues,
    schemas: organizationFields,
    rules: {
      logo: (file) => (file || organization?.logo_url ? undefined : "Choose a logo."),
    },
  });
  const save = useSaveOrganization(loaded);
  useDirtyGuard(() => opened && form.isDirty());

  const close = async () => {
    if (save.isPending || (form.isDirty() && !(await confirmLeaving()))) return;
    setOpened(false);
  };
  const submit = async (values: OrganizationValues) => {
    if (save.isPending || !(await confirm("Confirm Submission?"))) return;
    try {
      await save.mutateAsync(values);
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Organization information saved sucessfully");
    setOpened(false);
  };
  const takeOver = (saved: Organization) => {
    const { values, conflicts } = mergeChanges(
      form.getInitialValues(),
      form.getValues(),
      valuesOf(saved),
    );
    setLoaded(saved);
    form.setInitialValues(valuesOf(saved));
    form.setValues(values);
    form.clearErrors();
    for (const field of conflicts) {
      form.setFieldError(
        field,
        "Somebody else changed this too. What you typed is kept; check it.",
      );
    }
    save.reset();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={() => void close()}
      onExited={onExited}
      title={organization ? "Edit Organization" : "Add Organization"}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
      >
        <Text size="sm" c="dimmed" mb="md">
          Emp Prefix, State, About and Employee Benefits may be left empty.
        </Text>
        <OrganizationFields form={form} fieldProps={fieldProps} original={loaded} />
        {loaded && wasChangedMeanwhile(save.error) && (
          <ChangedMeanwhile organization={loaded} onLoaded={takeOver} />
        )}
        <FormActions sticky>
          <Button variant="default" disabled={save.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" disabled={!form.isValid()} loading={save.isPending}>
            Submit
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  );
}

/** Saves the values of the dialog as a new organization, or as the next version of the loaded one. */
function useSaveOrganization(loaded: Organization | null) {
  const create = useCreateOrganization();
  const update = useUpdateOrganization();
  const mutateAsync = ({ logo, ...fields }: OrganizationValues) => {
    const files: Record<string, File> = logo ? { logo } : {};
    if (!loaded) return create.mutateAsync({ input: fields, files });
    const { tenant_id, company_id, version } = loaded;
    return update.mutateAsync({ input: { ...fields, tenant_id, company_id, version }, files });
  };
  const { isPending, error, reset } = loaded ? update : create;
  return { mutateAsync, isPending, error, reset };
}

function wasChangedMeanwhile(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === "changed_meanwhile";
}

type ChangedMeanwhileProps = {
  organization: Organization;
  onLoaded: (saved: Organization) => void;
};

/** Says that somebody else saved this organization meanwhile, and brings their changes in. */
function ChangedMeanwhile({ organization, onLoaded }: ChangedMeanwhileProps) {
  const client = useQueryClient();
  const [loading, setLoading] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  // The user may have submitted from anywhere in the form.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: "center" });
  }, []);
  const load = async () => {
    setLoading(true);
    const ids = { tenantId: organization.tenant_id, companyId: organization.company_id };
    try {
      onLoaded(await client.fetchQuery({ ...organizationQuery(ids), staleTime: 0 }));
    } catch {
      // The banner says that the server cannot be reached; the button stays for another try.
      setLoading(false);
    }
  };
  return (
    <Alert
      ref={alert}
      className={classes.changed}
      classNames={{ title: classes.changedTitle }}
      title="Somebody else changed this organization meanwhile"
      role="alert"
    >
      <p className={classes.changedText}>
        Nothing of yours is saved yet, and nothing of theirs is lost. Load their changes: the fields
        that you did not touch take their values, yours stay as you typed them.
      </p>
      <Button size="xs" variant="default" loading={loading} onClick={() => void load()}>
        Load their changes
      </Button>
    </Alert>
  );
}
