import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { roomyFilter } from "../filter/roomy-filter.ts";
import { SavedViews } from "../views/saved-views.tsx";

type SearchBoxProps = {
  /** Its visible label, such as "Search organizations". */
  label: string;
  /** The present search; the page keeps it in the address. */
  value: string;
  /** Called when typing has paused, and at once when the box is emptied. */
  onSearch: (text: string) => void;
  /** The list whose views stand beside the box; without it there are none. */
  views?: ViewedList;
  /** In pixels; a phone gives it the whole width. */
  width?: number;
};

/** How long typing must pause before a search starts, in milliseconds. */
const pause = 300;

/**
 * A search box that follows the address: going back in the browser brings the older text back. Beside it stand the
 * views that the user has saved of the list.
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
    // The value that comes back is the one sent: newer input in the box is kept.
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
      {...roomyFilter(width)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== "" && (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => search("", 0)} />
        )
      }
      onChange={(event) => search(event.currentTarget.value, pause)}
    />
  );
}
