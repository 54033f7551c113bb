import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { placeholderTitle } from "@kontor/contract/placeholders";
import {
  interestRate,
  interestRateHint,
  maxPercentage,
  maxPercentageHint,
  mostInterestRate,
  mostPercentage,
  terms,
  termsPlaceholders,
} from "@kontor/contract/salary-advances";
import { Button, Group, NumberInput, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { succeeds } from "../platform/api-problem.ts";
import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../ui/form/form-dialog.tsx";
import { LevelNote } from "../ui/level.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { RichTextEditor } from "../ui/rich-text/rich-text-editor.tsx";
import {
  advanceRulesQuery,
  useResetAdvanceRules,
  useSaveAdvanceRules,
  type AdvanceRules,
} from "./data.ts";
import { WorkedExample } from "./worked-example.tsx";

import classes from "./advance-rules.module.css";

type AdvanceRulesProps = {
  owner: ConfigurationOwner;
  /** Who may only look sees the rules, but cannot change them. */
  mayWrite: boolean;
};

/** The rules for salary advances, of one organization or as the platform's default. */
export function AdvanceRulesForm(props: AdvanceRulesProps) {
  const { data, isError, isFetching, refetch } = useQuery(advanceRulesQuery(props.owner));
  if (!data) {
    return (
      <NotLoaded
        what="The salary advance config"
        failed={isError && !isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <RulesForm {...props} loaded={data} reload={async () => (await refetch()).data} />;
}

type RuleValues = {
  /** A number; a text while it is none. */
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

type LoadedProps = AdvanceRulesProps & {
  loaded: AdvanceRules;
  reload: () => Promise<AdvanceRules | undefined>;
};

function RulesForm({ owner, mayWrite, loaded, reload }: LoadedProps) {
  const save = useSaveAdvanceRules(owner);
  const reset = useResetAdvanceRules(owner);
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "salary-advance-config",
    loaded,
    valuesOf,
    reload,
    schemas: { max_percentage: maxPercentage, interest_rate: interestRate, terms },
  });
  const submit = async (values: RuleValues) => {
    try {
      show(
        await save.mutateAsync({
          max_percentage: Number(values.max_percentage),
          interest_rate: Number(values.interest_rate),
          terms: values.terms,
          auto_approval: values.auto_approval === "1" ? 1 : 0,
          version: edited.version,
        }),
      );
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Configuration saved successfully..");
  };
  const askToReset = async () => {
    if (!(await confirm(...resetQuestion(owner)))) return;
    if (await succeeds(reset.mutateAsync({}).then(show))) {
      notifySuccess("Configuration reset successfully..");
    }
  };
  return (
    <Panel title="Salary Advance Config" aside={<LevelNote of={edited} />}>
      <div className={classes.room}>
        <div className={classes.columns}>
          <form
            noValidate
            className={classes.form}
            onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
          >
            {stale && <ChangedMeanwhile what="this configuration" onReload={loadNewest} />}
            <RuleFields fieldProps={fieldProps} mayWrite={mayWrite} />
            {mayWrite && (
              <FormActions>
                <Button
                  variant="default"
                  loading={reset.isPending}
                  onClick={() => void askToReset()}
                >
                  Reset
                </Button>
                <Button type="submit" loading={save.isPending} disabled={stale}>
                  Save Configuration
                </Button>
              </FormActions>
            )}
          </form>
          <WorkedExample rate={form.values.interest_rate} percentage={form.values.max_percentage} />
        </div>
      </div>
    </Panel>
  );
}

function resetQuestion(owner: ConfigurationOwner): [string, string] {
  return owner === "platform"
    ? ["Reset salary advance config?", "The built-in rules will hold as the platform’s default."]
    : ["Reset company salary advance config?", "The platform’s default rules will hold again."];
}

type FieldsProps = {
  fieldProps: ReturnType<typeof useEditedForm<AdvanceRules, RuleValues>>["fieldProps"];
  mayWrite: boolean;
};

function RuleFields({ fieldProps, mayWrite }: FieldsProps) {
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          {...fieldProps("max_percentage")}
          label="Max Percentage"
          description={maxPercentageHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          min={0}
          max={mostPercentage}
          step={1}
          suffix=" %"
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          disabled={!mayWrite}
          required
          withAsterisk={false}
        />
        <NumberInput
          {...fieldProps("interest_rate")}
          label="Interest Rate"
          description={interestRateHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          min={0}
          max={mostInterestRate}
          step={0.01}
          decimalScale={2}
          suffix=" %"
          clampBehavior="none"
          allowNegative={false}
          disabled={!mayWrite}
          required
          withAsterisk={false}
        />
      </div>
      <Radio.Group
        {...fieldProps("auto_approval")}
        label="Auto Approval"
        description="Yes approves requests within the limit without anybody looking."
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
