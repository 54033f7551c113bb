import { UnstyledButton } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";

import { TextLink } from "../text-link.tsx";

import classes from "./data-table.module.css";

/** What a row opens: a page, or something on the same page. */
export type OpenTarget = LinkProps | (() => void);

/** The cell that opens the row: a link, so that it can be opened in a new tab, or a button. */
export function RowLink({ target, children }: { target: OpenTarget; children: ReactNode }) {
  if (typeof target !== "function") {
    return (
      <TextLink {...target} data-opens className={classes.opening}>
        {children}
      </TextLink>
    );
  }
  return (
    <UnstyledButton data-opens className={classes.opening} onClick={target}>
      {children}
    </UnstyledButton>
  );
}

/**
 * Opens a row on a click beside its link, unless the click was on a control in the row or selected
 * text.
 */
export function openRowOnClick(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest("a, button, input, label, select, textarea") !== null) return;
  if (globalThis.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  currentTarget.querySelector("[data-opens]")?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys move the focus between the rows' links. Enter opens a link, as everywhere. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof Element) || !currentTarget.contains(target)) return;
  if (!target.matches("[data-opens]")) return;
  const openings = [...currentTarget.querySelectorAll<HTMLElement>("[data-opens]")];
  const next = openings[openings.findIndex((opening) => opening === target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** The rows of a table's list, without headings and messages. */
const rowsIn = (rows: Element | undefined): Element[] => [
  ...(rows?.querySelectorAll(":scope > [data-row]") ?? []),
];

const targetIn = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>("[data-opens]") ?? row.querySelector("button:enabled");

/**
 * Keeps the focus in the rows when the focused button disappears, with its row or while an action is
 * pending. The focus goes to what opens the row that is then in its place, or else to a button of
 * that row or of the nearest with one, or else to the `main` of the screen, so that a user of the
 * keyboard can go on from there.
 *
 * @returns the handlers of the element around the rows. They also see the focus in a row's menu.
 */
export function useKeepFocusInRows() {
  const focused = useRef<Element>(null);
  const place = useRef<{ rows: Element; index: number }>(null);
  // After every rendering, since any of them may have removed the button.
  useEffect(() => {
    const { activeElement, body } = document;
    if (focused.current?.isConnected !== false || activeElement !== body) return;
    focused.current = null;
    const { rows, index = 0 } = place.current ?? {};
    const targets = rowsIn(rows).map(targetIn);
    const next =
      targets.slice(index).find((target) => target !== null) ??
      targets.findLast((target) => target !== null) ??
      document.querySelector("main");
    next?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target, currentTarget: rows }: FocusEvent<HTMLElement>) => {
      focused.current = target;
      const index = rowsIn(rows).findIndex((row) => row.contains(target));
      if (index !== -1) place.current = { rows, index };
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
