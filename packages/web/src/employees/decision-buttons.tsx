import { formatMoment } from "@kontor/contract/format";
import { line } from "@kontor/contract/wire/text";
import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";

import { focusMainOnUnmount } from "../platform/message/return-focus.ts";

/** The reason of a rejection. */
export const rejectionReason = line("the reason", 300);

type DecisionButtonsProps = {
  accept: string;
  onAccept: () => void;
  /** Whether the acceptance is being sent. */
  accepting: boolean;
  onReject: () => void;
};

/**
 * The decision of a second person: accepting at once, rejecting with a reason. The dialog for the
 * reason belongs to the screen, since these buttons go when somebody else decides.
 */
export function DecisionButtons({ accept, onAccept, accepting, onReject }: DecisionButtonsProps) {
  return (
    <>
      <Button
        ref={focusMainOnUnmount}
        size="xs"
        loading={accepting}
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={onAccept}
      >
        {accept}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconX size={15} aria-hidden />}
        onClick={onReject}
      >
        Reject
      </Button>
    </>
  );
}

type Decided = { decided_at: Date | null; decided_by: string | null };

/** Who decided and when, as a sentence. @param word what was decided: "Approved". */
export function decisionSentence(word: string, { decided_at, decided_by }: Decided): string {
  const by = decided_by === null ? "" : ` by ${decided_by}`;
  const on = decided_at === null ? "" : ` on ${formatMoment(decided_at)}`;
  return `${word}${by}${on}.`;
}
