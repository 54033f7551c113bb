import { act, screen } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { expect } from "vitest";

/**
 * Replaces the content of a rich text editor by HTML. The DOM of the tests does not support typing
 * in editable elements, so this uses a command of the editor. Browser tests cover keys, pasting and
 * @.
 */
export async function fillRichText(name: string, html: string): Promise<void> {
  const field = await screen.findByRole("textbox", { name });
  const { editor } = field as HTMLElement & { editor?: Editor };
  expect(editor, `the editor of ${name}`).toBeDefined();
  act(() => {
    editor?.commands.setContent(html, { emitUpdate: true });
  });
}
