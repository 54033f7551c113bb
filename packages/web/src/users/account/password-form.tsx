import { changePasswordBody } from "@kontor/contract/users/account";
import { Button, PasswordInput, Stack } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { PasswordStrength } from "../../ui/form/password-strength.tsx";
import { useChangeOwnPassword } from "../data.ts";

type PasswordValues = {
  present_password: string;
  password: string;
  password_confirmation: string;
};

const blank: PasswordValues = { present_password: "", password: "", password_confirmation: "" };

/** The accessible name of the button that reveals a password. */
const revealButton = (what: string) => ({
  visibilityToggleButtonProps: { "aria-label": `Show or hide ${what}` },
});

const mismatchSentence = "The passwords do not match. Enter the same password twice.";

/**
 * Changes the user's own password.
 *
 * @param about words that it should not be made of: name and email.
 */
export function PasswordForm({ about }: { about: readonly string[] }) {
  const change = useChangeOwnPassword();
  const { present_password, password } = changePasswordBody.shape;
  const { form, fieldProps, refuse } = useContractForm<PasswordValues>({
    draft: null,
    name: "own-password",
    initialValues: blank,
    schemas: { present_password, password },
  });
  const { onSubmit, saving, refusal } = useSubmit<PasswordValues>({
    form,
    refuse,
    save: async (values) => {
      if (values.password !== values.password_confirmation) {
        form.setFieldError("password_confirmation", mismatchSentence);
        return;
      }
      await change.mutateAsync({ input: values });
      form.reset();
      notifySuccess("Your password has been changed. All other sessions have ended.");
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <PasswordInput
          {...fieldProps("present_password")}
          {...revealButton("the current password")}
          label="Current Password"
          autoComplete="current-password"
        />
        <PasswordInput
          {...fieldProps("password")}
          {...revealButton("the new password")}
          label="New Password"
          autoComplete="new-password"
        />
        <PasswordStrength password={form.values.password} about={about} />
        <PasswordInput
          {...fieldProps("password_confirmation")}
          {...revealButton("the repeated password")}
          label="Confirm New Password"
          autoComplete="new-password"
        />
      </Stack>
      <FormActions refusal={refusal}>
        <Button type="submit" loading={saving}>
          Change Password
        </Button>
      </FormActions>
    </form>
  );
}
