import { NativeSelect } from "@mantine/core";

type ChoiceFilterProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  choices: readonly { value: Value; label: string }[];
  /** In pixels, beside other filters. */
  width?: number;
  onChange: (value: Value) => void;
};

/** A filter of a report by one of a few words. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { label, value, choices, width = 150, onChange } = props;
  return (
    <NativeSelect
      label={label}
      w={{ base: "100%", sm: width }}
      value={value}
      data={[...choices]}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((each) => each.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
