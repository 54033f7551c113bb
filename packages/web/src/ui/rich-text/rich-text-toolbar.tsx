import {
  richTextProfiles,
  type RichTextProfile,
  type RichTextProfileName,
  type RichTextTag,
} from "@kontor/contract/rich-text";
import { ColorSwatch, Menu, Popover, SimpleGrid, Button } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import {
  IconBold,
  IconHeading,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPalette,
  IconTextSize,
  IconUnderline,
  type Icon,
} from "@tabler/icons-react";
import { useEditorState, type Editor } from "@tiptap/react";
import { useState, type ComponentProps } from "react";

import type { Placeholder } from "./placeholder-chips.ts";
import { stopEscapePropagation, LinkControl } from "./rich-text-link.tsx";

type ToolbarProps = {
  editor: Editor;
  allow: RichTextProfileName;
  placeholders: readonly Placeholder[];
  /** Names the toolbar after its field. */
  label: string;
};

/** The buttons of an editor: one for each format that its profile allows. */
export function RichTextToolbar({ editor, allow, placeholders, label }: ToolbarProps) {
  const profile: RichTextProfile = richTextProfiles[allow];
  const has = (tag: RichTextTag) => profile.tags.includes(tag);
  const offered = marks.filter(({ tag }) => has(tag));
  if (offered.length === 0) return null;
  return (
    <RichTextEditor.Toolbar role="toolbar" aria-label={`Formatting of ${label}`}>
      {has("h1") && (
        <RichTextEditor.ControlsGroup>
          <HeadingControl editor={editor} />
          <SizeControl editor={editor} />
          <ColorControl editor={editor} />
        </RichTextEditor.ControlsGroup>
      )}
      <RichTextEditor.ControlsGroup>
        {offered.map(({ tag, ...mark }) => (
          <MarkControl key={tag} editor={editor} {...mark} />
        ))}
      </RichTextEditor.ControlsGroup>
      {has("ul") && (
        <RichTextEditor.ControlsGroup>
          {lists.map((list) => (
            <MarkControl key={list.name} editor={editor} {...list} />
          ))}
        </RichTextEditor.ControlsGroup>
      )}
      {profile.links && (
        <RichTextEditor.ControlsGroup>
          <LinkControl editor={editor} placeholders={placeholders} />
        </RichTextEditor.ControlsGroup>
      )}
    </RichTextEditor.Toolbar>
  );
}

type MarkProps = { name: string; label: string; icon: Icon; toggle: (editor: Editor) => boolean };

const marks: readonly (MarkProps & { tag: RichTextTag })[] = [
  {
    tag: "strong",
    name: "bold",
    label: "Bold",
    icon: IconBold,
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    tag: "em",
    name: "italic",
    label: "Italic",
    icon: IconItalic,
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    tag: "u",
    name: "underline",
    label: "Underline",
    icon: IconUnderline,
    toggle: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
];

const lists: readonly MarkProps[] = [
  {
    name: "bulletList",
    label: "Bulleted list",
    icon: IconList,
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "orderedList",
    label: "Numbered list",
    icon: IconListNumbers,
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

type ControlProps = Omit<ComponentProps<typeof RichTextEditor.Control>, "children"> & {
  label: string;
  icon: Icon;
};

function Control({ label, icon: Icon, ...others }: ControlProps) {
  return (
    <RichTextEditor.Control type="button" aria-label={label} title={label} {...others}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </RichTextEditor.Control>
  );
}

function MarkControl({ editor, name, label, icon, toggle }: MarkProps & { editor: Editor }) {
  const active = useEditorState({ editor, selector: () => editor.isActive(name) });
  return <Control label={label} icon={icon} active={active} onClick={() => toggle(editor)} />;
}

const levels = [1, 2, 3, 4] as const;

function HeadingControl({ editor }: { editor: Editor }) {
  const current = useEditorState({
    editor,
    selector: () => levels.find((level) => editor.isActive("heading", { level })) ?? 0,
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Control label="Text style" icon={IconHeading} active={current > 0} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          aria-current={current === 0}
          fw={current === 0 ? 650 : undefined}
          onClick={() => editor.chain().focus().setParagraph().run()}
        >
          Paragraph
        </Menu.Item>
        {levels.map((level) => (
          <Menu.Item
            key={level}
            aria-current={current === level}
            fw={current === level ? 650 : undefined}
            onClick={() => editor.chain().focus().setHeading({ level }).run()}
          >
            Heading {level}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const sizes = ["12px", "14px", "16px", "18px", "24px", "32px"] as const;

function setStyle(editor: Editor, style: { color?: string | null; fontSize?: string | null }) {
  editor.chain().focus().setMark("textStyle", style).removeEmptyTextStyle().run();
}

function useStyle(editor: Editor, name: "color" | "fontSize"): string | null {
  return useEditorState({
    editor,
    selector: () => {
      const value: unknown = editor.getAttributes("textStyle")[name];
      return typeof value === "string" ? value : null;
    },
  });
}

function SizeControl({ editor }: { editor: Editor }) {
  const current = useStyle(editor, "fontSize");
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Control label="Text size" icon={IconTextSize} active={current !== null} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          aria-current={current === null}
          fw={current === null ? 650 : undefined}
          onClick={() => setStyle(editor, { fontSize: null })}
        >
          Usual size
        </Menu.Item>
        {sizes.map((size) => (
          <Menu.Item
            key={size}
            aria-current={current === size}
            fw={current === size ? 650 : undefined}
            onClick={() => setStyle(editor, { fontSize: size })}
          >
            {size.replace("px", " px")}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Colours with enough contrast on paper. */
const colors = [
  { name: "Blue", value: "#004aad" },
  { name: "Teal", value: "#0b6e80" },
  { name: "Green", value: "#1f7a2e" },
  { name: "Orange", value: "#b45309" },
  { name: "Red", value: "#c92a2a" },
  { name: "Purple", value: "#7028c9" },
  { name: "Grey", value: "#5c6675" },
  { name: "Black", value: "#000000" },
] as const;

function ColorControl({ editor }: { editor: Editor }) {
  const [opened, setOpened] = useState(false);
  const current = useStyle(editor, "color");
  const choose = (color: string | null) => {
    setOpened(false);
    setStyle(editor, { color });
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus shadow="md" position="bottom-start">
      <Popover.Target>
        <Control
          label="Text colour"
          icon={IconPalette}
          active={current !== null}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <SimpleGrid cols={4} spacing={8} w="max-content">
          {colors.map(({ name, value }) => (
            <ColorSwatch
              key={value}
              component="button"
              type="button"
              color={value}
              size={28}
              aria-label={name}
              title={name}
              aria-pressed={current === value}
              {...stopEscapePropagation}
              onClick={() => choose(value)}
            />
          ))}
        </SimpleGrid>
        <Button
          size="compact-sm"
          variant="default"
          fullWidth
          mt="sm"
          {...stopEscapePropagation}
          onClick={() => choose(null)}
        >
          Usual colour
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
