import type { RichTextProfileName } from "@kontor/contract/rich-text";
import { Input, Skeleton } from "@mantine/core";
import { Suspense } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import type { RichTextEditorProps } from "./rich-text-surface.tsx";

import classes from "./rich-text-editor.module.css";

const RichTextSurface = lazyComponent(() => import("./rich-text-surface.tsx"), "RichTextSurface");

/** Single-line profiles have their own height. */
const singleLineSizes: { readonly [Name in RichTextProfileName]?: string } = {
  subject: "line",
  line: "bare",
};

/**
 * The rich text editor of all screens. Its code is loaded when the first one is shown. Until then a
 * field of the same size is shown.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, description, allow, size = "md" } = props;
  return (
    <Suspense
      fallback={
        <Input.Wrapper {...{ label, description }} labelElement="div">
          <Skeleton className={classes.awaited} data-size={singleLineSizes[allow] ?? size} />
        </Input.Wrapper>
      }
    >
      <RichTextSurface {...props} />
    </Suspense>
  );
}
