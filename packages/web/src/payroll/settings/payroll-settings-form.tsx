import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { useQuery } from "@tanstack/react-query";

import { payrollSettingsQuery, type PayrollSettings } from "../../employees/payroll-settings.ts";
import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { ownerKey } from "../../platform/organization/configuration.ts";
import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { FormWithAside } from "../../ui/form/form-with-aside.tsx";
import { moneyProblem } from "../../ui/form/money-input.tsx";
import { ResetButton } from "../../ui/form/reset-button.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { LevelNote } from "../../ui/record/level.tsx";
import { useResetPayrollSettings, useSavePayrollSettings } from "./data.ts";
import { SettingFields } from "./setting-fields.tsx";
import { settingsFrom, typedSchemas, valuesOf, type SettingValues } from "./setting-values.ts";
import { WorkedMonth } from "./worked-month.tsx";

type PayrollSettingsProps = {
  owner: ConfigurationOwner;
  /** Without the permission to change them, the settings are read-only. */
  mayWrite: boolean;
};

/** The payroll settings of an organization, or the platform's default. */
export function PayrollSettingsForm(props: PayrollSettingsProps) {
  const query = useQuery(payrollSettingsQuery(props.owner));
  return (
    <Loaded query={query} what="The payroll settings">
      {(loaded, reload) => <SettingsForm {...props} loaded={loaded} reload={reload} />}
    </Loaded>
  );
}

/** Links to the rehearsal of other terms on the last run of an organization. */
function RehearsalLink({ owner }: Pick<PayrollSettingsProps, "owner">) {
  const mayRead = useHasPermission("payroll.read");
  if (owner === "platform" || !mayRead) return null;
  const params = { tenant_id: String(owner.tenant_id), company_id: String(owner.company_id) };
  return (
    <ButtonLink to="/app/payroll/$tenant_id/$company_id/rehearsal" params={params} variant="subtle">
      Law Rehearsal
    </ButtonLink>
  );
}

const resetTexts = {
  platform: {
    question: "Reset payroll settings?",
    detail: "The legal requirements will be the platform’s default again.",
  },
  organization: {
    question: "Reset company payroll settings?",
    detail: "The platform’s default settings will be used again.",
  },
} as const;

type SettingsFormProps = PayrollSettingsProps & {
  loaded: PayrollSettings;
  reload: () => Promise<PayrollSettings | undefined>;
};

function SettingsForm({ owner, mayWrite, loaded, reload }: SettingsFormProps) {
  const { mutateAsync: save } = useSavePayrollSettings(owner);
  const { mutateAsync: reset } = useResetPayrollSettings(owner);
  const edit = useEditedForm<PayrollSettings, SettingValues>({
    name: "payroll-settings",
    draft: ownerKey(owner).join("-"),
    loaded,
    valuesOf,
    reload,
    schemas: typedSchemas,
    rules: { floor_amount: (value) => moneyProblem(value, "amount") ?? undefined },
    save: (values, { version }) => save({ ...settingsFrom(values), version }),
    onSaved: () => notifySuccess("Payroll settings saved successfully.."),
  });
  const { form, fieldProps, edited, show } = edit;
  return (
    <Panel
      title="Payroll Settings"
      about="A run uses the settings in force when it is calculated. Submitted runs keep theirs."
      aside={<LevelNote of={edited} />}
    >
      <FormWithAside beside={<WorkedMonth values={form.values} />}>
        <EditForm
          edit={edit}
          what="these settings"
          mayWrite={mayWrite}
          submit="Save Settings"
          actions={
            <>
              <RehearsalLink owner={owner} />
              {mayWrite && (
                <ResetButton
                  {...resetTexts[owner === "platform" ? "platform" : "organization"]}
                  done="Payroll settings reset successfully.."
                  reset={async () => show(await reset({}))}
                />
              )}
            </>
          }
        >
          <SettingFields
            fieldProps={fieldProps}
            values={form.values}
            mayWrite={mayWrite}
            separated={edited.separate_people}
          />
        </EditForm>
      </FormWithAside>
    </Panel>
  );
}
