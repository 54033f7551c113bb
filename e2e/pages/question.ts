import { expect, type Page } from "@playwright/test";

/** Answers the open question above everything else. */
export async function answerQuestion(
  page: Page,
  question: string,
  reply: "Yes" | "Cancel",
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: question });
  await dialog.getByRole("button", { name: reply }).click();
  await expect(dialog).toBeHidden();
}
