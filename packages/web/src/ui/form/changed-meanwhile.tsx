import { Button, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import { Notice } from "../page/notice.tsx";

type ChangedMeanwhileProps = {
  /** What was changed, in the middle of a sentence: "this entry". */
  what: string;
  /** The newest values are merged into untouched fields instead of replacing all values. */
  merges?: boolean;
  onReload: () => Promise<void>;
};

/**
 * A notice that stays until the newest version is loaded. Until then typed input is still readable
 * but cannot be saved.
 */
export function ChangedMeanwhile({ what, merges = false, onReload }: ChangedMeanwhileProps) {
  const [loading, setLoading] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The user may have submitted from anywhere in the form.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
  }, []);
  const load = async () => {
    setLoading(true);
    await onReload();
    setLoading(false);
  };
  return (
    <div ref={box}>
      <Notice role="alert" icon={IconUsers} title={`Somebody else changed ${what} meanwhile`}>
        <Text size="sm" mb="sm">
          {merges
            ? "Nothing of yours is saved yet, and nothing of theirs is lost. Load the newest: the fields that you did not touch take their values, yours stay as you typed them."
            : "Yours was not saved. Load the newest to see their changes, then make yours again; what you typed stays here until you do."}
        </Text>
        <Button variant="default" size="xs" loading={loading} onClick={() => void load()}>
          Load the newest
        </Button>
      </Notice>
    </div>
  );
}
