import type { DataOf } from "@kontor/contract/endpoint";
import { confirmSecondFactor } from "@kontor/contract/users/account";
import type { startSecondFactor } from "@kontor/contract/users/account";
import { passwordBody } from "@kontor/contract/users/users";
import { Button, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { firstFieldIn } from "../../platform/form/first-field.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { isConflict } from "../../platform/mutation.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useConfirmSecondFactor, useReloadAccount, useStartSecondFactor } from "../data.ts";
import { CurrentPasswordField } from "../password-dialog.tsx";
import { newRecoveryCodes } from "./new-recovery-codes.ts";
import { QrCode } from "./qr-code.tsx";

import classes from "../users.module.css";

type Key = DataOf<typeof startSecondFactor>;

type SecondFactorSetupProps = {
  email: string;
  /** Absent when a role requires the second factor. */
  onCancel?: () => void;
};

/**
 * Sets up the second factor: asks for the password, then shows the key for the authenticator app
 * and asks for a code. The resulting recovery codes are {@link newRecoveryCodes}, which are then shown in
 * its place.
 */
export function SecondFactorSetup({ email, onCancel }: SecondFactorSetupProps) {
  const [key, setKey] = useState<Key | null>(null);
  const reload = useReloadAccount();
  const show = (codes: readonly string[]) => {
    newRecoveryCodes.set({ codes, required: onCancel === undefined });
    void reload();
  };
  if (key !== null) {
    const onAlreadyEnabled = () => void reload();
    return (
      <CodeStep secret={key} email={email} onConfirmed={show} onAlreadyEnabled={onAlreadyEnabled} />
    );
  }
  return <PasswordStep onKey={setKey} onCancel={onCancel} />;
}

/** A `ref` for a step: scrolls all of it into view and focuses its first field. */
function focusStep(step: HTMLFormElement | null): void {
  step?.scrollIntoView({ block: "nearest" });
  firstFieldIn(step)?.focus({ preventScroll: true });
}

type PasswordStepProps = { onKey: (key: Key) => void; onCancel: (() => void) | undefined };

function PasswordStep({ onKey, onCancel }: PasswordStepProps) {
  const start = useStartSecondFactor();
  const { form, fieldProps, refuse } = useContractForm({
    draft: null,
    name: "start-second-factor",
    initialValues: { password: "" },
    schemas: passwordBody.shape,
  });
  const { onSubmit, saving, refusal } = useSubmit({
    form,
    refuse,
    save: async (values) => onKey(await start.mutateAsync({ input: values })),
  });
  return (
    <form noValidate onSubmit={onSubmit} ref={focusStep}>
      <CurrentPasswordField {...fieldProps("password")} />
      <FormActions refusal={refusal}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={saving}>
          Continue
        </Button>
      </FormActions>
    </form>
  );
}

type CodeStepProps = {
  secret: Key;
  email: string;
  onConfirmed: (codes: readonly string[]) => void;
  /**
   * Called when the second factor is on already, for example because the response that said so was
   * lost with its recovery codes. The account page then offers new ones.
   */
  onAlreadyEnabled: () => void;
};

function CodeStep({ secret, email, onConfirmed, onAlreadyEnabled }: CodeStepProps) {
  const confirm = useConfirmSecondFactor();
  const { form, fieldProps, refuse } = useContractForm({
    draft: null,
    name: "confirm-second-factor",
    initialValues: { code: "" },
    schemas: confirmSecondFactor.body.shape,
  });
  const { onSubmit, saving, refusal } = useSubmit({
    form,
    refuse: (error) => {
      if (isConflict(error)) {
        form.resetDirty();
        onAlreadyEnabled();
      }
      refuse(error);
    },
    save: async (values) => {
      const { recovery_codes } = await confirm.mutateAsync({ input: values });
      form.resetDirty();
      onConfirmed(recovery_codes);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} ref={focusStep}>
      <div className={classes.setup}>
        <QrCode text={secret.otpauth_url} label={`QR code with the key of ${email}`} />
        <div className={classes.steps}>
          <Text size="sm">
            Scan this code with an authenticator app. If you cannot scan it, enter this key:
          </Text>
          <p className={classes.key}>{secret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
          <TextInput
            {...fieldProps("code")}
            label="6-digit Code"
            description="The app shows a new code every 30 seconds. Switching on the second factor signs you out on all other devices."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
          />
        </div>
      </div>
      <FormActions refusal={refusal}>
        <Button type="submit" loading={saving}>
          Switch On
        </Button>
      </FormActions>
    </form>
  );
}
