import { me } from "@kontor/contract/session/session";
import { useEffect, useEffectEvent } from "react";

import { call } from "../../platform/api.ts";
import { confirm, useIsAsking } from "../../platform/message/confirm.tsx";
import { idleFor } from "../../platform/tabs/last-use.ts";

const minute = 60_000;
/** The server ends a session after 30 minutes without a call; two minutes before it we ask. */
const limit = 30 * minute;
const warning = limit - 2 * minute;
/** How often we look, in milliseconds. */
const interval = 15_000;

/**
 * Asks whether somebody is still there before the session ends for want of use, and leaves the screen when
 * it has ended, so that it is not visible to passers-by.
 */
export function useIdleQuestion(): void {
  const asking = useIsAsking();
  const look = useEffectEvent(async () => {
    const idle = idleFor();
    // The server says the last word: a call of another device does not count for this session.
    if (idle >= limit)
      return call(me, {}, { quiet: true, unattended: true }).catch(() => undefined);
    if (idle < warning || asking) return undefined;
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
