import { saveMailSettingsBody } from "@kontor/contract/settings";
import { Alert, Button } from "@mantine/core";

import { succeeds } from "../platform/api-problem.ts";
import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../ui/form/form-dialog.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { useResetMailSettings, useSaveMailSettings, type MailSettings } from "./data.ts";
import { MailFields, type MailValues } from "./mail-fields.tsx";
import { MailTest } from "./mail-test.tsx";
import { secretToSend, unchangedSecret } from "./secret-field.tsx";

import classes from "./settings.module.css";

function valuesOf(settings: MailSettings): MailValues {
  const { source: _source, version: _version, updated_at: _updated, ...fields } = settings;
  return { ...fields, password: unchangedSecret };
}

const { host, port, username, sender_name, sender_email, reply_to } = saveMailSettingsBody.shape;
const schemas = { host, port, username, sender_name, sender_email, reply_to };

type MailFormProps = {
  loaded: MailSettings;
  mayWrite: boolean;
  reload: () => Promise<MailSettings | undefined>;
};

/** The mail server and who mails come from. */
export function MailForm({ loaded, mayWrite, reload }: MailFormProps) {
  const save = useSaveMailSettings();
  const reset = useResetMailSettings();
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "mail-settings",
    loaded,
    valuesOf,
    reload,
    schemas,
  });

  const submit = async (values: MailValues) => {
    const input = {
      ...values,
      port: Number(values.port),
      password: secretToSend(values.password),
      version: edited.version,
    };
    try {
      show(await save.mutateAsync({ input }));
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Mail settings saved successfully..");
  };
  const askToReset = async () => {
    const detail = "The server, its user and its password are forgotten.";
    if (!(await confirm("Reset mail settings?", detail))) return;
    if (await succeeds(reset.mutateAsync({ input: {} }).then(show))) {
      notifySuccess("Mail settings reset successfully..");
    }
  };

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
    >
      {stale && <ChangedMeanwhile what="these settings" onReload={loadNewest} />}
      <Source settings={edited} />
      <MailFields fieldProps={fieldProps} stored={edited.password} mayWrite={mayWrite} />
      {mayWrite && (
        <>
          <FormActions>
            {edited.source === "settings" && (
              <Button variant="default" loading={reset.isPending} onClick={() => void askToReset()}>
                Reset
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={stale}>
              Save
            </Button>
          </FormActions>
          <MailTest unsaved={form.isDirty()} />
        </>
      )}
    </form>
  );
}

/** Which server sends the mails now. */
function Source({ settings }: { settings: MailSettings }) {
  if (settings.source === "none") {
    return (
      <Notice title="There is no mail server">
        Mails wait until there is one. Enter yours below.
      </Notice>
    );
  }
  if (settings.source === "environment") {
    return (
      <Alert color="blue" title="The server comes from the environment">
        Mails go by the server of the variable SMTP_URL. What you save here takes its place.
      </Alert>
    );
  }
  return null;
}
