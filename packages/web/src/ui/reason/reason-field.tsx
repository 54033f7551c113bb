import { Textarea, type TextareaProps } from "@mantine/core";

/** Where one writes why something is done: some lines, of at most 300 characters unless said otherwise. */
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
