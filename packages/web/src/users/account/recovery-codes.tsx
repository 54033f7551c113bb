import { Button, Checkbox, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";

import { saveFile } from "../../platform/save-file.ts";

import classes from "../users.module.css";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/**
 * The recovery codes, which are shown only once: the user confirms that they are saved before going
 * on.
 */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false);
  const download = () => {
    const lines = ["Kontor recovery codes. Each works once.", "", ...codes, ""];
    saveFile({
      filename: "kontor-recovery-codes.txt",
      content: new Blob([lines.join("\n")], { type: "text/plain" }),
    });
  };
  return (
    <>
      <Text size="sm" mb="md">
        Each of these codes opens your account once when the app is not at hand. They are not shown
        again: keep them where only you find them, and not on your phone alone.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Checkbox
        label="I have kept these codes"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
        mb="md"
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden />}
          onClick={download}
        >
          Download
        </Button>
        <Button disabled={!saved} onClick={onDone}>
          Done
        </Button>
      </Group>
    </>
  );
}
