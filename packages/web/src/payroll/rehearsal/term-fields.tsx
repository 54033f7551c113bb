import { rehearsalTermTitles } from "@kontor/contract/payroll/rehearsed-terms";
import { Button, Select, Switch } from "@mantine/core";

import type { useContractForm } from "../../platform/form/contract-form.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { MoneyInput } from "../../ui/form/money-input.tsx";
import {
  baseChoices,
  FieldGroup,
  pensionBaseChoices,
  PercentInput,
  choiceFieldProps,
} from "../settings/field-parts.tsx";
import { BandFields } from "./band-fields.tsx";
import type { TermValues } from "./terms-values.ts";

import classes from "./rehearsal.module.css";

type TermFieldsProps = {
  fieldProps: ReturnType<typeof useContractForm<TermValues>>["fieldProps"];
  values: TermValues;
  rehearsing: boolean;
  /** What the last refusal says beside the fields. */
  refusal: string | null;
  /** Restores the terms in effect. */
  onPresent: () => void;
};

/** What can be tried out: the law and the settings of contributions. */
export function TermFields(props: TermFieldsProps) {
  const { fieldProps, values, rehearsing, refusal, onPresent } = props;
  return (
    <div className={classes.form}>
      <FieldGroup title="Income tax, a year">
        <div data-wide>
          <BandFields {...fieldProps("bands")} />
        </div>
        <PercentInput
          {...fieldProps("rent_relief_rate")}
          label={rehearsalTermTitles.rent_relief_rate}
        />
        <MoneyInput
          {...fieldProps("rent_relief_cap")}
          label={rehearsalTermTitles.rent_relief_cap}
        />
        <MoneyInput {...fieldProps("minimum_wage")} label={rehearsalTermTitles.minimum_wage} />
      </FieldGroup>
      <FieldGroup title="Benefits in kind">
        <PercentInput
          {...fieldProps("benefit_asset_rate")}
          label={rehearsalTermTitles.benefit_asset_rate}
          description="Of what it cost."
        />
        <PercentInput
          {...fieldProps("benefit_housing_limit")}
          label={rehearsalTermTitles.benefit_housing_limit}
          description="Of gross without it."
        />
      </FieldGroup>
      <FieldGroup title="Pension">
        <div data-wide>
          <Select
            {...fieldProps("pension_base")}
            {...choiceFieldProps}
            label={rehearsalTermTitles.pension_base}
            data={pensionBaseChoices}
          />
        </div>
        <PercentInput
          {...fieldProps("pension_employee")}
          label={rehearsalTermTitles.pension_employee}
        />
        <PercentInput
          {...fieldProps("pension_employer")}
          label={rehearsalTermTitles.pension_employer}
        />
      </FieldGroup>
      <FieldGroup title="Other contributions">
        <Contribution fieldProps={fieldProps} values={values} name="nhf" />
        <Contribution fieldProps={fieldProps} values={values} name="nsitf" />
        <Contribution fieldProps={fieldProps} values={values} name="itf" />
      </FieldGroup>
      <FormActions refusal={refusal}>
        <Button variant="default" onClick={onPresent}>
          Present Terms
        </Button>
        <Button type="submit" loading={rehearsing}>
          Rehearse
        </Button>
      </FormActions>
    </div>
  );
}

type ContributionProps = Pick<TermFieldsProps, "fieldProps" | "values"> & {
  name: "nhf" | "nsitf" | "itf";
};

function Contribution({ fieldProps, values, name }: ContributionProps) {
  const active = values[`${name}_active`];
  const { value: _value, ...switchProps } = fieldProps(`${name}_active`);
  return (
    <>
      <div data-wide>
        <Switch {...switchProps} checked={active} label={rehearsalTermTitles[`${name}_active`]} />
      </div>
      <PercentInput
        {...fieldProps(`${name}_rate`)}
        label={rehearsalTermTitles[`${name}_rate`]}
        disabled={!active}
      />
      <Select
        {...fieldProps(`${name}_base`)}
        {...choiceFieldProps}
        label={rehearsalTermTitles[`${name}_base`]}
        data={baseChoices}
        disabled={!active}
      />
    </>
  );
}
