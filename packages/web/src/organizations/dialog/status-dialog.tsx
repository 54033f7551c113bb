import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { line } from "@kontor/contract/wire/text";
import { List } from "@mantine/core";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { CurrentPasswordField } from "../../users/password-dialog.tsx";
import { useSetOrganizationStatus, type Organization } from "../data.ts";

type StatusDialogProps = {
  organization: Organization;
  /** The status that it gets. */
  status: Organization["status"];
  onExited: () => void;
};

/** Suspends an organization, or resumes it, and says what follows; asks for the user's password. */
export function StatusDialog({ organization, status, onExited }: StatusDialogProps) {
  const { name, tenant_id, company_id } = organization;
  const { mutateAsync } = useSetOrganizationStatus();
  const words = status === "SUSPENDED" ? suspendTexts : resumeTexts;
  const edit = useDialogForm({
    name: "reason",
    draft: `organization-${status.toLowerCase()}:${tenant_id}`,
    initialValues: { reason: "", password: "" },
    schemas: { reason: words.schema, password: setOrganizationStatus.body.shape.password },
    save: ({ reason, password }, submits) => {
      const input = { tenant_id, company_id, status, reason: reason.trim(), password };
      return mutateAsync({ input, submits });
    },
    onSaved: () => notifySuccess(words.done),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this reason"
      onExited={onExited}
      title={words.title}
      submit={words.submit}
    >
      <Sentence>
        <strong>{name}</strong> {words.sentence}
      </Sentence>
      <List size="sm" spacing="xs">
        {words.effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
      <ReasonField
        {...fieldProps("reason")}
        required={status === "SUSPENDED"}
        description={words.description}
        data-autofocus
      />
      <CurrentPasswordField
        {...fieldProps("password")}
        description="Enter your password to confirm that it is you."
      />
    </DialogForm>
  );
}

const reasonDescription =
  "Emailed to the owners and the super admin exactly as you write it, and kept in the history.";

const suspendTexts = {
  title: "Suspend Organization",
  submit: "Suspend",
  done: "Organization suspended successfully..",
  description: reasonDescription,
  schema: line("why the organization is suspended", 300),
  sentence: "stays suspended until somebody resumes it:",
  effects: [
    "Its users are signed out now and cannot sign in. The portal is closed to its employees.",
    "Approved salary advances wait. Payments that were sent before are completed.",
    "Platform staff can still read its records, keep its books and pay its payroll.",
    "Nothing is deleted.",
  ],
};

const resumeTexts = {
  title: "Resume Organization",
  submit: "Resume",
  done: "Organization resumed successfully..",
  description: `Optional. ${reasonDescription}`,
  schema: setOrganizationStatus.body.shape.reason,
  sentence: "is active again at once:",
  effects: [
    "Its users can sign in, and its employees can use the portal. Everybody has to sign in anew.",
    "Approved salary advances that waited are sent, as far as the wallet covers them.",
  ],
};
