import { isAllowedLink } from "@kontor/contract/rich-text";
import { Button, Group, Popover, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconLink } from "@tabler/icons-react";
import { useEditorState, type Editor } from "@tiptap/react";
import { useState } from "react";

import type { Placeholder } from "./placeholder-chips.ts";

/**
 * The address for a typed text: "example.com" is a site and "name@example.com" a mail address.
 *
 * @returns null when a link may not lead there.
 */
export function parseLinkAddress(text: string): string | null {
  const typed = text.trim();
  if (isAllowedLink(typed)) return typed;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(typed)) return `mailto:${typed}`;
  const site = /^[^\s@:/?#]+\.[^\s@:/?#]+(?:[:/?#]\S*)?$/.test(typed) ? `https://${typed}` : "";
  return isAllowedLink(site) ? site : null;
}

/** Links the selection; without a selection it inserts `text`. */
function setLink(editor: Editor, href: string, text: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive("link")) {
    chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
  } else {
    chain.extendMarkRange("link").setLink({ href }).run();
  }
}

type LinkControlProps = {
  editor: Editor;
  /** Placeholders whose name ends in `_link` are addresses. */
  placeholders: readonly Placeholder[];
};

/** The toolbar's link button with the field for the address. */
export function LinkControl({ editor, placeholders }: LinkControlProps) {
  const [opened, setOpened] = useState(false);
  const href = useEditorState({
    editor,
    selector: () => {
      const address: unknown = editor.getAttributes("link")["href"];
      return typeof address === "string" ? address : "";
    },
  });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      shadow="md"
      width={320}
      position="bottom-start"
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label="Link"
          title="Link"
          active={href !== ""}
          onClick={() => setOpened(!opened)}
        >
          <IconLink size={16} stroke={1.75} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <AddressField
            editor={editor}
            href={href}
            placeholders={placeholders.filter(({ name }) => name.endsWith("_link"))}
            onDone={() => setOpened(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Escape closes the popover of the control, and not the dialog around the editor. */
export const stopEscapePropagation = { "data-mantine-stop-propagation": "true" };

type AddressFieldProps = LinkControlProps & { href: string; onDone: () => void };

function AddressField({ editor, href, placeholders, onDone }: AddressFieldProps) {
  const [text, setText] = useState(href);
  const [error, setError] = useState<string | null>(null);
  const link = (address: string, words: string) => {
    onDone();
    setLink(editor, address, words);
  };
  const apply = () => {
    const address = parseLinkAddress(text);
    if (address === null) setError("Enter a web or mail address, such as https://example.com.");
    else link(address, address.replace(/^mailto:/i, ""));
  };
  const remove = () => {
    onDone();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };
  return (
    <>
      <TextInput
        label="Link address"
        placeholder="https://example.com"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...stopEscapePropagation}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The submit must not reach the form around the editor.
          event.preventDefault();
          apply();
        }}
      />
      {placeholders.length > 0 && (
        <Group gap="xs" mt="xs">
          {placeholders.map(({ name, label }) => (
            <Button
              key={name}
              size="compact-xs"
              variant="light"
              {...stopEscapePropagation}
              onClick={() => link(`{{${name}}}`, label)}
            >
              Use {label}
            </Button>
          ))}
        </Group>
      )}
      <Group gap="xs" mt="sm" justify="flex-end">
        {href !== "" && (
          <Button size="xs" variant="default" {...stopEscapePropagation} onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="xs" {...stopEscapePropagation} onClick={apply}>
          Apply link
        </Button>
      </Group>
    </>
  );
}
