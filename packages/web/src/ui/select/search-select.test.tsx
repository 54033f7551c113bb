import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type FormEvent } from "react";
import { afterEach, expect, test, vi } from "vitest";

import type { Choice } from "./choice.ts";
import { SearchSelect } from "./search-select.tsx";

const ledgers = [
  { value: 1, label: "Cash" },
  { value: 2, label: "Bank" },
];

/** A field over two ledgers, in a form that reports the id that it submits, or by itself. */
function Field({ onSubmit }: { onSubmit?: (id: number | undefined) => void }) {
  const [selected, setSelected] = useState<Choice | null>(null);
  const [text, setText] = useState("");
  const field = (
    <SearchSelect
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

const unchosen = "Nothing is chosen for “Cahs”. Choose one of the list, or empty the field.";
const send = () => screen.getByRole("button", { name: "Send" });
const ledger = () => screen.findByRole("combobox", { name: "Ledger" });

afterEach(cleanup);

test("a text that is left without a choice stays with an error, and is not submitted", async () => {
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

test("a text that is still being written stops the submit", async () => {
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, "Cahs");
  // As Ctrl+Enter does: the field is not left before.
  fireEvent.click(send());
  expect(await screen.findByText(unchosen)).toBeVisible();
  expect(submitted).toEqual([]);
});

test("the name of a choice is taken as it is typed, and Escape gives up what was typed", async () => {
  const submitted: (number | undefined)[] = [];
  const user = userEvent.setup();
  render(<Field onSubmit={(id) => submitted.push(id)} />);
  const field = await ledger();
  await user.type(field, " bank");
  // Once the pause has passed, the choices are those of the text.
  await waitFor(() => expect(screen.queryByRole("option", { name: "Cash" })).toBeNull());
  await user.tab();
  expect(field).toHaveValue("Bank");
  await user.type(field, "Cahs{Escape}");
  expect(field).toHaveValue("Bank");
  await user.click(send());
  expect(submitted).toEqual([2]);
});

test("a choice from elsewhere replaces a text that was left", async () => {
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

test("a field that was entered before its code was there has the focus, and its choices open", async () => {
  // As in a browser that has not loaded it yet.
  vi.resetModules();
  const fresh = await import("./search-select.tsx");
  const onSelect = vi.fn<(choice: Choice | null) => void>();
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <fresh.SearchSelect
        label="Ledger"
        selected={{ value: 1, label: "Cash" }}
        choices={[
          { value: 1, label: "Cash" },
          { value: 2, label: "Bank" },
        ]}
        onSelect={onSelect}
        onSearch={() => {}}
        searching={false}
        nothingFound="No ledger found"
      />
    </MantineProvider>,
  );
  const resting = screen.getByRole("textbox", { name: "Ledger" });
  expect(resting).toHaveValue("Cash");
  resting.focus();
  await waitFor(() => expect(resting).not.toBeInTheDocument());
  const field = screen.getByRole("combobox", { name: "Ledger" });
  expect(field).toHaveFocus();
  expect(field).toHaveValue("Cash");
  await user.click(await screen.findByRole("option", { name: "Bank" }));
  expect(onSelect).toHaveBeenCalledWith({ value: 2, label: "Bank" });
});

test("what is typed before the code of a field is there is searched for, and goes on", async () => {
  vi.resetModules();
  const fresh = await import("./search-select.tsx");
  const onSearch = vi.fn<(text: string) => void>();
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <fresh.SearchSelect
        label="Ledger"
        selected={{ value: 1, label: "Cash" }}
        choices={ledgers}
        onSelect={() => {}}
        onSearch={onSearch}
        searching={false}
        nothingFound="No ledger found"
      />
    </MantineProvider>,
  );
  const resting = screen.getByRole("textbox", { name: "Ledger" });
  resting.focus();
  fireEvent.change(resting, { target: { value: "ba" } });
  await waitFor(() => expect(resting).not.toBeInTheDocument());
  const field = screen.getByRole("combobox", { name: "Ledger" });
  expect(field).toHaveFocus();
  await waitFor(() => expect(field).toHaveValue("ba"));
  await user.keyboard("n");
  expect(field).toHaveValue("ban");
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith("ban"));
});

test("what was typed and left before the code of a form's field was there stays with an error", async () => {
  vi.resetModules();
  const fresh = await import("./search-select.tsx");
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <form onSubmit={onSubmit}>
        <fresh.SearchSelect
          label="Ledger"
          selected={{ value: 1, label: "Cash" }}
          choices={ledgers}
          onSelect={() => {}}
          onSearch={() => {}}
          searching={false}
          nothingFound="No ledger found"
        />
        <button type="submit">Save</button>
      </form>
    </MantineProvider>,
  );
  const resting = screen.getByRole("textbox", { name: "Ledger" });
  resting.focus();
  fireEvent.change(resting, { target: { value: "ba" } });
  screen.getByRole("button", { name: "Save" }).focus();
  await waitFor(() => expect(resting).not.toBeInTheDocument());
  const field = screen.getByRole("combobox", { name: "Ledger" });
  await waitFor(() => expect(field).toHaveValue("ba"));
  expect(field).toHaveAccessibleDescription(/^Nothing is chosen for “ba”\./);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field).toHaveFocus();
});
