import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./settings.module.css";

type TestPanelProps = {
  label: string;
  icon?: ReactNode;
  /** What the test does, beside its button. */
  about?: string;
  /** The form has unsaved changes; the test uses the saved values. */
  unsaved: boolean;
  pending: boolean;
  onTest: () => void;
  /** The result of the last test. */
  children: ReactNode;
};

/** Tests the saved settings, below the form that saves them. */
export function TestPanel(props: TestPanelProps) {
  const { label, icon, about, unsaved, pending, onTest, children } = props;
  const note = unsaved ? "Save first: the test uses the saved settings." : about;
  return (
    <div className={classes.test}>
      <Group gap="sm">
        <Button
          variant="light"
          leftSection={icon}
          loading={pending}
          disabled={unsaved}
          onClick={onTest}
        >
          {label}
        </Button>
        {note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      <div role="status">{!pending && children}</div>
    </div>
  );
}
