import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import {
  invitationHours,
  inviteOrganizationUserBody,
  invitePlatformUserBody,
} from "@kontor/contract/users/users";
import { Text, TextInput } from "@mantine/core";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
import { useInviteUser } from "./data.ts";
import { OwnPassword } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

type InviteValues = { name: string; email: string; roles: readonly Role[]; password: string };

type InviteDialogProps = { owner: ConfigurationOwner; onExited: () => void };

/** Invites somebody to the platform or to an organization. */
export function InviteDialog({ owner, onExited }: InviteDialogProps) {
  const invite = useInviteUser(owner);
  const body = owner === "platform" ? invitePlatformUserBody : inviteOrganizationUserBody;
  const { form, fieldProps, refuse } = useContractForm<InviteValues>({
    name: "invite-user",
    initialValues: { name: "", email: "", roles: [], password: "" },
    schemas: body.shape,
  });
  const { onSubmit, saving } = useSubmit<InviteValues>({
    form,
    refuse,
    save: async (values) => {
      const { email } = await invite.mutateAsync(values);
      notifySuccess(`The invitation is on its way to ${email}.`);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Invite User">
      <form noValidate onSubmit={onSubmit}>
        <Text size="sm" c="dimmed" mb="md">
          A mail with a link goes out. It works once, for {invitationHours} hours.
        </Text>
        <FieldGrid>
          <TextInput {...fieldProps("name")} label="Name" autoComplete="off" data-autofocus />
          <TextInput {...fieldProps("email")} label="Email" type="email" autoComplete="off" />
          <div data-wide>
            <RoleChoice owner={owner} {...fieldProps("roles")} />
          </div>
          <div data-wide>
            <OwnPassword {...fieldProps("password")} />
          </div>
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Send Invitation" sticky />
      </form>
    </FormDialog>
  );
}
