import { act, screen } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { expect } from "vitest";

/**
 * Puts HTML into an editor for rich text in place of what is in it. The DOM of the tests knows no typing into
 * what is editable, so this is a command of the editor; what keys, pasting and @ do is for the browser tests.
 */
export async function fillRichText(name: string, html: string): Promise<void> {
  const field = await screen.findByRole("textbox", { name });
  const { editor } = field as HTMLElement & { editor?: Editor };
  expect(editor, `the editor of ${name}`).toBeDefined();
  act(() => {
    editor?.commands.setContent(html, { emitUpdate: true });
  });
}
