import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import { changeOrganizationRolesBody, changePlatformRolesBody } from "@kontor/contract/users/users";

import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { EditDialog, useEditDialog } from "../ui/form/form-dialog.tsx";
import { useChangeRoles, useFetchUser, type User } from "./data.ts";
import { CurrentPasswordField } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

type RolesValues = { roles: readonly Role[]; password: string };

type RolesDialogProps = { owner: ConfigurationOwner; user: User; onExited: () => void };

/** Changes a user's roles, with effect from the user's next request. */
export function RolesDialog({ owner, user, onExited }: RolesDialogProps) {
  const change = useChangeRoles(owner);
  const newest = useFetchUser(owner);
  const { shape } = owner === "platform" ? changePlatformRolesBody : changeOrganizationRolesBody;
  const edit = useEditDialog<User, RolesValues>({
    name: "change-roles",
    draft: `${ownerKey(owner).join("-")}:${user.id}`,
    loaded: user,
    valuesOf: ({ roles }) => ({ roles, password: "" }),
    schemas: { roles: shape.roles, password: shape.password },
    reload: () => newest(user),
    save: (values, { id, version }) => change.mutateAsync({ ...values, id, version }),
    onSaved: () => notifySuccess(`The roles of ${user.name} have been changed.`),
  });
  const { fieldProps } = edit;
  return (
    <EditDialog
      onExited={onExited}
      title={`Roles of ${user.name}`}
      edit={edit}
      what="these roles"
      submit="Change Roles"
    >
      <RoleChoice owner={owner} {...fieldProps("roles")} />
      <CurrentPasswordField {...fieldProps("password")} />
    </EditDialog>
  );
}
