import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Replaces the content of a field by a text in one step. The focus stays in the field. */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

/** Searches in a search select, and selects the choice whose name contains the text. */
export async function pickMatch(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await fillField(user, field, text);
  const shown = await screen.findByRole("option", { name: (name) => name.includes(text) });
  await user.click(shown);
}

/** Selects a choice by its full name in a select without typing. */
export async function selectOption(
  user: UserEvent,
  field: HTMLElement,
  name: string,
): Promise<void> {
  await user.click(field);
  await user.click(await screen.findByRole("option", { name }));
}
