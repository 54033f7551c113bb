import { Textarea, type TextareaProps } from "@mantine/core";

/** The field for a reason: some lines, at most 300 characters by default. */
export function ReasonField(props: TextareaProps) {
  return (
    <Textarea
      label="Reason"
      autosize
      minRows={2}
      maxRows={5}
      maxLength={300}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
