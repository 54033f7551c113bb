import { Alert, Button, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";

import { ApiFailure } from "../platform/api-failure.ts";

/** Whether a save was refused because somebody else saved first. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "changed_meanwhile";
}

type ChangedMeanwhileProps = {
  /** What was changed, in the middle of a sentence: "this entry". */
  what: string;
  loading: boolean;
  onReload: () => void;
};

/** Stays until the newest is loaded: what was typed is kept for reading, but can no longer be saved. */
export function ChangedMeanwhile({ what, loading, onReload }: ChangedMeanwhileProps) {
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconUsers size={18} aria-hidden />}
      title={`Somebody else changed ${what} meanwhile`}
    >
      <Text size="sm" mb="sm">
        Yours was not saved. Load the newest to see their changes, then make yours again; what you
        typed stays here until you do.
      </Text>
      <Button variant="default" size="xs" loading={loading} onClick={onReload}>
        Load the newest
      </Button>
    </Alert>
  );
}
