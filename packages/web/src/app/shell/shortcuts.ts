import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";

import { topmostDialog } from "../../platform/message/topmost-dialog.ts";
import type { NavigationPage } from "./navigation.ts";

/** The letter after `g` must follow within this many milliseconds. */
const sequenceTimeout = 1500;

/**
 * While the code of the palette is loading, keys are collected for it for at most this many
 * milliseconds. After that they have their usual effect, even if the palette cannot be loaded.
 */
const openingTimeout = 3000;

const textFieldSelector = "input, textarea, select, [contenteditable='true'], [role='combobox']";

/** Whether the focus is in a text field, where letters are input. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textFieldSelector) !== null;
}

/**
 * The form that Ctrl+Enter submits: the one around the field, or else the only one of the dialog or
 * page.
 */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  const around = target instanceof Element ? target.closest("form") : null;
  if (around !== null) return around;
  const forms = (topmostDialog() ?? document.querySelector("main"))?.querySelectorAll("form");
  return forms?.length === 1 ? (forms[0] ?? null) : null;
}

/**
 * Submits a form by clicking its submit button, which does nothing if the button is disabled.
 *
 * @returns whether there was a button to click.
 */
function submitForm(form: HTMLFormElement | null): boolean {
  const buttons = [...(form?.elements ?? [])].filter(
    (each): each is HTMLButtonElement =>
      each instanceof HTMLButtonElement && each.type === "submit",
  );
  const button = buttons.at(-1);
  if (!form || !button || button.disabled || button.dataset["loading"] !== undefined) return false;
  form.requestSubmit(button);
  return true;
}

/** Clicks the page's button for adding something, which has a marker attribute. */
function pressNew(): boolean {
  const button = document.querySelector<HTMLElement>("main [data-shortcut='new']");
  button?.click();
  return button !== null;
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("main input[type='search']");
  box?.focus();
  box?.select();
  return box !== null;
}

/**
 * The text for the palette after another key.
 *
 * @returns null if the key types nothing, such as Tab.
 */
function textAfterKey(text: string, key: string): string | null {
  if (key === "Backspace") return text.slice(0, -1);
  // There is nothing to choose from yet, and Enter must not activate the focused element.
  if (key === "Enter") return text;
  return key.length === 1 ? text + key : null;
}

/** What is typed between the opening of the palette and its focus. */
type TypeAhead = {
  /**
   * Keeps what is typed from now on.
   *
   * @param at the time stamp of the event that opens the palette.
   */
  start: (at: number) => void;
  /** Takes what was typed. */
  take: () => string;
};

type ShortcutOptions = {
  /** The pages that the user may open. A letter after `g` opens one. */
  pages: readonly NavigationPage[];
  /** Whether the palette is open or opening. */
  finding: boolean;
  onPalette: () => void;
  onHelp: () => void;
};

/**
 * The keyboard shortcuts of the app. Ctrl or ⌘ with K opens the palette, with Enter submits the
 * form. `/` focuses the search of the list, `n` adds to the list, `?` shows the shortcuts, and `g`
 * with a letter opens a page. Single letters are ignored while the user types or a dialog is open.
 *
 * @returns what is typed before the palette has the focus. Another way of opening it calls `start`.
 */
export function useShortcuts(options: ShortcutOptions): TypeAhead {
  const { pages, finding, onPalette, onHelp } = options;
  const router = useRouter();
  const goUntil = useRef(0);
  const typedAhead = useRef({ text: "", until: 0 });
  const start = (at: number): void => {
    typedAhead.current = { text: "", until: at + openingTimeout };
  };
  /** Keeps a key for the palette that is opening. @returns whether it did. */
  const collectKey = ({ key, timeStamp }: KeyboardEvent): boolean => {
    if (typedAhead.current.until <= timeStamp) return false;
    const text = textAfterKey(typedAhead.current.text, key);
    if (text !== null) typedAhead.current.text = text;
    return text !== null;
  };
  const single = (key: string, at: number): boolean => {
    if (goUntil.current > at) {
      goUntil.current = 0;
      const page = pages.find((each) => each.key === key);
      if (page) void router.navigate(page.link);
      return page !== undefined;
    }
    if (key === "g") {
      goUntil.current = at + sequenceTimeout;
      return true;
    }
    if (key === "?") {
      onHelp();
      return true;
    }
    if (key === "/") return focusSearch();
    return key === "n" && pressNew();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.shiftKey) return;
      if (event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (!finding) start(event.timeStamp);
        onPalette();
      }
      if (event.key === "Enter" && submitForm(formOf(event.target))) event.preventDefault();
      return;
    }
    if (collectKey(event)) {
      event.preventDefault();
      return;
    }
    if (isTextField(event.target) || topmostDialog() !== undefined) return;
    if (single(event.key, event.timeStamp)) event.preventDefault();
  });
  useEffect(() => {
    // On the window, so that a screen's own key handlers run first.
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const take = (): string => {
    const { text } = typedAhead.current;
    typedAhead.current = { text: "", until: 0 };
    return text;
  };
  return { start, take };
}
