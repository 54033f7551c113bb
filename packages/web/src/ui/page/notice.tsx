import { Alert } from "@mantine/core";
import { IconAlertTriangle, type Icon } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";

import { focusInsteadOfDisabled } from "../../platform/message/return-focus.ts";

import classes from "./notice.module.css";

type NoticeProps = {
  title?: string;
  icon?: Icon;
  /** For a notice that has just appeared: screen readers announce it immediately. */
  role?: "alert";
  children: ReactNode;
};

/** Information that the user needs before continuing. It is not an error. */
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

/**
 * Says in a form what somebody else did since it was opened. It takes the focus if the pressed
 * button lost it, because nothing is left to submit.
 */
export function MeanwhileNotice({
  title = "This has changed while you were working",
  children,
}: {
  title?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusInsteadOfDisabled(box.current), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice title={title} role="alert">
        {children}
      </Notice>
    </div>
  );
}
