import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

type SearchBoxProps = {
  /** Its visible label, such as "Search organizations". */
  label: string;
  /** What is searched for now; the page keeps it in the address. */
  value: string;
  /** Called when typing has paused, and at once when the box is emptied. */
  onSearch: (text: string) => void;
  /** In pixels; a phone gives it the whole width. */
  width?: number;
};

/** How long typing must pause before a search starts, in milliseconds. */
const pause = 300;

/** A search box that follows the address: going back in the browser brings the older text back. */
export function SearchBox({ label, value, onSearch, width = 280 }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (known !== value) {
    setKnown(value);
    setSent(value);
    // What comes back is what was sent: the box may hold more by now, and keeps it.
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
      w={{ base: "100%", sm: width }}
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
