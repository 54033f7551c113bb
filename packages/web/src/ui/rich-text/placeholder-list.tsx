import { Portal } from "@mantine/core";
import type { MentionNodeAttrs } from "@tiptap/extension-mention";
import type { SuggestionProps } from "@tiptap/suggestion";
import { useEffect, useLayoutEffect, useRef } from "react";

import { createStore, useStore, type Store } from "../../platform/store.ts";
import {
  matchingPlaceholders,
  type ChipSuggestion,
  type Placeholder,
} from "./placeholder-chips.ts";

import classes from "./rich-text-editor.module.css";

/** The list below the cursor while a mention is typed; `active` counts from 0. */
type OpenList = {
  items: readonly Placeholder[];
  active: number;
  mount: SuggestionProps["mount"];
  choose: (placeholder: Placeholder) => void;
};

export type PlaceholderListStore = Store<OpenList | null>;

export function createPlaceholderList(): PlaceholderListStore {
  return createStore<OpenList | null>(null);
}

type Suggested = SuggestionProps<Placeholder, MentionNodeAttrs>;

/** Connects the text typed after @ with the list in the store. */
export function placeholderSuggestion(
  placeholders: readonly Placeholder[],
  list: PlaceholderListStore,
  matcher: NonNullable<ChipSuggestion["findSuggestionMatch"]>,
): ChipSuggestion {
  const show = ({ items, loading, mount, command }: Suggested) => {
    // The library provides the items a moment later. Until then the list stays as it is.
    if (loading) return;
    const choose = ({ name, label }: Placeholder) => command({ id: name, label });
    list.set(items.length > 0 ? { items, active: 0, mount, choose } : null);
  };
  return {
    char: "@",
    // With spaces allowed, Escape closes the list until another mention begins.
    allowSpaces: true,
    findSuggestionMatch: matcher,
    items: ({ query }) => matchingPlaceholders(placeholders, query),
    command: ({ editor, range, props }) => {
      editor.chain().focus().insertContentAt(range, { type: "mention", attrs: props }).run();
    },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => list.set(null),
      onKeyDown: ({ event }) => handleListKey(list, event.key),
    }),
  };
}

/** Handles a key press in the list. @returns whether the list used the key. */
function handleListKey(list: PlaceholderListStore, key: string): boolean {
  const open = list.get();
  if (!open) return false;
  const { items, active, choose } = open;
  const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[key];
  if (step !== undefined) {
    list.set({ ...open, active: (active + step) % items.length });
    return true;
  }
  const chosen = items[active];
  if ((key !== "Enter" && key !== "Tab") || !chosen) return false;
  choose(chosen);
  return true;
}

type PlaceholderListProps = {
  store: PlaceholderListStore;
  /** The id of the list. The ids of its options are `{id}-{index}`. */
  id: string;
  /** The element that the user types in. */
  textbox: HTMLElement;
};

/** The offered placeholders. The arrow keys, Enter and Escape control the list. */
export function PlaceholderList({ store, id, textbox }: PlaceholderListProps) {
  const open = useStore(store);
  useListboxAttributes(open, id, textbox);
  return open && <List open={open} id={id} />;
}

/** Announces the active option to screen readers, and keeps Escape from closing the dialog. */
function useListboxAttributes(open: OpenList | null, id: string, textbox: HTMLElement): void {
  useEffect(() => {
    textbox.setAttribute("aria-haspopup", "listbox");
    if (!open) return undefined;
    const attributes = {
      "aria-controls": id,
      "aria-activedescendant": `${id}-${open.active}`,
      "data-mantine-stop-propagation": "true",
    };
    for (const [name, value] of Object.entries(attributes)) textbox.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) textbox.removeAttribute(name);
    };
  }, [open, id, textbox]);
}

function List({ open, id }: { open: OpenList; id: string }) {
  const { items, active, mount, choose } = open;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (list.current ? mount(list.current) : undefined), [mount]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <Portal>
      <div ref={list} id={id} role="listbox" aria-label="Placeholders" className={classes.offers}>
        {items.map((placeholder, index) => (
          <div
            key={placeholder.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.offer}
            // The focus stays in the text, where the chip is inserted.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(placeholder);
            }}
          >
            {placeholder.label}
          </div>
        ))}
      </div>
    </Portal>
  );
}
