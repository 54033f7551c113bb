import { getMe } from "@kontor/contract/session/session";
import { useEffect, useEffectEvent, useRef } from "react";

import { call } from "../../platform/api.ts";
import { confirm, useIsQuestionOpen } from "../../platform/message/confirm.tsx";
import { idleTime } from "../../platform/tabs/last-activity.ts";

const minute = 60_000;
/**
 * The server ends a session after 30 minutes without a call. The question comes two minutes
 * earlier.
 */
const sessionTimeout = 30 * minute;
const warnAfter = sessionTimeout - 2 * minute;
/** The interval between checks, in milliseconds. */
const checkInterval = 15_000;
/** Typing for this long without a call extends the session, in milliseconds. */
const extendAfter = 5 * minute;

/** A call that the server counts as use of the session. */
const extendSession = () => call(getMe, {}, { quiet: true }).catch(() => undefined);

const activityEvents = ["keydown", "pointerdown"] as const;

/**
 * Extends the session while the user types or clicks, since a long form is filled in without calls.
 * Asks once whether the user is still there before an idle session ends, and leaves the screen
 * after it has ended, so that passers-by cannot read it.
 */
export function useIdleQuestion(): void {
  const isQuestionOpen = useIsQuestionOpen();
  const wasActive = useRef(false);
  const declined = useRef(false);
  const check = useEffectEvent(async () => {
    const idle = idleTime();
    if (idle < warnAfter) declined.current = false;
    // The server decides: calls of another device do not count for this session.
    if (idle >= sessionTimeout)
      return call(getMe, {}, { quiet: true, unattended: true }).catch(() => undefined);
    if (isQuestionOpen || declined.current) return undefined;
    if (wasActive.current && idle >= extendAfter) {
      wasActive.current = false;
      return extendSession();
    }
    if (idle < warnAfter) return undefined;
    const stays = await confirm(
      "Stay signed in?",
      "You have been inactive for a while. Your session ends in two minutes.",
    );
    // The key press or click that answered the question must not also extend the session.
    wasActive.current = false;
    declined.current = !stays;
    return stays ? extendSession() : undefined;
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), checkInterval);
    const onActivity = () => {
      wasActive.current = true;
    };
    for (const event of activityEvents)
      window.addEventListener(event, onActivity, { capture: true });
    return () => {
      clearInterval(timer);
      for (const event of activityEvents)
        window.removeEventListener(event, onActivity, { capture: true });
    };
  }, []);
}
