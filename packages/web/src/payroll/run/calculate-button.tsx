import { calculateRun } from "@kontor/contract/payroll/steps";
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";

import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { pathOf, useRunChange, type PayrollRun } from "../data.ts";

type CalculateButtonProps = { run: PayrollRun; variant?: "filled" | "default" };

/** Calculates a run again, for users who may prepare it. */
export function CalculateButton({ run, variant = "filled" }: CalculateButtonProps) {
  const calculate = useRunChange(calculateRun);
  const [starting, setStarting] = useState(false);
  if (!useHasPermission("payroll.prepare")) return null;
  const start = async () => {
    setStarting(true);
    await succeeds(calculate({ ...pathOf(run), version: run.version }));
    setStarting(false);
  };
  return (
    <Button
      ref={focusMainOnUnmount}
      variant={variant}
      loading={starting}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() => void start()}
    >
      Calculate Again
    </Button>
  );
}
