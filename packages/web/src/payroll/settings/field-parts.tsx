import { contributionBaseTitles } from "@kontor/contract/payroll/settings";
import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ReactNode } from "react";

import { FieldGrid } from "../../ui/form/field-grid.tsx";

import classes from "./payroll-settings.module.css";

/** The possible bases of contributions. */
export const baseChoices = choicesOf(contributionBaseTitles);
export const pensionBaseChoices = baseChoices.filter(({ value }) => value !== "basic");
/** The choices of a field from the titles of its values. */
export function choicesOf<Value extends string>(titles: Readonly<Record<Value, string>>) {
  return Object.entries<string>(titles).map(([value, label]) => ({ value, label }));
}

/** Fields that belong together, two in a row; one with `data-wide` takes a whole row. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupTitle}>{title}</legend>
      <FieldGrid>{children}</FieldGrid>
    </fieldset>
  );
}

/**
 * The common props of number fields. `clampBehavior` keeps invalid input as typed, so that its
 * error is shown.
 */
export const numberFieldProps = {
  inputWrapperOrder: ["label", "input", "description", "error"],
  clampBehavior: "none",
  required: true,
  withAsterisk: false,
} satisfies NumberInputProps;

/** The common props of fields with a few options. */
export const choiceFieldProps = {
  inputWrapperOrder: ["label", "input", "description", "error"] as (
    | "label"
    | "input"
    | "description"
    | "error"
  )[],
  required: true,
  withAsterisk: false,
};

/** A percentage from 0 to 100 with at most two decimals. */
export function PercentInput(props: NumberInputProps) {
  return <NumberInput {...props} {...numberFieldProps} min={0} max={100} step={0.5} suffix="%" />;
}
