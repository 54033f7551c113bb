import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

import { readTypedTime } from "./typed-time.ts";

type TimeOfDayInputProps = Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> & {
  /** `HH:MM`. */
  value: string;
  /** Called with `HH:MM` when a time was typed and the field loses the focus, or on Enter. */
  onChange: (value: string) => void;
};

/**
 * A 24-hour time in any common notation. A text that is not a time gets an error at the field and
 * changes nothing.
 */
export function TimeOfDayInput({ value, onChange, ...others }: TimeOfDayInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [wrong, setWrong] = useState(false);
  // A new value from outside replaces the text.
  if (known !== value) {
    setKnown(value);
    setText(value);
    setWrong(false);
  }
  const settle = () => {
    const time = text.trim() === "" ? value : readTypedTime(text);
    setWrong(time === null);
    if (time === null) return;
    setText(time);
    if (time !== value) onChange(time);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder="HH:MM"
      {...others}
      value={text}
      error={wrong && "Enter a time such as 17:00 or 5pm."}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
}
