import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";

type ResetButtonProps = Pick<ButtonProps, "variant"> & {
  label?: string;
  question: string;
  /** What will be lost, and what will be in effect afterwards. */
  detail: string;
  /** The success message. */
  done: string;
  reset: () => Promise<void>;
};

/** Removes saved values after a confirmation. */
export function ResetButton(props: ResetButtonProps) {
  const { label = "Reset", variant = "default", question, detail, done, reset } = props;
  const [resetting, setResetting] = useState(false);
  const confirmReset = async () => {
    if (!(await confirm(question, detail))) return;
    setResetting(true);
    const isDone = await succeeds(reset());
    setResetting(false);
    if (isDone) notifySuccess(done);
  };
  return (
    <Button variant={variant} loading={resetting} onClick={() => void confirmReset()}>
      {label}
    </Button>
  );
}
