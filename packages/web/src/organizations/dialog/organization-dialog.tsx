import { organizationFields } from "@kontor/contract/organizations/organizations";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { EditDialog, useEditDialog } from "../../ui/form/form-dialog.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import {
  organizationQuery,
  useCreateOrganization,
  useUpdateOrganization,
  type Organization,
} from "../data.ts";
import { OrganizationFields } from "./organization-fields.tsx";
import { valuesOf, type OrganizationValues } from "./organization-values.ts";

type OrganizationDialogProps = {
  /** The organization to edit; null adds one. */
  organization: Organization | null;
  /** Called when the dialog has closed, whether anything was saved or not. */
  onExited: () => void;
};

/** A picture must be chosen again: a draft stores only text. */
const withheldFields = ["logo"] as const;

/** Adds or edits an organization, then invalidates the queries that show organizations. */
export function OrganizationDialog({ organization, onExited }: OrganizationDialogProps) {
  const reload = useReload(organization);
  const save = useSaveOrganization();
  const edit = useEditDialog<Organization | null, OrganizationValues>({
    name: "organization",
    draft: organization ? String(organization.tenant_id) : "new",
    withheld: withheldFields,
    loaded: organization,
    valuesOf,
    schemas: organizationFields,
    rules: {
      logo: (file) => (file || organization?.logo_url ? undefined : "Choose a logo."),
    },
    reload,
    save: async (...submitted) =>
      (await confirm("Confirm Submission?")) ? save(...submitted) : undefined,
    onSaved: (saved) => notifySaved(saved, organization === null),
  });
  const { form, fieldProps, edited } = edit;
  return (
    <EditDialog
      onExited={onExited}
      title={organization ? "Edit Organization" : "Add Organization"}
      edit={edit}
      what="this organization"
      submit="Submit"
    >
      <Text size="sm" c="dimmed">
        Emp Prefix, State, About and Employee Benefits are optional.
      </Text>
      <OrganizationFields form={form} fieldProps={fieldProps} original={edited} />
    </EditDialog>
  );
}

/** Notifies the user. The message links to a new organization, whose page has all that it needs next. */
function notifySaved(saved: Organization | null, isNew: boolean): void {
  const text = "Organization information saved sucessfully";
  if (saved === null || !isNew) return notifySuccess(text);
  const params = { tenant_id: String(saved.tenant_id), company_id: String(saved.company_id) };
  return notifySuccess(
    text,
    <TextLink to="/app/organizations/$tenant_id/$company_id" params={params} underline="always">
      {saved.name}
    </TextLink>,
  );
}

/**
 * Saves the values of the dialog as a new organization, or as the next version of the edited one.
 */
function useSaveOrganization() {
  const create = useCreateOrganization();
  const update = useUpdateOrganization();
  return (
    { logo, ...fields }: OrganizationValues,
    edited: Organization | null,
    submits: PendingSubmitStore,
  ) => {
    const files: Record<string, File> = logo ? { logo } : {};
    if (!edited) return create.mutateAsync({ input: fields, files, submits });
    const { tenant_id, company_id, version } = edited;
    const input = { ...fields, tenant_id, company_id, version };
    return update.mutateAsync({ input, files, submits });
  };
}

/** Loads the organization as it is saved now. */
function useReload(organization: Organization | null) {
  const client = useQueryClient();
  return async (): Promise<Organization | undefined> => {
    if (!organization) return undefined;
    const ids = { tenantId: organization.tenant_id, companyId: organization.company_id };
    return client.fetchQuery({ ...organizationQuery(ids), staleTime: 0 });
  };
}
