import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

import { useIsAsking } from "../platform/confirm.tsx";

import classes from "./form-dialog.module.css";

type FormDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** `form`: 11/12 of a small screen, 2/3 from the small breakpoint, 1/2 from the medium one. `wide`: 70vw. */
  width?: "form" | "wide";
  children: ReactNode;
};

/**
 * A dialog that holds a form. A click beside it does not close it, since that would lose what was
 * typed; nor does Escape while a question stands above it.
 */
export function FormDialog({ opened, onClose, title, width = "form", children }: FormDialogProps) {
  const asking = useIsAsking();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
      size="auto"
      classNames={{ content: classes.content }}
      attributes={{ content: { "data-width": width } }}
    >
      {children}
    </Modal>
  );
}

/** The row of buttons at the end of a form, inside a dialog or on a page. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
