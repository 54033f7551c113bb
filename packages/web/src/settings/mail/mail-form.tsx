import { saveMailSettingsBody } from "@kontor/contract/settings/settings";
import { Alert, Button } from "@mantine/core";
import { useState } from "react";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { CurrentPasswordField, PasswordDialog } from "../../users/password-dialog.tsx";
import { useResetMailSettings, useSaveMailSettings, type MailSettings } from "../data.ts";
import { secretToSend, unchangedSecret } from "../secret-field.tsx";
import { MailFields, type MailValues } from "./mail-fields.tsx";
import { MailTest } from "./mail-test.tsx";

function valuesOf(settings: MailSettings): MailValues {
  const { source: _source, version: _version, updated_at: _updated, ...fields } = settings;
  return { ...fields, password: unchangedSecret, present_password: "" };
}

const { host, port, username, sender_name, sender_email, reply_to, present_password } =
  saveMailSettingsBody.shape;
const schemas = { host, port, username, sender_name, sender_email, reply_to, present_password };

type MailFormProps = {
  loaded: MailSettings;
  mayWrite: boolean;
  reload: () => Promise<MailSettings | undefined>;
};

/** The mail server and the sender of mails. */
export function MailForm({ loaded, mayWrite, reload }: MailFormProps) {
  const { mutateAsync: save } = useSaveMailSettings();
  const { mutateAsync: reset } = useResetMailSettings();
  const [resetting, setResetting] = useState(false);
  const edit = useEditedForm<MailSettings, MailValues>({
    name: "mail-settings",
    draft: "platform",
    loaded,
    valuesOf,
    reload,
    schemas,
    save: ({ port: typed, password, ...values }, { version }) =>
      save({
        input: { ...values, port: Number(typed), password: secretToSend(password), version },
      }),
    onSaved: () => notifySuccess("Mail settings saved successfully.."),
  });
  const { form, fieldProps, edited, show } = edit;
  return (
    <>
      <EditForm
        edit={edit}
        what="these settings"
        mayWrite={mayWrite}
        actions={
          mayWrite &&
          edited.source === "settings" && (
            <Button variant="default" onClick={() => setResetting(true)}>
              Reset
            </Button>
          )
        }
      >
        <MailServerSource settings={edited} />
        <MailFields fieldProps={fieldProps} stored={edited.password} mayWrite={mayWrite} />
        {mayWrite && (
          <CurrentPasswordField
            {...fieldProps("present_password")}
            description="Emails contain links that sign users in. Enter your password to confirm that it is you."
            maw={420}
          />
        )}
      </EditForm>
      {resetting && (
        <PasswordDialog
          title="Reset Mail Settings"
          about="The server, user name and password will be removed."
          submit="Reset"
          onConfirm={async (password) => {
            show(await reset({ input: { password } }));
            notifySuccess("Mail settings reset successfully..");
          }}
          onExited={() => setResetting(false)}
        />
      )}
      {mayWrite && <MailTest unsaved={form.isDirty()} />}
    </>
  );
}

/** The mail server in use and where its settings come from. */
function MailServerSource({ settings }: { settings: MailSettings }) {
  if (settings.source === "none") {
    return (
      <Notice title="There is no mail server">
        Emails wait until a server is set up. Enter your server below.
      </Notice>
    );
  }
  if (settings.source === "environment") {
    return (
      <Alert color="blue" title="The server is set in the environment">
        Emails are sent by the server in the variable SMTP_URL. Settings saved here replace it.
      </Alert>
    );
  }
  return null;
}
