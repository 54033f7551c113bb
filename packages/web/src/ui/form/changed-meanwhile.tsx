import { Button, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";

import { Notice } from "../page/notice.tsx";

type ChangedMeanwhileProps = {
  /** What was changed, in the middle of a sentence: "this entry". */
  what: string;
  onReload: () => Promise<void>;
};

/** Stays until the newest is loaded: what was typed is kept for reading, but can no longer be saved. */
export function ChangedMeanwhile({ what, onReload }: ChangedMeanwhileProps) {
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    await onReload();
    setLoading(false);
  };
  return (
    <Notice role="alert" icon={IconUsers} title={`Somebody else changed ${what} meanwhile`}>
      <Text size="sm" mb="sm">
        Yours was not saved. Load the newest to see their changes, then make yours again; what you
        typed stays here until you do.
      </Text>
      <Button variant="default" size="xs" loading={loading} onClick={() => void load()}>
        Load the newest
      </Button>
    </Notice>
  );
}
