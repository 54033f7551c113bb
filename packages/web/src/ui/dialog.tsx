import { Modal } from "@mantine/core";
import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";

import { useIsQuestionOpen } from "../platform/message/confirm.tsx";
import { useReturnFocus } from "../platform/message/return-focus.ts";

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

/**
 * Selects the text of a field that Tab reaches, so that typing replaces it. Browsers do so, but not
 * for a focus that was moved by code, and a dialog moves it on every Tab to keep it inside.
 */
function useSelectOnTab() {
  const isTab = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      isTab.current = key === "Tab";
    },
    onKeyUpCapture: () => {
      isTab.current = false;
    },
    onFocusCapture: ({ target }: FocusEvent) => {
      if (isTab.current && target instanceof HTMLInputElement) target.select();
    },
  };
}

/** A dialog above the page. Escape does not close it while a question is open above it. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, onExited, title, width = "form", children } = props;
  const isQuestionOpen = useIsQuestionOpen();
  useReturnFocus();
  const selecting = useSelectOnTab();
  return (
    <Modal
      {...selecting}
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
