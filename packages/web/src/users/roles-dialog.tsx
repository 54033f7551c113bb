import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import { changeOrganizationRolesBody, changePlatformRolesBody } from "@kontor/contract/users/users";

import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { DialogForm, useDialogForm } from "../ui/form/form-dialog.tsx";
import { useChangeRoles, type User } from "./data.ts";
import { OwnPassword } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

type RolesValues = { roles: readonly Role[]; password: string };

type RolesDialogProps = { owner: ConfigurationOwner; user: User; onExited: () => void };

/** Changes a user's roles, with effect from the user's next request. */
export function RolesDialog({ owner, user, onExited }: RolesDialogProps) {
  const change = useChangeRoles(owner);
  const body = owner === "platform" ? changePlatformRolesBody : changeOrganizationRolesBody;
  const edit = useDialogForm<RolesValues>({
    name: "change-roles",
    draft: `${ownerKey(owner).join("-")}:${user.id}:${user.version}`,
    initialValues: { roles: user.roles, password: "" },
    schemas: { roles: body.shape.roles, password: body.shape.password },
    save: (values) => change.mutateAsync({ ...values, id: user.id, version: user.version }),
    onSaved: () => notifySuccess(`The roles of ${user.name} have been changed.`),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="these roles"
      onExited={onExited}
      title={`Roles of ${user.name}`}
      submit="Change Roles"
      sticky
    >
      <RoleChoice owner={owner} {...fieldProps("roles")} />
      <OwnPassword {...fieldProps("password")} />
    </DialogForm>
  );
}
