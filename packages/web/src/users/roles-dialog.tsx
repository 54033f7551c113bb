import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import { changeOrganizationRolesBody, changePlatformRolesBody } from "@kontor/contract/users/users";
import { Stack } from "@mantine/core";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
import { useChangeRoles, type User } from "./data.ts";
import { OwnPassword } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

type RolesValues = { roles: readonly Role[]; password: string };

type RolesDialogProps = { owner: ConfigurationOwner; user: User; onExited: () => void };

/** Changes what somebody may do, from their next request on. */
export function RolesDialog({ owner, user, onExited }: RolesDialogProps) {
  const change = useChangeRoles(owner);
  const body = owner === "platform" ? changePlatformRolesBody : changeOrganizationRolesBody;
  const { form, fieldProps, refuse } = useContractForm<RolesValues>({
    name: "change-roles",
    initialValues: { roles: user.roles, password: "" },
    schemas: { roles: body.shape.roles, password: body.shape.password },
  });
  const { onSubmit, saving } = useSubmit<RolesValues>({
    form,
    refuse,
    save: async (values) => {
      await change.mutateAsync({ ...values, id: user.id, version: user.version });
      notifySuccess(`The roles of ${user.name} are changed.`);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={`Roles of ${user.name}`}>
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <RoleChoice owner={owner} {...fieldProps("roles")} />
          <OwnPassword {...fieldProps("password")} />
        </Stack>
        <DialogActions dialog={dialog} submit="Change Roles" sticky />
      </form>
    </FormDialog>
  );
}
