import { line } from "@kontor/contract/wire/text";
import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";

import { focusMainOnUnmount } from "../platform/message/return-focus.ts";
import { ReasonDialog } from "../ui/reason/reason-dialog.tsx";

type DecisionButtonsProps = {
  accept: string;
  onAccept: () => void;
  /** Whether a decision is being sent. */
  deciding: boolean;
  reject: {
    label: string;
    /** The title of the dialog that asks for the reason. */
    title: string;
    /** The record that the draft of the reason belongs to. */
    draft: string;
    send: (reason: string) => Promise<unknown>;
    /** The message after the decision. */
    done: string;
  };
};

/** The decision of a second person: accepting at once, rejecting with a reason. */
export function DecisionButtons({ accept, onAccept, deciding, reject }: DecisionButtonsProps) {
  const [rejecting, setRejecting] = useState(false);
  const { label, title, draft, send, done } = reject;
  return (
    <>
      <Button
        ref={focusMainOnUnmount}
        size="xs"
        loading={deciding && !rejecting}
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={onAccept}
      >
        {accept}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconX size={15} aria-hidden />}
        onClick={() => setRejecting(true)}
      >
        {label}
      </Button>
      {rejecting && (
        <ReasonDialog
          title={title}
          submit={label}
          draft={draft}
          schema={line("the reason", 300)}
          send={send}
          done={done}
          onExited={() => setRejecting(false)}
        />
      )}
    </>
  );
}
