import { passwordBody } from "@kontor/contract/users/users";
import { PasswordInput, Text } from "@mantine/core";

import { DialogForm, useDialogForm } from "../ui/form/form-dialog.tsx";

type PasswordDialogProps = {
  title: string;
  /** What will be done, and why the password is required. */
  about: string;
  /** The description of the field; by default, that of changes to roles and sign-in settings. */
  reason?: string;
  submit: string;
  /** Performs the action. A refusal at `password` is shown at the field. */
  onConfirm: (password: string) => Promise<void>;
  onExited: () => void;
};

/** Asks for the signed-in user's password before anything that could take over an account. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, about, reason, submit, onConfirm, onExited } = props;
  const edit = useDialogForm({
    name: "password",
    draft: null,
    initialValues: { password: "" },
    schemas: passwordBody.shape,
    save: ({ password }) => onConfirm(password),
  });
  return (
    <DialogForm edit={edit} what="this" onExited={onExited} title={title} submit={submit}>
      <Text size="sm">{about}</Text>
      <CurrentPasswordField {...edit.fieldProps("password")} description={reason} data-autofocus />
    </DialogForm>
  );
}

type CurrentPasswordFieldProps = Omit<React.ComponentProps<typeof PasswordInput>, "label">;

/** The field for the signed-in user's password. */
export function CurrentPasswordField({
  description = "Required for changes to roles and sign-in settings.",
  ...field
}: CurrentPasswordFieldProps) {
  return (
    <PasswordInput
      {...field}
      label="Your Password"
      description={description}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ "aria-label": "Show or hide your password" }}
    />
  );
}
