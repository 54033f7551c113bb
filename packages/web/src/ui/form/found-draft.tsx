import { formatMoment } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useRef } from "react";

import { firstFieldAfter, focusFirst } from "../../platform/form/first-field.ts";
import { Notice } from "../page/notice.tsx";

type FoundDraftProps = {
  /** What was being written, in the middle of a sentence: "this entry". */
  what: string;
  at: Date;
  /** It was submitted, and no response arrived. */
  submitted?: boolean;
  onTake: () => void;
  onDiscard: () => void;
};

/** Offers to resume the draft of a screen that was left without saving. */
export function FoundDraft({ what, at, submitted = false, onTake, onDiscard }: FoundDraftProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The notice disappears with the pressed button, so the focus moves to the form.
  const then = (act: () => void) => () => {
    const field = firstFieldAfter(notice.current);
    act();
    focusFirst(field);
  };
  return (
    <Notice icon={IconPencil}>
      <Group ref={notice} justify="space-between" gap="xs">
        <span>
          {submitted
            ? `You submitted ${what} on ${formatMoment(at)}, but no response arrived, so it may have been saved. If you submit it again unchanged, it is saved only once.`
            : `You started ${what} on ${formatMoment(at)} but did not save it.`}
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
    found: { at: Date; submit: unknown } | null;
    take: () => void;
    discard: () => void;
  };
};

/** Shows {@link FoundDraft} for a Mantine form that has a stored draft. */
export function StoredDraftNotice({ what, storedDraft }: StoredDraftNoticeProps) {
  const { found, take, discard } = storedDraft;
  return (
    found && (
      <FoundDraft
        what={what}
        at={found.at}
        submitted={found.submit !== null}
        onTake={take}
        onDiscard={discard}
      />
    )
  );
}
