import "@mantine/notifications/styles.layer.css";
import { notifications, Notifications, notificationsStore } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { shownErrors } from "./shown-errors.ts";

import classes from "./toasts.module.css";

/**
 * The stack of messages, at the foot of the sidebar. There it covers neither the title, tabs and
 * filters at the top of a screen nor the buttons at the end of a form. On a phone it is at the top.
 */
export function Toasts() {
  return (
    <Notifications
      position="bottom-left"
      limit={4}
      containerWidth={380}
      classNames={{ root: classes.root }}
    />
  );
}

const kindProps = {
  success: { color: "green", role: "status", icon: <IconCheck size={16} aria-hidden /> },
  error: { color: "red", role: "alert", icon: <IconAlertCircle size={16} aria-hidden /> },
} as const;

const errorIdPrefix = "error: ";

/** How long a closing message stays readable, in milliseconds. */
const fadeOutTime = 400;
let fadingTimer: ReturnType<typeof setTimeout> | undefined;

notificationsStore.subscribe(({ notifications: shown, queue }) => {
  const ids = [...shown, ...queue].map(({ id }) => id ?? "");
  const errors = ids
    .filter((id) => id.startsWith(errorIdPrefix))
    .map((id) => id.slice(errorIdPrefix.length));
  shownErrors.set(new Set([...shownErrors.get(), ...errors]));
  clearTimeout(fadingTimer);
  fadingTimer = setTimeout(() => shownErrors.set(new Set(errors)), fadeOutTime);
});

/**
 * Shows a message for `duration` milliseconds. The same sentence is shown only once at a time,
 * because several requests of one screen often fail for the same reason.
 */
export function showToast(
  kind: keyof typeof kindProps,
  message: string,
  duration: number,
  link?: ReactNode,
): void {
  notifications.show({
    id: `${kind}: ${message}`,
    message: (
      <>
        {message} {link}
      </>
    ),
    autoClose: duration,
    ...kindProps[kind],
  });
}
