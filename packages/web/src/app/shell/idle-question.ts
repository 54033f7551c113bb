import { getMe } from "@kontor/contract/session/session";
import { useEffect, useEffectEvent, useRef } from "react";

import { call } from "../../platform/api.ts";
import { confirm, useIsQuestionOpen } from "../../platform/message/confirm.tsx";
import { idleFor } from "../../platform/tabs/last-use.ts";

const minute = 60_000;
/**
 * The server ends a session after 30 minutes without a call. The question comes two minutes
 * earlier.
 */
const limit = 30 * minute;
const warning = limit - 2 * minute;
/** The interval between checks, in milliseconds. */
const interval = 15_000;
/** Typing for this long without a call extends the session, in milliseconds. */
const extension = 5 * minute;

/** A call that the server counts as use of the session. */
const extend = () => call(getMe, {}, { quiet: true }).catch(() => undefined);

const touches = ["keydown", "pointerdown"] as const;

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
    const idle = idleFor();
    if (idle < warning) declined.current = false;
    // The server decides: calls of another device do not count for this session.
    if (idle >= limit)
      return call(getMe, {}, { quiet: true, unattended: true }).catch(() => undefined);
    if (isQuestionOpen || declined.current) return undefined;
    if (wasActive.current && idle >= extension) {
      wasActive.current = false;
      return extend();
    }
    if (idle < warning) return undefined;
    const stays = await confirm(
      "Stay signed in?",
      "You have been inactive for a while. Your session ends in two minutes.",
    );
    // The key press or click that answered the question must not also extend the session.
    wasActive.current = false;
    declined.current = !stays;
    return stays ? extend() : undefined;
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), interval);
    const onActivity = () => {
      wasActive.current = true;
    };
    for (const event of touches) window.addEventListener(event, onActivity, { capture: true });
    return () => {
      clearInterval(timer);
      for (const event of touches) window.removeEventListener(event, onActivity, { capture: true });
    };
  }, []);
}
