import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

import { parseTimeInput } from "./typed-time.ts";

type TimeOfDayInputProps = Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> & {
  /** `HH:MM`. */
  value: string;
  /** Called with `HH:MM` when a time was typed and the field loses the focus, or on Enter. */
  onChange: (value: string) => void;
  /** The last time that can be chosen at the moment, `HH:MM`; undefined for no limit. */
  latest?: () => string | undefined;
};

/**
 * A 24-hour time in any common notation. A text that is not a time, or a later one than can be
 * chosen, gets an error at the field and changes nothing.
 */
export function TimeOfDayInput(props: TimeOfDayInputProps) {
  const { value, onChange, latest, error, ...others } = props;
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  // A new value from outside replaces the text.
  if (known !== value) {
    setKnown(value);
    setText(value);
    setProblem(null);
  }
  const settle = () => {
    const time = text.trim() === "" ? value : parseTimeInput(text);
    if (time === null) {
      setProblem("Enter a time such as 17:00 or 5pm.");
      return;
    }
    const limit = latest?.();
    if (time !== value && limit !== undefined && time > limit) {
      setProblem(`Choose ${limit} or an earlier time.`);
      return;
    }
    setText(time);
    setProblem(null);
    if (time !== value) onChange(time);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder="HH:MM"
      {...others}
      value={text}
      error={problem ?? error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setProblem(null);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
}
