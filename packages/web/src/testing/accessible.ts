import axe from "axe-core";
import { expect } from "vitest";

/**
 * Axe finds nothing serious or critical on the page as it stands. Colours are left to the browser tests: here
 * nothing is drawn.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false } },
  });
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
  ).toEqual([]);
}
