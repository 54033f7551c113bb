import { saveBankCredentialsBody } from "@kontor/contract/settings";
import { Alert, Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { succeeds } from "../platform/api-problem.ts";
import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { useMay } from "../session/data.ts";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../ui/form/form-dialog.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Page } from "../ui/page/page.tsx";
import { Panel } from "../ui/page/panel.tsx";
import {
  bankCredentialsQuery,
  useSaveBankCredentials,
  useTestBankCredentials,
  type BankCredentials,
} from "./data.ts";
import { SecretField, secretToSend, unchangedSecret, type SecretValue } from "./secret-field.tsx";

import classes from "./settings.module.css";

/** The funding provider and its keys. */
export function BankCredentialsPage() {
  const { data, isError, isFetching, refetch } = useQuery(bankCredentialsQuery());
  return (
    <Page title="Bank Credentials">
      <Panel
        title="Funding provider"
        about="The provider that opens the organizations’ accounts. Its keys are sealed before they are kept, and never shown again but for their last four characters."
      >
        {data ? (
          <CredentialsForm loaded={data} reload={async () => (await refetch()).data} />
        ) : (
          <NotLoaded
            what="The bank credentials"
            failed={isError && !isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Panel>
    </Page>
  );
}

type CredentialsValues = {
  provider: BankCredentials["provider"];
  public_key: string;
  secret_key: SecretValue;
  webhook_secret: SecretValue;
};

function valuesOf({ provider, public_key }: BankCredentials): CredentialsValues {
  return { provider, public_key, secret_key: unchangedSecret, webhook_secret: unchangedSecret };
}

type CredentialsFormProps = {
  loaded: BankCredentials;
  reload: () => Promise<BankCredentials | undefined>;
};

function CredentialsForm({ loaded, reload }: CredentialsFormProps) {
  const mayWrite = useMay("settings.write");
  const save = useSaveBankCredentials();
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "bank-credentials",
    loaded,
    valuesOf,
    reload,
    schemas: { public_key: saveBankCredentialsBody.shape.public_key },
  });
  const submit = async ({ provider, public_key, ...secrets }: CredentialsValues) => {
    const input = {
      provider,
      public_key,
      secret_key: secretToSend(secrets.secret_key),
      webhook_secret: secretToSend(secrets.webhook_secret),
      version: edited.version,
    };
    try {
      show(await save.mutateAsync({ input }));
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Bank credentials saved successfully..");
  };
  const { providers, can_keep_secrets } = edited;
  const provider = providers.find(({ name }) => name === form.values.provider);
  const locked = !mayWrite || !can_keep_secrets;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
    >
      {stale && <ChangedMeanwhile what="these settings" onReload={loadNewest} />}
      {!can_keep_secrets && (
        <Notice title="Keys cannot be kept here yet">
          This installation has nothing to seal them with. Set the variable KONTOR_SECRET_KEY to 64
          hex digits and start it again.
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
      <div className={classes.grid}>
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
      </div>
      {mayWrite && (
        <>
          <FormActions>
            <Button type="submit" loading={save.isPending} disabled={stale}>
              Save
            </Button>
          </FormActions>
          <ConnectionTest unsaved={form.isDirty()} />
        </>
      )}
    </form>
  );
}

/** Asks the provider whether it takes the saved keys. */
function ConnectionTest({ unsaved }: { unsaved: boolean }) {
  const test = useTestBankCredentials();
  const result = test.data;
  return (
    <div className={classes.test}>
      <Group gap="sm">
        <Button
          variant="light"
          loading={test.isPending}
          disabled={unsaved}
          onClick={() => void succeeds(test.mutateAsync({ input: {} }))}
        >
          Test connection
        </Button>
        {unsaved && (
          <Text size="sm" c="dimmed">
            Save first: the test uses what is saved.
          </Text>
        )}
      </Group>
      <div role="status">{result && !test.isPending && <TestResult {...result} />}</div>
    </div>
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
