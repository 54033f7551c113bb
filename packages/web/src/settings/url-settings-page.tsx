import { saveUrlSettingsBody, urlSettingNames } from "@kontor/contract/settings";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { useMay } from "../session/data.ts";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../ui/form/form-dialog.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { urlSettingsQuery, useSaveUrlSettings, type UrlSettings } from "./data.ts";

import classes from "./settings.module.css";

/** The addresses that mails use. */
export function UrlSettingsPage() {
  const { data, isError, isFetching, refetch } = useQuery(urlSettingsQuery());
  return (
    <Page title="URL Settings">
      <Panel
        title="Addresses"
        about="The links in mails lead to these addresses. One that is empty follows from the public address."
      >
        {data ? (
          <UrlForm loaded={data} reload={async () => (await refetch()).data} />
        ) : (
          <NotLoaded
            what="The addresses"
            failed={isError && !isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Panel>
    </Page>
  );
}

type Name = (typeof urlSettingNames)[number];
type UrlValues = Record<Name, string>;

const fields: Readonly<Record<Name, { label: string; about: string }>> = {
  public_url: { label: "Public Address", about: "Where people reach Kontor." },
  support_url: { label: "Support Address", about: "Where people get help." },
  employee_portal_url: {
    label: "Employee Portal",
    about: "Where employees see their pay, leave and advances.",
  },
  offer_link_url: {
    label: "Offer Links",
    about: "What links to job offers begin with.",
  },
};

function valuesOf(settings: UrlSettings): UrlValues {
  const { public_url, support_url, employee_portal_url, offer_link_url } = settings;
  return { public_url, support_url, employee_portal_url, offer_link_url };
}

type UrlFormProps = { loaded: UrlSettings; reload: () => Promise<UrlSettings | undefined> };

function UrlForm({ loaded, reload }: UrlFormProps) {
  const mayWrite = useMay("settings.write");
  const save = useSaveUrlSettings();
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "url-settings",
    loaded,
    valuesOf,
    reload,
    schemas: saveUrlSettingsBody.shape,
  });
  const submit = async (values: UrlValues) => {
    try {
      show(await save.mutateAsync({ input: { ...values, version: edited.version } }));
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("URL settings saved successfully..");
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
    >
      {stale && <ChangedMeanwhile what="these settings" onReload={loadNewest} />}
      {urlSettingNames.map((name) => (
        <TextInput
          {...fieldProps(name)}
          key={name}
          label={fields[name].label}
          description={fields[name].about}
          placeholder={edited.effective[name]}
          inputWrapperOrder={["label", "description", "input", "error"]}
          type="url"
          disabled={!mayWrite}
          maxLength={500}
          spellCheck={false}
        />
      ))}
      {mayWrite && (
        <FormActions>
          <Button type="submit" loading={save.isPending} disabled={stale}>
            Save
          </Button>
        </FormActions>
      )}
    </form>
  );
}
