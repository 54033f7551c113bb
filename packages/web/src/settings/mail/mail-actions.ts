import { formatCount, formatCounted } from "@kontor/contract/format";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useDiscardMail, useRetryMail, type Mail } from "../data.ts";

/** What can be done with mails that were not sent; each reports its outcome. */
export function useMailActions() {
  const retrying = useRetryMail();
  const discarding = useDiscardMail();

  const retry = async (rows: readonly Mail[]) => {
    const count = await countSucceeded(rows, ({ id }) => retrying.mutateAsync({ input: { id } }));
    if (count === 1) notifySuccess("The email is being sent again.");
    if (count > 1) notifySuccess(`${formatCount(count)} emails are being sent again.`);
  };
  const discard = async (rows: readonly Mail[]) => {
    const count = await countSucceeded(rows, ({ id }) => discarding.mutateAsync({ input: { id } }));
    if (count > 0) notifySuccess(`${formatCounted(count, "email was", "emails were")} discarded.`);
  };
  return { retry, discard };
}

/** Does something to each row, one after the other. @returns for how many it succeeded. */
async function countSucceeded(
  rows: readonly Mail[],
  act: (mail: Mail) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (const row of rows) if (await succeeds(act(row))) count += 1;
  return count;
}
