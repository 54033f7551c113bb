import "@mantine/notifications/styles.layer.css";
import { notifications, Notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

/**
 * The stack of messages, at the foot of the sidebar. There it covers neither the title, tabs and
 * filters at the top of a screen nor the buttons at the end of a form.
 */
export function Toasts() {
  return <Notifications position="bottom-left" limit={4} containerWidth={380} />;
}

const looks = {
  success: { color: "green", role: "status", icon: <IconCheck size={16} aria-hidden /> },
  error: { color: "red", role: "alert", icon: <IconAlertCircle size={16} aria-hidden /> },
} as const;

/**
 * Shows a message for `duration` milliseconds. The same sentence is shown only once at a time,
 * because several requests of one screen often fail for the same reason.
 */
export function showToast(
  kind: keyof typeof looks,
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
    ...looks[kind],
  });
}
