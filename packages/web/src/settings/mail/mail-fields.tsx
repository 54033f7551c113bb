import { NativeSelect, NumberInput, TextInput } from "@mantine/core";

import type { useEditedForm } from "../../platform/form/edited-form.ts";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import type { MailSettings } from "../data.ts";
import { SecretField, type SecretValue } from "../secret-field.tsx";

import classes from "../settings.module.css";

type Security = MailSettings["security"];

const securities: readonly { value: Security; label: string }[] = [
  { value: "starttls", label: "STARTTLS (usually port 587)" },
  { value: "tls", label: "TLS (usually port 465)" },
  { value: "none", label: "None (only for a local server)" },
];

export type MailValues = {
  host: string;
  /** A number, or the typed text if that is not a number. */
  port: number | string;
  security: Security;
  username: string;
  password: SecretValue;
  sender_name: string;
  sender_email: string;
  reply_to: string;
  /** The password of the user who changes the server. */
  present_password: string;
};

type MailFieldsProps = {
  fieldProps: ReturnType<typeof useEditedForm<MailSettings, MailValues>>["fieldProps"];
  /** The stored password. */
  stored: MailSettings["password"];
  mayWrite: boolean;
};

/** The mail server, its user and the sender. */
export function MailFields({ fieldProps, stored, mayWrite }: MailFieldsProps) {
  return (
    <FieldGrid>
      <div className={classes.server}>
        <TextInput
          {...fieldProps("host")}
          label="Server"
          placeholder="smtp.example.com"
          disabled={!mayWrite}
          maxLength={253}
          spellCheck={false}
        />
        <NumberInput
          {...fieldProps("port")}
          label="Port"
          disabled={!mayWrite}
          min={1}
          max={65_535}
          clampBehavior="none"
          hideControls
        />
      </div>
      <NativeSelect
        {...fieldProps("security")}
        label="Security"
        data={[...securities]}
        disabled={!mayWrite}
      />
      <TextInput
        {...fieldProps("username")}
        label="User Name"
        description="Leave empty if the server does not require a user name."
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={!mayWrite}
        autoComplete="off"
        maxLength={200}
        spellCheck={false}
      />
      <SecretField
        {...fieldProps("password")}
        label="Password"
        stored={stored}
        disabled={!mayWrite}
        maxLength={500}
      />
      <TextInput
        {...fieldProps("sender_name")}
        label="Sender Name"
        disabled={!mayWrite}
        maxLength={120}
      />
      <TextInput
        {...fieldProps("sender_email")}
        label="Sender Email"
        type="email"
        disabled={!mayWrite}
        maxLength={254}
      />
      <TextInput
        {...fieldProps("reply_to")}
        label="Reply-To"
        type="email"
        description="The address for replies. Leave empty to use the sender."
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={!mayWrite}
        maxLength={254}
      />
    </FieldGrid>
  );
}
