import { Button, Checkbox, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";

import { confirm } from "../../platform/message/confirm.tsx";
import { saveFile } from "../../platform/save-file.ts";
import { readToken } from "../../platform/session.ts";
import { newRecoveryCodes } from "./new-recovery-codes.ts";

import classes from "../users.module.css";

/** The codes are shown only once, so the user must confirm before leaving them. */
function useCodesGuard(saved: boolean): void {
  useBlocker({
    enableBeforeUnload: () => !saved,
    shouldBlockFn: async () => {
      if (readToken() === null) return false;
      const leaves =
        saved ||
        (await confirm(
          "Leave without saving the codes?",
          "The codes will not be shown again.",
          "Cancel",
        ));
      if (leaves) newRecoveryCodes.set(null);
      return !leaves;
    },
  });
}

/**
 * A `ref` for the codes, which replace the form that created them: scrolls them into view and
 * focuses them.
 */
function focusCodes(list: HTMLElement | null): void {
  list?.parentElement?.scrollIntoView({ block: "nearest" });
  list?.focus({ preventScroll: true });
}

/**
 * The recovery codes of {@link newRecoveryCodes}, which are shown only once. The user confirms that they
 * are saved before continuing.
 */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [saved, setSaved] = useState(false);
  useCodesGuard(saved);
  const download = () => {
    const lines = ["Kontor recovery codes. Each works once.", "", ...codes, ""];
    saveFile({
      filename: "kontor-recovery-codes.txt",
      content: new Blob([lines.join("\n")], { type: "text/plain" }),
    });
  };
  return (
    <div>
      <Text size="sm" mb="md">
        Use one of these codes to sign in when you do not have the app. Each code works once. They
        will not be shown again, so keep them in a safe place, and not only on your phone.
      </Text>
      <ul
        ref={focusCodes}
        tabIndex={-1}
        data-surface="inset"
        className={classes.codes}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Checkbox
        label="I have saved these codes"
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
        <Button disabled={!saved} onClick={() => newRecoveryCodes.set(null)}>
          Done
        </Button>
      </Group>
    </div>
  );
}
