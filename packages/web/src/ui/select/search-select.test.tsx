import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Choice } from "./search-select.tsx";

test("a field that was entered before its code was there has the focus, and its choices open", async () => {
  // As in a browser that has not loaded it yet.
  vi.resetModules();
  const { SearchSelect } = await import("./search-select.tsx");
  const onSelect = vi.fn<(choice: Choice | null) => void>();
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <SearchSelect
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
