import { formatMoment } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useRef } from "react";

import { firstFieldAfter, focusOnPageOpen } from "../../platform/form/first-field.ts";
import { isKeyValid, type PendingSubmit } from "../../platform/submit-key.ts";
import { Notice } from "../page/notice.tsx";

type ResumeDraftNoticeProps = {
  /** What was being written, in the middle of a sentence: "this entry". */
  what: string;
  at: Date;
  /** Its submit, if no response arrived. */
  submit?: PendingSubmit | null;
  onTake: () => void;
  onDiscard: () => void;
};

/** Offers to resume the draft of a screen that was left without saving. */
export function ResumeDraftNotice({
  what,
  at,
  submit = null,
  onTake,
  onDiscard,
}: ResumeDraftNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The notice disappears with the pressed button, so the focus moves to the form.
  const then = (act: () => void) => () => {
    const field = firstFieldAfter(notice.current);
    act();
    focusOnPageOpen(field);
  };
  return (
    <Notice icon={IconPencil}>
      <Group ref={notice} justify="space-between" gap="xs">
        <span>
          {submit === null
            ? `You started ${what} on ${formatMoment(at)} but did not save it.`
            : `You submitted ${what} on ${formatMoment(at)}, but no response arrived, so it may have been saved. ${
                isKeyValid(submit)
                  ? "If you submit it again, it is saved only once."
                  : "Find out whether it was before you submit it again."
              }`}
        </span>
        <Group gap="xs">
          <Button size="xs" onClick={then(onTake)}>
            Go on with it
          </Button>
          <Button size="xs" variant="default" onClick={then(onDiscard)}>
            Discard it
          </Button>
        </Group>
      </Group>
    </Notice>
  );
}

type StoredDraftNoticeProps = {
  what: string;
  /** The form's draft. */
  storedDraft: {
    found: { at: Date; submit: PendingSubmit | null } | null;
    take: () => void;
    discard: () => void;
  };
};

/** Shows {@link ResumeDraftNotice} for a Mantine form that has a stored draft. */
export function StoredDraftNotice({ what, storedDraft }: StoredDraftNoticeProps) {
  const { found, take, discard } = storedDraft;
  return (
    found && (
      <ResumeDraftNotice
        what={what}
        at={found.at}
        submit={found.submit}
        onTake={take}
        onDiscard={discard}
      />
    )
  );
}
