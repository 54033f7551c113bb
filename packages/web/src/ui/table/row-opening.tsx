import { UnstyledButton } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

import { TextLink } from "../text-link.tsx";

import classes from "./data-table.module.css";

/** What a row opens: a page, or something on the same page. */
export type OpenTarget = LinkProps | (() => void);

/** The cell by which a row is opened: a link, so that it can be opened in a new tab, or a button. */
export function Opening({ target, children }: { target: OpenTarget; children: ReactNode }) {
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

/** Opens a row that was clicked beside its link, unless the click meant something in it or marked text. */
export function openByClick(event: MouseEvent<HTMLElement>): void {
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

/** The arrow keys lead from a row's link to that of the next row; Enter opens it as it opens every link. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
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
