import type { ConfigurationOwner } from "@kontor/contract/configuration";
import {
  interestRate,
  interestRateHint,
  maxPercentage,
  maxPercentageHint,
  maxInterestRate,
  maxAdvancePercentage,
  terms,
  termsPlaceholders,
} from "@kontor/contract/salary-advances/advance-rules";
import { placeholderTitle } from "@kontor/contract/templates/placeholders";
import { Group, NumberInput, Radio, type NumberInputProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { ownerKey } from "../../platform/organization/configuration.ts";
import { MentionWarning } from "../../templates/mention-warning.tsx";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { FormWithAside } from "../../ui/form/form-with-aside.tsx";
import { ResetButton } from "../../ui/form/reset-button.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { LevelNote } from "../../ui/record/level.tsx";
import { RichTextEditor } from "../../ui/rich-text/rich-text-editor.tsx";
import {
  advanceRulesQuery,
  useResetAdvanceRules,
  useSaveAdvanceRules,
  type AdvanceRules,
} from "./data.ts";
import { RulesPreview } from "./rules-preview.tsx";
import { WorkedExample } from "./worked-example.tsx";

type AdvanceRulesProps = {
  owner: ConfigurationOwner;
  /** Without the permission to change them, the rules are read-only. */
  mayWrite: boolean;
};

/** The rules for salary advances, of one organization or as the platform's default. */
export function AdvanceRulesForm(props: AdvanceRulesProps) {
  const query = useQuery(advanceRulesQuery(props.owner));
  return (
    <Loaded query={query} what="The salary advance config">
      {(loaded, reload) => <RulesForm {...props} loaded={loaded} reload={reload} />}
    </Loaded>
  );
}

type RuleValues = {
  /** A number, or text while it is invalid. */
  max_percentage: number | string;
  interest_rate: number | string;
  auto_approval: "1" | "0";
  terms: string;
};

function valuesOf({ max_percentage, interest_rate, auto_approval, terms: html }: AdvanceRules) {
  const values: RuleValues = {
    max_percentage,
    interest_rate,
    auto_approval: auto_approval === 1 ? "1" : "0",
    terms: html,
  };
  return values;
}

const placeholders = termsPlaceholders.map((name) => ({ name, label: placeholderTitle(name) }));

const resetTexts = {
  platform: {
    question: "Reset salary advance config?",
    detail: "The built-in rules will be the platform’s default again.",
  },
  organization: {
    question: "Reset company salary advance config?",
    detail: "The platform’s default rules will be used again.",
  },
} as const;

type RulesFormProps = AdvanceRulesProps & {
  loaded: AdvanceRules;
  reload: () => Promise<AdvanceRules | undefined>;
};

function RulesForm({ owner, mayWrite, loaded, reload }: RulesFormProps) {
  const { mutateAsync: save } = useSaveAdvanceRules(owner);
  const { mutateAsync: reset } = useResetAdvanceRules(owner);
  const edit = useEditedForm<AdvanceRules, RuleValues>({
    name: "salary-advance-config",
    draft: ownerKey(owner).join("-"),
    loaded,
    valuesOf,
    reload,
    schemas: { max_percentage: maxPercentage, interest_rate: interestRate, terms },
    save: (values, { version }) =>
      save({
        max_percentage: Number(values.max_percentage),
        interest_rate: Number(values.interest_rate),
        terms: values.terms,
        auto_approval: values.auto_approval === "1" ? 1 : 0,
        version,
      }),
    onSaved: () => notifySuccess("Configuration saved successfully.."),
  });
  const { form, fieldProps, edited, show } = edit;
  return (
    <Panel title="Salary Advance Config" aside={<LevelNote of={edited} />}>
      <FormWithAside
        beside={
          <>
            <WorkedExample
              rate={form.values.interest_rate}
              percentage={form.values.max_percentage}
            />
            <RulesPreview owner={owner} saved={edited} typed={form.values} />
          </>
        }
      >
        <EditForm
          edit={edit}
          what="this configuration"
          mayWrite={mayWrite}
          submit="Save Configuration"
          actions={
            mayWrite && (
              <ResetButton
                {...resetTexts[owner === "platform" ? "platform" : "organization"]}
                done="Configuration reset successfully.."
                reset={async () => show(await reset({}))}
              />
            )
          }
        >
          <RuleFields fieldProps={fieldProps} mayWrite={mayWrite} />
          {mayWrite && <MentionWarning texts={[form.values.terms]} />}
        </EditForm>
      </FormWithAside>
    </Panel>
  );
}

type FieldsProps = {
  fieldProps: ReturnType<typeof useEditedForm<AdvanceRules, RuleValues>>["fieldProps"];
  mayWrite: boolean;
};

function RuleFields({ fieldProps, mayWrite }: FieldsProps) {
  return (
    <>
      <FieldGrid>
        <PercentInput
          {...fieldProps("max_percentage")}
          label="Max Percentage"
          description={maxPercentageHint}
          max={maxAdvancePercentage}
          step={1}
          disabled={!mayWrite}
        />
        <PercentInput
          {...fieldProps("interest_rate")}
          label="Interest Rate"
          description={interestRateHint}
          max={maxInterestRate}
          step={0.01}
          disabled={!mayWrite}
        />
      </FieldGrid>
      <Radio.Group
        {...fieldProps("auto_approval")}
        label="Auto Approval"
        description="Yes approves requests within the limit automatically."
      >
        <Group mt="xs">
          <Radio value="1" label="Yes" disabled={!mayWrite} />
          <Radio value="0" label="No" disabled={!mayWrite} />
        </Group>
      </Radio.Group>
      <RichTextEditor
        {...fieldProps("terms")}
        label="Terms"
        description="Type @ for placeholders."
        placeholder="Employees must accept these terms before requesting an advance"
        allow="basic"
        placeholders={placeholders}
        disabled={!mayWrite}
        required
        size="md"
      />
    </>
  );
}

function PercentInput(props: NumberInputProps) {
  return (
    <NumberInput
      {...props}
      inputWrapperOrder={["label", "input", "description", "error"]}
      min={0}
      suffix="%"
      clampBehavior="none"
      required
      withAsterisk={false}
    />
  );
}
