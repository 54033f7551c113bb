import { formatCounted } from "@kontor/contract/format";
import { discardableStatuses } from "@kontor/contract/settings/mails";
import { Button } from "@mantine/core";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useDiscardMails, type Mail, type Mails } from "../data.ts";

const statusLabels: Record<(typeof discardableStatuses)[number], string> = {
  WAITING: "waiting",
  FAILED: "failed",
};

type DiscardAllProps = {
  /** The list as the user sees it. */
  mails: Mails | undefined;
  /** Whether the list still belongs to the previous filters. */
  isOutdated: boolean;
  /** The filters of the list. */
  status: Mail["status"] | undefined;
  search: string | undefined;
};

/** A button that discards every mail of a list of waiting or of failed mails, on all its pages. */
export function DiscardAll({ mails, isOutdated, status: shown, search }: DiscardAllProps) {
  const discard = useDiscardMails();
  const status = discardableStatuses.find((each) => each === shown);
  if (mails === undefined || mails.newest_id === null || status === undefined) return null;
  const { newest_id } = mails;
  const count = mails.counts[status];
  if (count === 0) return null;
  const discardAll = async () => {
    const emails = formatCounted(count, `${statusLabels[status]} email`);
    const matching = search === undefined ? "" : ` that match “${search}”`;
    const detail =
      "They are not sent. They stay in the Outbox, from which those without a code can still be sent.";
    if (!(await confirm(`Discard ${emails}${matching}?`, detail))) return;
    discard.mutate(
      { input: { status, search, newest_id } },
      {
        onSuccess: ({ discarded }) =>
          notifySuccess(`${formatCounted(discarded, "email was", "emails were")} discarded.`),
      },
    );
  };
  return (
    <Button
      variant="default"
      disabled={isOutdated}
      loading={discard.isPending}
      onClick={() => void discardAll()}
    >
      Discard All
    </Button>
  );
}
