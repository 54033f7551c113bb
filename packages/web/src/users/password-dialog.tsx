import { confirmedBody } from "@kontor/contract/users/users";
import { PasswordInput, Text } from "@mantine/core";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";

type PasswordDialogProps = {
  title: string;
  /** What will be done, and why the password is asked for. */
  about: string;
  submit: string;
  /** Does it; what is refused at `password` is shown there. */
  onConfirm: (password: string) => Promise<void>;
  onExited: () => void;
};

/** Asks for the password of who is signed in before something that could take over an account. */
export function PasswordDialog({ title, about, submit, onConfirm, onExited }: PasswordDialogProps) {
  const { form, fieldProps, refuse } = useContractForm({
    name: "password",
    initialValues: { password: "" },
    schemas: confirmedBody.shape,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ password }) => {
      await onConfirm(password);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Text size="sm" mb="md">
          {about}
        </Text>
        <OwnPassword {...fieldProps("password")} data-autofocus />
        <DialogActions dialog={dialog} submit={submit} />
      </form>
    </FormDialog>
  );
}

type OwnPasswordProps = Omit<React.ComponentProps<typeof PasswordInput>, "label">;

/** The field for the password of who is signed in. */
export function OwnPassword({
  description = "Rights and sign-ins are changed only by who knows it.",
  ...field
}: OwnPasswordProps) {
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
