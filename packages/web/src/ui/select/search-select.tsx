import { ComboboxChevron, InputBase } from "@mantine/core";
import { Suspense, useState } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";
import type { SearchSelectProps } from "./choice.ts";

const SearchSelectField = lazyPart(() => import("./search-select-field.tsx"), "SearchSelectField");

/**
 * A field that searches its choices on the server while the user types, for lists of any length. What chooses
 * is loaded when the first one is shown; until then a field stands there that looks the same, and whose
 * focus it takes over.
 */
export function SearchSelect(props: SearchSelectProps) {
  const [entered, setEntered] = useState(false);
  return (
    <Suspense fallback={<RestingField {...props} onEnter={() => setEntered(true)} />}>
      <SearchSelectField {...props} entered={entered} />
    </Suspense>
  );
}

function RestingField({
  inputRef,
  onEnter,
  ...props
}: SearchSelectProps & { onEnter: () => void }) {
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
      value={props.selected?.label ?? ""}
      rightSectionPointerEvents="none"
      rightSection={<ComboboxChevron />}
      // It can be the first field of a form, which a read-only one is not.
      onChange={() => undefined}
      onFocus={onEnter}
    />
  );
}
