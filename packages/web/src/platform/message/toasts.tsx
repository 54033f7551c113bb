import { notifications, Notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";

/** The stack of messages, at the top in the middle, where it covers none of a screen's buttons. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} containerWidth={380} />;
}

const looks = {
  success: { color: "green", role: "status", icon: <IconCheck size={16} aria-hidden /> },
  error: { color: "red", role: "alert", icon: <IconAlertCircle size={16} aria-hidden /> },
} as const;

/**
 * Shows a message for `duration` milliseconds. The same sentence stands there once at a time, because
 * several requests of one screen tend to fail for one reason.
 */
export function showToast(kind: keyof typeof looks, message: string, duration: number): void {
  notifications.show({
    id: `${kind}: ${message}`,
    message,
    autoClose: duration,
    ...looks[kind],
  });
}
