import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { markFirstField } from "../../platform/form/first-field.ts";
import { Dialog } from "../dialog.tsx";
import { DateInput } from "./date-input.tsx";

afterEach(cleanup);

const field = () => screen.getByLabelText("Date");

test("a date field shows its day before its calendar is there, and goes on with what is typed", async () => {
  // As in a browser that has not loaded it yet.
  vi.resetModules();
  const fresh = await import("./date-input.tsx");
  const onChange = vi.fn<(value: string | null) => void>();
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <fresh.DateInput label="Date" value="2026-03-05" onChange={onChange} />
    </MantineProvider>,
  );
  const resting = field();
  expect(resting).toHaveValue("05/03/2026");
  resting.focus();
  fireEvent.change(resting, { target: { value: "7/3" } });
  await waitFor(() => expect(resting).not.toBeInTheDocument());
  expect(field()).toHaveFocus();
  await user.keyboard("/26");
  expect(field()).toHaveValue("7/3/26");
  expect(onChange).toHaveBeenLastCalledWith("2026-03-07");
});

test.each([
  ["a day", "7/3/26", "07/03/2026", "2026-03-07"],
  ["no day", "31/09/2026", "31/09/2026", "31/09/2026"],
])(
  "%s that was typed and left before the calendar was there is read",
  async (_what, typed, shown, read) => {
    vi.resetModules();
    const fresh = await import("./date-input.tsx");
    const onChange = vi.fn<(value: string | null) => void>();
    render(
      <MantineProvider env="test">
        <fresh.DateInput label="Date" value="2026-03-05" onChange={onChange} />
        <input aria-label="Next" />
      </MantineProvider>,
    );
    const resting = field();
    resting.focus();
    fireEvent.change(resting, { target: { value: typed } });
    screen.getByLabelText("Next").focus();
    await waitFor(() => expect(resting).not.toBeInTheDocument());
    expect(field()).toHaveValue(shown);
    expect(onChange).toHaveBeenLastCalledWith(read);
    expect(screen.getByLabelText("Next")).toHaveFocus();
  },
);

test("what is typed over a day that was marked before the calendar was there replaces it", async () => {
  vi.resetModules();
  const fresh = await import("./date-input.tsx");
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <fresh.DateInput label="Date" value="2026-03-05" onChange={() => undefined} />
    </MantineProvider>,
  );
  const resting = field();
  resting.focus();
  (resting as HTMLInputElement).select();
  await waitFor(() => expect(resting).not.toBeInTheDocument());
  await user.keyboard("7/3/26");
  expect(field()).toHaveValue("7/3/26");
});

test("a dialog that begins with a date has the focus there, with the calendar closed", async () => {
  render(
    <MantineProvider env="test">
      <Dialog opened onClose={() => undefined} title="Leave">
        <div ref={markFirstField}>
          <DateInput label="Date" value="2026-03-05" onChange={() => undefined} />
          <input aria-label="Note" />
        </div>
      </Dialog>
    </MantineProvider>,
  );
  await waitFor(() => expect(field()).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
});
