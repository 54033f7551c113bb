import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import type { Choice } from "./choice.ts";
import { SearchSelect } from "./search-select.tsx";

const ledgers = [
  { value: 1, label: "Cash" },
  { value: 2, label: "Bank" },
];

/** A field for two ledgers, in a form that reports the submitted id, or without a form. */
function Field({
  onSubmit,
  field: Shown = SearchSelect,
}: {
  onSubmit?: (id: number | undefined) => void;
  field?: typeof SearchSelect;
}) {
  const [selected, setSelected] = useState<Choice | null>(null);
  const [text, setText] = useState("");
  const field = (
    <Shown
      label="Ledger"
      selected={selected}
      choices={ledgers.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))}
      onSelect={setSelected}
      onSearch={setText}
      searching={false}
      nothingFound="No ledger found"
    />
  );
  const form = onSubmit && (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(selected?.value);
      }}
    >
      {field}
      <button type="submit">Send</button>
    </form>
  );
  return (
    <MantineProvider env="test">
      {form ?? field}
      <button type="button" onClick={() => setSelected({ value: 1, label: "Cash" })}>
        Give Cash
      </button>
    </MantineProvider>
  );
}

const unchosen = "Nothing is selected for “Cahs”. Choose one from the list, or clear the field.";
const send = () => screen.getByRole("button", { name: "Send" });
const ledger = () => screen.findByRole("combobox", { name: "Ledger" });

afterEach(cleanup);

test("a text that is left without a choice stays with an error and is not submitted", async () => {
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, "Cahs");
  expect(screen.queryByText(unchosen)).toBeNull();
  await user.tab();
  expect(field).toHaveValue("Cahs");
  expect(field).toHaveAccessibleDescription(unchosen);
  await user.click(send());
  expect(submitted).toEqual([]);
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute("aria-expanded", "false");
  await user.clear(field);
  expect(screen.queryByText(unchosen)).toBeNull();
  await user.click(send());
  expect(submitted).toEqual([undefined]);
});

test("a text that is still being typed stops the submit", async () => {
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, "Cahs");
  // Like Ctrl+Enter, this submits without a blur.
  fireEvent.click(send());
  expect(await screen.findByText(unchosen)).toBeVisible();
  expect(submitted).toEqual([]);
});

test("the exact name of a choice selects it while typing, and Escape discards the typed text", async () => {
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, " bank");
  // After the pause the choices match the text.
  await waitFor(() => expect(screen.queryByRole("option", { name: "Cash" })).toBeNull());
  await user.tab();
  expect(field).toHaveValue("Bank");
  await user.type(field, "Cahs{Escape}");
  expect(field).toHaveValue("Bank");
  await user.click(send());
  expect(submitted).toEqual([2]);
});

test("a choice set from outside replaces a left text", async () => {
  const user = userEvent.setup();
  render(<Field onSubmit={() => {}} />);
  const field = await ledger();
  await user.type(field, "Cahs");
  await user.click(screen.getByRole("button", { name: "Give Cash" }));
  await waitFor(() => expect(field).toHaveValue("Cash"));
});

test("a filter shows its choice again", async () => {
  const user = userEvent.setup();
  render(<Field />);
  const field = await ledger();
  await user.click(screen.getByRole("button", { name: "Give Cash" }));
  await user.type(field, "Cahs");
  await user.tab();
  expect(field).toHaveValue("Cash");
});

test("a response between press and click does not move the list, so the click is not lost", async () => {
  const user = userEvent.setup();
  const taken: Choice[] = [];
  const shown = (choices: readonly Choice[]) => (
    <MantineProvider env="test">
      <SearchSelect
        label="Ledger"
        selected={null}
        choices={choices}
        onSelect={(choice) => choice && taken.push(choice)}
        onSearch={() => {}}
        searching={false}
        nothingFound="No ledger found"
      />
    </MantineProvider>
  );
  const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  const { rerender } = render(shown(ledgers));
  await user.click(await ledger());
  const bank = await screen.findByRole("option", { name: "Bank" });
  await user.pointer({ keys: "[MouseLeft>]", target: bank });
  rerender(shown([{ value: 3, label: "Petty cash" }]));
  expect(names()).toEqual(["Cash", "Bank"]);
  await user.pointer({ keys: "[/MouseLeft]", target: bank });
  expect(taken).toEqual([{ value: 2, label: "Bank" }]);
  // A press that ends elsewhere selects nothing, and the list follows the response again.
  rerender(shown(ledgers));
  await user.click(await ledger());
  await waitFor(() => expect(names()).toEqual(["Cash", "Bank"]));
  await user.pointer({
    keys: "[MouseLeft>]",
    target: screen.getByRole("option", { name: "Bank" }),
  });
  await user.pointer({ keys: "[/MouseLeft]", target: document.body });
  rerender(shown([{ value: 3, label: "Petty cash" }]));
  await waitFor(() => expect(names()).toEqual(["Petty cash"]));
  expect(taken).toHaveLength(1);
});

/**
 * The field in a browser that has not loaded its dropdown yet, and a function that lets it load.
 */
async function unloadedField() {
  vi.resetModules();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  vi.doMock("./choice-list.tsx", async (original) => {
    await arrival;
    return original<object>();
  });
  const { SearchSelect: Fresh } = await import("./search-select.tsx");
  onTestFinished(() => {
    vi.doUnmock("./choice-list.tsx");
  });
  return { arrive, Fresh };
}

test("text typed before the dropdown is loaded is searched for in the same field", async () => {
  const { arrive, Fresh } = await unloadedField();
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field field={Fresh} onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, "ba");
  expect(field).toHaveAttribute("aria-expanded", "false");
  expect(screen.queryByRole("option")).toBeNull();
  arrive();
  // The dropdown may be loaded before it has the choices for the text.
  await waitFor(() => expect(screen.queryByRole("option", { name: "Cash" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("option", { name: "Bank" })).toBeVisible());
  expect(await ledger()).toBe(field);
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute("aria-expanded", "true");
  await waitFor(() =>
    expect(screen.getByRole("option")).toHaveAttribute("data-combobox-selected", "true"),
  );
  await user.keyboard("n{Enter}");
  await waitFor(() => expect(field).toHaveValue("Bank"));
  await user.click(send());
  expect(submitted).toEqual([2]);
});

test("text left before the dropdown of a form's field is loaded stays with an error", async () => {
  const { arrive, Fresh } = await unloadedField();
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field field={Fresh} onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, "Cahs");
  await user.click(send());
  expect(field).toHaveAccessibleDescription(unchosen);
  expect(submitted).toEqual([]);
  arrive();
  await user.keyboard("{Escape}");
  await user.clear(field);
  await user.type(field, "cash");
  expect(await screen.findByRole("option", { name: "Cash" })).toBeVisible();
  await user.keyboard("{Enter}");
  await user.click(send());
  expect(submitted).toEqual([1]);
});

test("a list that could not be loaded is not called empty, and typing searches for it again", async () => {
  const user = userEvent.setup();
  const searches: string[] = [];
  render(
    <Field
      field={(props) => (
        <SearchSelect
          {...props}
          choices={undefined}
          onSearch={(text) => {
            searches.push(text);
            props.onSearch(text);
          }}
        />
      )}
    />,
  );
  const field = await ledger();
  await user.click(field);
  const failed = "The choices could not be loaded. Type to try again.";
  expect(await screen.findByText(failed)).toBeVisible();
  expect(screen.queryByText("No ledger found")).toBeNull();
  await user.type(field, "Ca");
  await waitFor(() => expect(searches).toContain("Ca"));
});
