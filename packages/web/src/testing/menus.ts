import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

type Name = string | RegExp;

/** Opens the menu of a button, which may still be loading, and chooses one of its items. */
export async function chooseMenuItem(user: UserEvent, button: Name, item: Name): Promise<void> {
  await user.click(await screen.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}
