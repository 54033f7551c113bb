import { ComboboxChevron, InputBase } from "@mantine/core";
import { Suspense, useState } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";
import type { SearchSelectProps } from "./choice.ts";

const SearchSelectField = lazyPart(() => import("./search-select-field.tsx"), "SearchSelectField");

/**
 * A field that searches its choices on the server while the user types, for lists of any length. What chooses
 * is loaded when the first one is shown; until then a field stands there that looks the same, and whose
 * focus and typed text it takes over.
 */
export function SearchSelect(props: SearchSelectProps) {
  const [entered, setEntered] = useState<string | null>(null);
  return (
    <Suspense fallback={<RestingField {...props} typed={entered} onType={setEntered} />}>
      <SearchSelectField {...props} entered={entered} />
    </Suspense>
  );
}

type RestingFieldProps = SearchSelectProps & {
  /** What is in the field once it has the focus; null before. */
  typed: string | null;
  onType: (text: string) => void;
};

function RestingField({ inputRef, typed, onType, ...props }: RestingFieldProps) {
  return (
    <InputBase
      ref={inputRef}
      data-path={props.path}
      {...(props.bare ? { "aria-label": props.label } : { label: props.label })}
      description={props.description}
      error={props.error}
      required={props.required}
      withAsterisk={false}
      disabled={props.disabled}
      placeholder={props.placeholder}
      {...props.space}
      value={typed ?? props.selected?.label ?? ""}
      rightSectionPointerEvents="none"
      rightSection={<ComboboxChevron />}
      onChange={(event) => onType(event.currentTarget.value)}
      onFocus={(event) => {
        event.currentTarget.select();
        onType(event.currentTarget.value);
      }}
    />
  );
}
