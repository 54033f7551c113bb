import "@mantine/tiptap/styles.layer.css";
import { richTextProfiles, type RichTextProfileName } from "@kontor/contract/rich-text";
import { Input } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { useEditor, useEditorState, type Editor } from "@tiptap/react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { cleanPastedHtml } from "./pasted-html.ts";
import { findMention, type Placeholder } from "./placeholder-chips.ts";
import {
  createPlaceholderList,
  PlaceholderList,
  placeholderSuggestion,
} from "./placeholder-list.tsx";
import { extensionsFor, isOneLine } from "./rich-text-extensions.ts";
import { copiedSlice, pastedSlice, htmlToDocument, editorToHtml } from "./rich-text-html.ts";
import { RichTextToolbar } from "./rich-text-toolbar.tsx";

import classes from "./rich-text-editor.module.css";

export type RichTextEditorProps = {
  /** The visible label, which is also the accessible name of the text box. */
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Shown while the editor is empty. */
  placeholder?: string;
  /** What the text may contain. It determines the toolbar and what is kept of a paste. */
  allow: RichTextProfileName;
  /**
   * Offered after @ and shown as chips; in `value` each is plain `{{name}}`. They must not change
   * while the editor is mounted.
   */
  placeholders?: readonly Placeholder[];
  /** HTML; the empty string for no content. */
  value: string;
  onChange: (html: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  /** The initial height; the editor grows with the text. A subject has one line. */
  size?: "md" | "lg";
  /** The path by which a form finds its field. */
  "data-path"?: string;
};

const none: readonly Placeholder[] = [];

/**
 * The editor itself. Screens use `RichTextEditor` of rich-text-editor.tsx, which loads this
 * component.
 */
export function RichTextSurface(props: RichTextEditorProps) {
  const { label, description, error, required, placeholder, allow, value } = props;
  const { placeholders = none, size = "md" } = props;
  const id = useId();
  const [list] = useState(createPlaceholderList);
  const editor = useHtmlEditor(props, id, list);
  const blank = useEditorState({ editor, selector: () => isEmptyParagraph(editor) });
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      required={required}
      withAsterisk={false}
    >
      <RichTextEditor
        editor={editor}
        variant="subtle"
        className={classes.editor}
        data-described={Boolean(description) || undefined}
        data-invalid={Boolean(error) || undefined}
        data-disabled={props.disabled || undefined}
      >
        <RichTextToolbar editor={editor} allow={allow} placeholders={placeholders} label={label} />
        <div
          className={classes.page}
          data-size={isOneLine(allow) ? "line" : size}
          data-paper={richTextProfiles[allow].styles.length > 0 || undefined}
        >
          {blank && value === "" && placeholder !== undefined && (
            <span className={classes.placeholder} aria-hidden>
              {placeholder}
            </span>
          )}
          <RichTextEditor.Content />
        </div>
      </RichTextEditor>
      {placeholders.length > 0 && (
        <PlaceholderList store={list} id={`${id}-list`} textbox={editor.view.dom} />
      )}
    </Input.Wrapper>
  );
}

/** True for a single empty paragraph, where a placeholder text fits. */
function isEmptyParagraph(editor: Editor): boolean {
  const { doc } = editor.state;
  return doc.childCount === 1 && doc.firstChild?.isTextblock === true && doc.content.size === 2;
}

/** An editor in sync with the HTML in `value`, in both directions. */
function useHtmlEditor(
  props: RichTextEditorProps,
  id: string,
  list: ReturnType<typeof createPlaceholderList>,
): Editor {
  const { allow, value, disabled = false, placeholders = none } = props;
  const handlers = useRef(props);
  // The last value that the editor emitted. Any other value comes from outside and must be parsed.
  const given = useRef(value);
  const [extensions] = useState(() =>
    extensionsFor(
      allow,
      placeholders.length > 0 ? placeholderSuggestion(placeholders, list, findMention) : null,
    ),
  );
  const [content] = useState(() => htmlToDocument(value, extensions, placeholders));
  useEffect(() => {
    handlers.current = props;
  });
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    editorProps: {
      attributes: textboxAttributes(props, id),
      // Submits the form, as in every field; the editor would insert a break.
      handleDOMEvents: {
        keydown: (_view, event) => event.key === "Enter" && (event.ctrlKey || event.metaKey),
      },
      transformPastedHTML: cleanPastedHtml,
      transformCopied: (slice, view) => copiedSlice(slice, view.state.schema),
      transformPasted: (slice, view) => pastedSlice(slice, view.state.schema, allow, placeholders),
    },
    onUpdate: ({ editor: changed }) => {
      given.current = editorToHtml(changed);
      handlers.current.onChange(given.current);
    },
    onFocus: () => handlers.current.onFocus?.(),
    onBlur: () => handlers.current.onBlur?.(),
  });
  useEffect(() => {
    if (value === given.current) return;
    given.current = value;
    editor.commands.setContent(htmlToDocument(value, extensions, placeholders), {
      emitUpdate: false,
    });
  }, [editor, value, extensions, placeholders]);
  return editor;
}

/** Attributes that make the editable element a text field: its name, description and state. */
function textboxAttributes(props: RichTextEditorProps, id: string): Record<string, string> {
  const { allow, description, error, required, disabled } = props;
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return {
    role: "textbox",
    "aria-labelledby": `${id}-label`,
    "aria-multiline": String(!isOneLine(allow)),
    ...(described.length > 0 ? { "aria-describedby": described.join(" ") } : {}),
    ...(error ? { "aria-invalid": "true" } : {}),
    ...(required ? { "aria-required": "true" } : {}),
    ...(disabled ? { "aria-disabled": "true" } : {}),
    ...(props["data-path"] === undefined ? {} : { "data-path": props["data-path"] }),
  };
}
