import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { filterWidth, minFilterWidth } from "../filter/filter-width.ts";
import { SavedViews } from "../views/saved-views.tsx";

type SearchBoxProps = {
  /** Its visible label, such as "Search organizations". */
  label: string;
  /** The current search text; the page keeps it in the address. */
  value: string;
  /** Called when typing has paused, and immediately when the box is emptied. */
  onSearch: (text: string) => void;
  /** The list whose saved views are shown beside the box; without it none are. */
  views?: ViewedList;
  /** In pixels; on a phone the box takes the full width. */
  width?: number;
};

/** The width in which a placeholder is not cut off, in pixels: its letters, the icon and the edges. */
const widthFor = (label: string) => Math.max(minFilterWidth, 54 + Math.ceil(label.length * 7.2));

/** How long typing must pause before a search starts, in milliseconds. */
const searchDelay = 300;

/**
 * A search box that follows the address: the browser's back button restores the earlier text. The
 * user's saved views of the list are beside it.
 */
export function SearchBox({ views, ...box }: SearchBoxProps) {
  return (
    <>
      <Box {...box} />
      {views && <SavedViews of={views} />}
    </>
  );
}

function Box({ label, value, onSearch, width = 280 }: Omit<SearchBoxProps, "views">) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (known !== value) {
    setKnown(value);
    setSent(value);
    // If the value is the one that was sent, newer input in the box is kept.
    if (value !== sent) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, wait: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next.trim());
      onSearch(next.trim());
    }, wait);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      {...filterWidth(width, widthFor(label))}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== "" && (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => search("", 0)} />
        )
      }
      onChange={(event) => search(event.currentTarget.value, searchDelay)}
    />
  );
}
