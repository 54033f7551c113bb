import type { PayrollSettings as PayrollRules } from "@kontor/payroll/pay/settings";
import { printPercentage } from "@kontor/payroll/percentage";
import { packInForce } from "@kontor/payroll/statutory/packs";
import { Group, NumberInput, Radio, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { PayrollSettings } from "../../employees/payroll-settings.ts";
import { today } from "../../platform/clock.ts";
import type { useEditedForm } from "../../platform/form/edited-form.ts";
import { meQuery } from "../../session/data.ts";
import { MoneyInput } from "../../ui/form/money-input.tsx";
import {
  baseChoices,
  choicesOf,
  FieldGroup,
  PercentInput,
  pensionBaseChoices,
  choiceFieldProps,
  numberFieldProps,
} from "./field-parts.tsx";
import type { SettingValues } from "./setting-values.ts";

import classes from "./payroll-settings.module.css";

const prorationChoices = choicesOf<PayrollRules["proration"]>({
  calendar_days: "Calendar days",
  weekdays: "Weekdays, Monday to Friday",
  thirty_days: "Thirty days in every month",
});

type FieldsProps = {
  fieldProps: ReturnType<typeof useEditedForm<PayrollSettings, SettingValues>>["fieldProps"];
  values: SettingValues;
  mayWrite: boolean;
  /** Whether the saved rule requires different people. */
  separated: boolean;
};

/** The fields of the payroll settings in groups. */
export function SettingFields(props: FieldsProps) {
  const law = packInForce(today());
  return (
    <>
      <MonthFields {...props} />
      <PensionFields {...props} />
      <FieldGroup title="Other contributions">
        <Contribution
          {...props}
          name="nhf"
          title="NHF"
          about={
            law &&
            `National Housing Fund: ${rateText(law.nhf.rate)} of the base, from employees who agreed to it`
          }
        />
        <Contribution
          {...props}
          name="nsitf"
          title="NSITF"
          about={law && `Employees’ compensation: the employer pays ${rateText(law.nsitf.rate)}`}
        />
        <Contribution
          {...props}
          name="itf"
          title="ITF"
          about={
            law &&
            `Industrial Training Fund: the employer pays ${rateText(law.itf.rate)}, due from ${law.itf.fromStaff} employees`
          }
        />
      </FieldGroup>
      <FloorFields {...props} />
      <RuleFields {...props} />
    </>
  );
}

function MonthFields({ fieldProps, mayWrite }: FieldsProps) {
  const disabled = !mayWrite;
  return (
    <FieldGroup title="Month">
      <NumberInput
        {...fieldProps("pay_day")}
        {...numberFieldProps}
        label="Pay Day"
        description="Day of the month, or the last day in a shorter month"
        min={1}
        max={31}
        disabled={disabled}
      />
      <Select
        {...fieldProps("proration")}
        {...choiceFieldProps}
        label="Proration"
        description="How pay for part of a month is calculated"
        data={prorationChoices}
        disabled={disabled}
      />
    </FieldGroup>
  );
}

function PensionFields({ fieldProps, mayWrite }: FieldsProps) {
  const law = packInForce(today());
  const disabled = !mayWrite;
  return (
    <FieldGroup title="Pension">
      <div data-wide>
        <Select
          {...fieldProps("pension_base")}
          {...choiceFieldProps}
          label="Pension Base"
          description="Never below basic, housing and transport"
          data={pensionBaseChoices}
          disabled={disabled}
        />
      </div>
      <PercentInput
        {...fieldProps("pension_employee")}
        label="Employee’s Pension"
        description={law && legalMinimumText(law.pension.employee)}
        disabled={disabled}
      />
      <PercentInput
        {...fieldProps("pension_employer")}
        label="Employer’s Pension"
        description={law && legalMinimumText(law.pension.employer)}
        disabled={disabled}
      />
    </FieldGroup>
  );
}

function FloorFields({ fieldProps, mayWrite }: FieldsProps) {
  const disabled = !mayWrite;
  return (
    <FieldGroup title="Minimum net pay">
      <MoneyInput
        {...fieldProps("floor_amount")}
        label="Minimum Amount"
        description="Company deductions never reduce net pay below this amount"
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={disabled}
      />
      <PercentInput
        {...fieldProps("floor_percentage")}
        label="Minimum Percentage of Gross"
        description="Or below this percentage of gross, if that is more"
        disabled={disabled}
      />
    </FieldGroup>
  );
}

function RuleFields({ fieldProps, mayWrite, separated }: FieldsProps) {
  const member = useQuery(meQuery()).data?.user_type === "organization";
  const law = packInForce(today());
  const disabled = !mayWrite;
  return (
    <FieldGroup title="Rules">
      <Radio.Group
        {...fieldProps("labour_act")}
        label="Labour Act"
        description={`When an advance to a worker breaches the ${law?.wageAdvance.section ?? "Labour Act"}`}
        data-wide
      >
        <Group mt="xs">
          <Radio value="warning" label="Warn" disabled={disabled} />
          <Radio value="binding" label="Refuse" disabled={disabled} />
        </Group>
      </Radio.Group>
      <Radio.Group
        {...fieldProps("separate_people")}
        label="Different People"
        description={
          member && separated
            ? "Different people must prepare, approve and pay a run. Only the platform can change this."
            : "Whether different people must prepare, approve and pay a run"
        }
        data-wide
      >
        <Group mt="xs">
          <Radio value="yes" label="Yes" disabled={disabled} />
          <Radio value="no" label="No" disabled={disabled || (member && separated)} />
        </Group>
      </Radio.Group>
    </FieldGroup>
  );
}

function rateText(basisPoints: bigint): string {
  return `${printPercentage(basisPoints)}%`;
}

function legalMinimumText(basisPoints: bigint): string {
  return `The legal minimum is ${rateText(basisPoints)}`;
}

type ContributionProps = Pick<FieldsProps, "fieldProps" | "values" | "mayWrite"> & {
  name: "nhf" | "nsitf" | "itf";
  title: string;
  about: string | undefined;
};

/** A contribution: whether it is deducted, and its base. */
function Contribution(props: ContributionProps) {
  const { name, title, about, fieldProps, values, mayWrite } = props;
  const active = values[`${name}_active`];
  const { value: _value, ...switchProps } = fieldProps(`${name}_active`);
  return (
    <>
      <Switch
        {...switchProps}
        checked={active}
        label={title}
        aria-label={title}
        description={about}
        disabled={!mayWrite}
        className={classes.switch}
      />
      <Select
        {...fieldProps(`${name}_base`)}
        {...choiceFieldProps}
        label={`${title} Base`}
        data={baseChoices}
        disabled={!mayWrite || !active}
      />
    </>
  );
}
