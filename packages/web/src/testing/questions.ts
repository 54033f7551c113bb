import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Waits for the dialog with this title, and searches only in it. */
export async function dialog(name: string) {
  return within(await screen.findByRole("dialog", { name }));
}

/** Answers a yes-or-no question, which is on top of the page, and waits until it has closed. */
export async function answer(user: UserEvent, question: string, reply: "Yes" | "Cancel") {
  await user.click((await dialog(question)).getByRole("button", { name: reply }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: question })).toBeNull());
}

/** Waits for the short message that says how something went. */
export async function expectMessage(text: string) {
  await waitFor(() => expect(screen.getByText(text)).toBeVisible());
}

/** Waits for the login page, where a session leads that the server has ended. */
export async function expectSignedOut() {
  await waitFor(() => expect(screen.getByRole("heading", { name: "Welcome" })).toBeVisible());
  await expectMessage("Session expired, please login again");
}
