import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Puts a text into a field in place of what it holds, at once, and stays in the field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

/** Searches in a field that offers choices, and takes the one whose name has the text in it. */
export async function pick(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await fill(user, field, text);
  const shown = await screen.findByRole("option", { name: (name) => name.includes(text) });
  await user.click(shown);
}

/** Takes a choice by its whole name in a field that cannot be typed into. */
export async function choose(user: UserEvent, field: HTMLElement, name: string): Promise<void> {
  await user.click(field);
  await user.click(await screen.findByRole("option", { name }));
}
