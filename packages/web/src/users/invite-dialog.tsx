import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import {
  invitationHours,
  inviteOrganizationUserBody,
  invitePlatformUserBody,
} from "@kontor/contract/users/users";
import { Text, TextInput } from "@mantine/core";

import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../ui/form/form-dialog.tsx";
import { useInviteUser } from "./data.ts";
import { CurrentPasswordField } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

type InviteValues = { name: string; email: string; roles: readonly Role[]; password: string };

type InviteDialogProps = { owner: ConfigurationOwner; onExited: () => void };

/** Invites a user to the platform or to an organization. */
export function InviteDialog({ owner, onExited }: InviteDialogProps) {
  const invite = useInviteUser(owner);
  const body = owner === "platform" ? invitePlatformUserBody : inviteOrganizationUserBody;
  const edit = useDialogForm<InviteValues, { email: string }>({
    name: "invite-user",
    draft: ownerKey(owner).join("-"),
    initialValues: { name: "", email: "", roles: [], password: "" },
    schemas: body.shape,
    save: (values) => invite.mutateAsync(values),
    onSaved: ({ email }) => notifySuccess(`The invitation is on its way to ${email}.`),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this invitation"
      onExited={onExited}
      title="Invite User"
      submit="Send Invitation"
      sticky
    >
      <Text size="sm" c="dimmed">
        The user gets an email with a link. The link works once and is valid for {invitationHours}{" "}
        hours.
      </Text>
      <FieldGrid>
        <TextInput {...fieldProps("name")} label="Name" autoComplete="off" data-autofocus />
        <TextInput {...fieldProps("email")} label="Email" type="email" autoComplete="off" />
        <div data-wide>
          <RoleChoice owner={owner} {...fieldProps("roles")} />
        </div>
        <div data-wide>
          <CurrentPasswordField {...fieldProps("password")} />
        </div>
      </FieldGrid>
    </DialogForm>
  );
}
