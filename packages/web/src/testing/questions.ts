import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Waits for the dialog with this title. @returns queries within it. */
export async function findDialog(name: string) {
  return within(await screen.findByRole("dialog", { name }));
}

/** Answers a yes-or-no question on top of the page, and waits until its dialog has closed. */
export async function answer(user: UserEvent, question: string, reply: "Yes" | "Cancel") {
  await user.click((await findDialog(question)).getByRole("button", { name: reply }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: question })).toBeNull());
}

/** Waits for the message that reports an outcome. */
export async function expectMessage(text: string) {
  await waitFor(() => expect(screen.getByText(text)).toBeVisible());
}

/** Waits for the login page, which opens when the server has ended the session. */
export async function expectSignedOut() {
  await waitFor(() => expect(screen.getByRole("heading", { name: "Welcome" })).toBeVisible());
  await expectMessage("Session expired, please login again");
}
