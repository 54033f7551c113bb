import { me } from "@kontor/contract/session/session";
import { useEffect, useEffectEvent } from "react";

import { call } from "../../platform/api.ts";
import { confirm, useIsQuestionOpen } from "../../platform/message/confirm.tsx";
import { idleFor } from "../../platform/tabs/last-use.ts";

const minute = 60_000;
/** The server ends a session after 30 minutes without a call; two minutes before it we ask. */
const limit = 30 * minute;
const warning = limit - 2 * minute;
/** Interval of the check, in milliseconds. */
const interval = 15_000;

/**
 * Asks whether the user is still there before an idle session ends, and leaves the screen when it
 * has ended, so that passers-by cannot read it.
 */
export function useIdleQuestion(): void {
  const isQuestionOpen = useIsQuestionOpen();
  const look = useEffectEvent(async () => {
    const idle = idleFor();
    // The server decides: calls of another device do not count for this session.
    if (idle >= limit)
      return call(me, {}, { quiet: true, unattended: true }).catch(() => undefined);
    if (idle < warning || isQuestionOpen) return undefined;
    const stays = await confirm(
      "Stay signed in?",
      "Nothing was done here for a while, and the session ends in two minutes.",
    );
    return stays ? call(me, {}, { quiet: true }).catch(() => undefined) : undefined;
  });
  useEffect(() => {
    const timer = setInterval(() => void look(), interval);
    return () => clearInterval(timer);
  }, []);
}
