import { formatMoment } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";

import { Notice } from "../page/notice.tsx";

type FoundDraftProps = {
  /** What was being written: "entry". */
  what: string;
  at: Date;
  onTake: () => void;
  onDiscard: () => void;
};

/** Offers to go on with what was being written when the screen was left without saving. */
export function FoundDraft({ what, at, onTake, onDiscard }: FoundDraftProps) {
  return (
    <Notice icon={IconPencil}>
      <Group justify="space-between" gap="xs">
        <span>
          You were writing this {what} on {formatMoment(at)} and did not save it.
        </span>
        <Group gap="xs">
          <Button size="xs" onClick={onTake}>
            Go on with it
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard it
          </Button>
        </Group>
      </Group>
    </Notice>
  );
}
