import { saveBankCredentialsBody } from "@kontor/contract/settings/settings";
import { Alert, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { succeeds } from "../platform/mutation.ts";
import { useHasPermission } from "../session/data.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Page } from "../ui/page/page.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { CurrentPasswordField } from "../users/password-dialog.tsx";
import {
  bankCredentialsQuery,
  useSaveBankCredentials,
  useTestBankCredentials,
  type BankCredentials,
} from "./data.ts";
import { SecretField, secretToSend, unchangedSecret, type SecretValue } from "./secret-field.tsx";
import { TestPanel } from "./test-panel.tsx";

import classes from "./settings.module.css";

/** The funding provider and its keys. */
export function BankCredentialsPage() {
  const query = useQuery(bankCredentialsQuery());
  return (
    <Page title="Bank Credentials">
      <Panel
        title="Funding provider"
        about="The provider that opens the organizations’ accounts. Its keys are encrypted before they are stored, and only their last four characters are shown again."
      >
        <Loaded query={query} what="The bank credentials">
          {(loaded, reload) => <CredentialsForm loaded={loaded} reload={reload} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

const { public_key, present_password } = saveBankCredentialsBody.shape;

type CredentialsValues = {
  provider: BankCredentials["provider"];
  public_key: string;
  secret_key: SecretValue;
  webhook_secret: SecretValue;
  /** The password of the user who changes the keys. */
  present_password: string;
};

function valuesOf(settings: BankCredentials): CredentialsValues {
  const { provider, public_key: publicKey } = settings;
  return {
    provider,
    public_key: publicKey,
    secret_key: unchangedSecret,
    webhook_secret: unchangedSecret,
    present_password: "",
  };
}

type CredentialsFormProps = {
  loaded: BankCredentials;
  reload: () => Promise<BankCredentials | undefined>;
};

function CredentialsForm({ loaded, reload }: CredentialsFormProps) {
  const mayWrite = useHasPermission("settings.write");
  const { mutateAsync } = useSaveBankCredentials();
  const edit = useEditedForm<BankCredentials, CredentialsValues>({
    name: "bank-credentials",
    draft: null,
    loaded,
    valuesOf,
    reload,
    schemas: { public_key, present_password },
    save: ({ secret_key: secret, webhook_secret: webhook, ...values }, { version }) => {
      const secret_key = secretToSend(secret);
      const webhook_secret = secretToSend(webhook);
      return mutateAsync({ input: { ...values, secret_key, webhook_secret, version } });
    },
    onSaved: () => notifySuccess("Bank credentials saved successfully.."),
  });
  const { form, fieldProps, edited } = edit;
  const { providers, can_keep_secrets } = edited;
  const provider = providers.find(({ name }) => name === form.values.provider);
  const locked = !mayWrite || !can_keep_secrets;
  return (
    <>
      <EditForm edit={edit} what="these settings" mayWrite={mayWrite}>
        {!can_keep_secrets && (
          <Notice title="Keys cannot be stored yet">
            This installation has no encryption key. Set the variable KONTOR_SECRET_KEY to 64 hex
            digits and restart the server.
          </Notice>
        )}
        <NativeSelect
          {...fieldProps("provider")}
          label="Provider"
          description={provider?.about}
          data={providers.map(({ name, title }) => ({ value: name, label: title }))}
          disabled={!mayWrite}
        />
        <TextInput
          {...fieldProps("public_key")}
          label="Public Key"
          disabled={!mayWrite}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        <FieldGrid>
          <SecretField
            {...fieldProps("secret_key")}
            label="Secret Key"
            stored={edited.secret_key}
            disabled={locked}
            maxLength={500}
          />
          <SecretField
            {...fieldProps("webhook_secret")}
            label="Webhook Secret"
            stored={edited.webhook_secret}
            disabled={locked}
            maxLength={500}
          />
        </FieldGrid>
        {mayWrite && (
          <CurrentPasswordField
            {...fieldProps("present_password")}
            description="These keys control payments. Enter your password to confirm that it is you."
            maw={420}
          />
        )}
      </EditForm>
      {mayWrite && <ConnectionTest unsaved={form.isDirty()} />}
    </>
  );
}

/** Asks the provider whether it accepts the stored keys. */
function ConnectionTest({ unsaved }: { unsaved: boolean }) {
  const { data, isPending, mutateAsync } = useTestBankCredentials();
  return (
    <TestPanel
      label="Test connection"
      unsaved={unsaved}
      pending={isPending}
      onTest={() => void succeeds(mutateAsync({ input: {} }))}
    >
      {data && <TestResult {...data} />}
    </TestPanel>
  );
}

type TestResultProps = { connected: boolean; sandbox: boolean; message: string };

function TestResult({ connected, sandbox, message }: TestResultProps) {
  if (sandbox) {
    return (
      <div className={classes.result}>
        <Notice title="Sandbox">{message}</Notice>
      </div>
    );
  }
  return (
    <Alert
      className={classes.result}
      color={connected ? "green" : "red"}
      title={connected ? "Connected" : "Not connected"}
    >
      {message}
    </Alert>
  );
}
