import { Button, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import { focusInsteadOfDisabled } from "../../platform/message/return-focus.ts";
import { Notice } from "../page/notice.tsx";

type ChangedMeanwhileProps = {
  /** What was changed, in the middle of a sentence: "this entry". */
  what: string;
  /** Merges the newest values into the fields that the user did not change. */
  onReload: () => Promise<void>;
};

/**
 * A notice that stays until the newest version is loaded. Until then typed input is still readable
 * but cannot be saved.
 */
export function ChangedMeanwhile({ what, onReload }: ChangedMeanwhileProps) {
  const [loading, setLoading] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The user may have submitted from anywhere in the form, whose button is disabled now.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
    focusInsteadOfDisabled(button.current);
  }, []);
  const load = async () => {
    setLoading(true);
    await onReload();
    setLoading(false);
  };
  return (
    <div ref={box}>
      <Notice
        role="alert"
        icon={IconUsers}
        title={`Somebody else changed ${what} while you were working`}
      >
        <Text size="sm" mb="sm">
          Your changes are not saved yet. Load the latest version: fields that you did not change
          are updated, and what you typed is kept.
        </Text>
        <Button
          ref={button}
          variant="default"
          size="xs"
          loading={loading}
          onClick={() => void load()}
        >
          Load latest version
        </Button>
      </Notice>
    </div>
  );
}
