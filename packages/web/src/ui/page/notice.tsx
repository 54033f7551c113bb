import { Alert } from "@mantine/core";
import { IconAlertTriangle, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./notice.module.css";

type NoticeProps = {
  title?: string;
  icon?: Icon;
  /** It has just appeared, and screen readers announce it at once. */
  role?: "alert";
  children: ReactNode;
};

/** What the user should know before going on; nothing is broken. */
export function Notice({ title, icon: Sign = IconAlertTriangle, role, children }: NoticeProps) {
  return (
    <Alert
      title={title}
      icon={<Sign size={18} aria-hidden />}
      classNames={{
        root: classes.notice,
        icon: classes.strong,
        label: classes.strong,
        message: classes.message,
      }}
      role={role ?? "note"}
    >
      {children}
    </Alert>
  );
}
