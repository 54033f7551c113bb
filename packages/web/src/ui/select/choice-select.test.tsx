import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import { fillField } from "../../testing/fields.ts";
import { ChoiceSelect } from "./choice-select.tsx";

const branches = [
  { value: "3", label: "Ikeja Branch" },
  { value: "4", label: "Kano Branch", also: ["sabon gari"] },
  { value: "5", label: "Jos Branch" },
];

/** A select in a form, followed by another field. */
function Field({
  onSubmit,
  initial = null,
  first,
}: {
  onSubmit?: (id: string) => void;
  initial?: string | null;
  /** Whether a dialog would focus it as it opens. */
  first?: boolean;
}) {
  const [value, setValue] = useState<string | null>(initial);
  return (
    <MantineProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(value ?? "none");
        }}
      >
        <ChoiceSelect
          label="Branch"
          clearable
          data={branches}
          value={value}
          onChange={setValue}
          data-autofocus={first}
        />
        <button type="submit">Send</button>
      </form>
    </MantineProvider>
  );
}

const field = () => screen.getByRole("combobox", { name: "Branch" });
const send = () => screen.getByRole("button", { name: "Send" });
const refusal = "“Lekki” is not one of the choices. Choose one from the list, or clear the field.";

afterEach(cleanup);

test("a text that matches no choice stays with an error and is not submitted", async () => {
  const submitted: string[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} initial="3" />);
  await fillField(user, field(), "Lekki");
  expect(screen.queryByText(refusal)).toBeNull();
  await user.tab();
  expect(field()).toHaveValue("Lekki");
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(refusal);
  await user.click(send());
  expect(submitted).toEqual([]);
  expect(field()).toHaveFocus();
  await user.clear(field());
  expect(screen.queryByText(refusal)).toBeNull();
  await user.click(send());
  expect(submitted).toEqual(["none"]);
});

test("the exact name of a choice selects it while typing, on blur and on Enter", async () => {
  const submitted: string[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  await fillField(user, field(), " kano  branch");
  await user.tab();
  expect(field()).toHaveValue("Kano Branch");
  await fillField(user, field(), "ikeja branch");
  await user.keyboard("{Escape}{Enter}");
  expect(submitted).toEqual(["3"]);
});

test("typing replaces the choice of a field that gets the focus", () => {
  render(<Field initial="4" />);
  const branch = screen.getByRole<HTMLInputElement>("combobox", { name: "Branch" });
  branch.setSelectionRange(0, 0);
  act(() => branch.focus());
  expect([branch.selectionStart, branch.selectionEnd]).toEqual([0, "Kano Branch".length]);
});

test("what is begun is taken by Enter, which submits the form only after that", async () => {
  const submitted: string[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  await user.type(field(), "kan{Enter}");
  expect(field()).toHaveValue("Kano Branch");
  expect(submitted).toEqual([]);
  await user.keyboard("{Enter}");
  expect(submitted).toEqual(["4"]);
  // A name that begins with the text comes before one that only contains it.
  await user.clear(field());
  await user.type(field(), "j{Enter}{Enter}");
  expect(submitted).toEqual(["4", "5"]);
});

test("the list opens on focus only where nothing is chosen yet", async () => {
  const user = userEvent.setup();
  render(<Field initial="3" />);
  await user.tab();
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute("aria-expanded", "false");
  await user.keyboard("{ArrowDown}");
  expect(field()).toHaveAttribute("aria-expanded", "true");
  await user.keyboard("{Escape}");
  await user.click(field());
  expect(field()).toHaveAttribute("aria-expanded", "true");
  cleanup();
  render(<Field />);
  await user.tab();
  expect(field()).toHaveAttribute("aria-expanded", "true");
});

test("the list does not cover a dialog that focuses the field as it opens", async () => {
  const user = userEvent.setup();
  render(<Field first />);
  act(() => field().focus());
  expect(field()).toHaveAttribute("aria-expanded", "false");
  // The first letter opens it, and Enter takes the match.
  await user.keyboard("k{Enter}");
  expect(field()).toHaveValue("Kano Branch");
  await user.clear(field());
  await user.tab();
  await user.tab({ shift: true });
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute("aria-expanded", "true");
});

test("a choice is found by its other names, of which one stands for it when it is left", async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.type(field(), "sab");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Kano Branch",
  ]);
  await fillField(user, field(), "Sabon Gari");
  await user.tab();
  expect(field()).toHaveValue("Kano Branch");
});
