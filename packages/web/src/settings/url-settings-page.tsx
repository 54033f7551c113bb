import { saveUrlSettingsBody, urlSettingNames } from "@kontor/contract/settings/settings";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { useHasPermission } from "../session/data.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { CurrentPasswordField } from "../users/password-dialog.tsx";
import { urlSettingsQuery, useSaveUrlSettings, type UrlSettings } from "./data.ts";

/** The addresses that mails use. */
export function UrlSettingsPage() {
  const query = useQuery(urlSettingsQuery());
  return (
    <Page title="URL Settings">
      <Panel
        title="Addresses"
        about="Links in emails lead to these addresses. Addresses left empty are derived from the public address."
      >
        <Loaded query={query} what="The addresses">
          {(loaded, reload) => <UrlForm loaded={loaded} reload={reload} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

type Name = (typeof urlSettingNames)[number];
/** The addresses, and the password of the user who changes them. */
type UrlValues = Record<Name | "password", string>;

const fields: Readonly<Record<Name, { label: string; about: string }>> = {
  public_url: { label: "Public Address", about: "The address of Kontor." },
  support_url: { label: "Support Address", about: "Where users get help." },
  employee_portal_url: {
    label: "Employee Portal",
    about: "Where employees see their payslips and salary advances.",
  },
  offer_link_url: {
    label: "Offer Links",
    about: "The start of links to job offers.",
  },
};

function valuesOf(settings: UrlSettings): UrlValues {
  const { public_url, support_url, employee_portal_url, offer_link_url } = settings;
  return { public_url, support_url, employee_portal_url, offer_link_url, password: "" };
}

type UrlFormProps = { loaded: UrlSettings; reload: () => Promise<UrlSettings | undefined> };

function UrlForm({ loaded, reload }: UrlFormProps) {
  const mayWrite = useHasPermission("settings.write");
  const { mutateAsync } = useSaveUrlSettings();
  const edit = useEditedForm<UrlSettings, UrlValues>({
    name: "url-settings",
    draft: "platform",
    loaded,
    valuesOf,
    reload,
    schemas: saveUrlSettingsBody.shape,
    save: (values, { version }) => mutateAsync({ input: { ...values, version } }),
    onSaved: () => notifySuccess("URL settings saved successfully.."),
  });
  return (
    <EditForm edit={edit} what="these settings" mayWrite={mayWrite}>
      {urlSettingNames.map((name) => (
        <TextInput
          {...edit.fieldProps(name)}
          key={name}
          label={fields[name].label}
          description={fields[name].about}
          placeholder={edit.edited.effective[name]}
          inputWrapperOrder={["label", "description", "input", "error"]}
          type="url"
          disabled={!mayWrite}
          maxLength={500}
          spellCheck={false}
        />
      ))}
      {mayWrite && (
        <CurrentPasswordField
          {...edit.fieldProps("password")}
          description="Links in emails through which people sign in begin with these addresses. Enter your password to confirm that it is you."
          maw={420}
        />
      )}
    </EditForm>
  );
}
