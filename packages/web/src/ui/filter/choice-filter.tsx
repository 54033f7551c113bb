import { NativeSelect } from "@mantine/core";

/** Values with their labels. A plain value is its own label. */
type Choices<Value extends string> = readonly (Value | { value: Value; label: string })[];

function selectedChoice<Value extends string>(choices: Choices<Value>, input: HTMLSelectElement) {
  return choices
    .map((each) => (typeof each === "string" ? each : each.value))
    .find((value) => value === input.value);
}

type ChoiceFilterProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  choices: Choices<Value>;
  /** In pixels, beside other filters. On a phone the filter takes the full width. */
  width?: number;
  onChange: (value: Value) => void;
};

/** A filter by one of a few words. One of them always applies. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { label, value, choices, width = 150, onChange } = props;
  return (
    <NativeSelect
      label={label}
      w={{ base: "100%", sm: width }}
      value={value}
      data={[...choices]}
      onChange={({ currentTarget }) => {
        const chosen = selectedChoice(choices, currentTarget);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

type OptionalFilterProps<Value extends string> = Omit<ChoiceFilterProps<Value>, "onChange"> & {
  /** The first choice, which shows all rows: "All statuses". */
  all: string;
  /**
   * The label of a value that is not among the choices. Without it, such a value is shown as all
   * rows.
   */
  unlisted?: string | undefined;
  /** Called with undefined for all rows. */
  onChange: (value: Value | undefined) => void;
};

/** A filter by one of a few words, or by none. */
export function OptionalFilter<Value extends string>(props: OptionalFilterProps<Value>) {
  const { label, all, value, choices: listed, unlisted, width = 150, onChange } = props;
  const isUnlisted =
    value !== undefined &&
    listed.every((each) => (typeof each === "string" ? each : each.value) !== value);
  const choices =
    isUnlisted && unlisted !== undefined ? [{ value, label: unlisted }, ...listed] : listed;
  return (
    <NativeSelect
      label={label}
      w={{ base: "100%", sm: width }}
      value={value ?? ""}
      data={[{ value: "", label: all }, ...choices]}
      onChange={({ currentTarget }) => onChange(selectedChoice(choices, currentTarget))}
    />
  );
}
