import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

import { useIsQuestionOpen } from "../platform/message/confirm.tsx";
import { useFocusBack } from "../platform/message/use-focus-back.ts";

import classes from "./dialog.module.css";

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Called after the dialog has closed. */
  onExited?: () => void;
  title: ReactNode;
  /** `form`: 11/12 of a small screen, 2/3 from the small breakpoint, 1/2 from the medium one. `wide`: 70vw. */
  width?: "form" | "wide";
  children: ReactNode;
};

/** A dialog above the page. Escape does not close it while a question is open above it. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, onExited, title, width = "form", children } = props;
  const isQuestionOpen = useIsQuestionOpen();
  useFocusBack();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={title}
      closeOnEscape={!isQuestionOpen}
      size="auto"
      classNames={{ content: classes.content }}
      attributes={{ content: { "data-width": width } }}
    >
      {children}
    </Modal>
  );
}
