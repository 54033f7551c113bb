import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as clock from "../../platform/clock.ts";
import { fill } from "../../testing/fields.ts";
import { CalendarDateInput } from "./calendar-date-input.tsx";

const onChange = vi.fn<(value: string | null) => void>();

type FieldProps = { initial?: string | null; maxDate?: string; onSubmit?: (day: string) => void };

/** A field in a form, which another field follows. */
function Field({ initial = "2026-03-05", maxDate, onSubmit }: FieldProps) {
  const [value, setValue] = useState<string | null>(initial);
  return (
    <MantineProvider>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(value ?? "none");
        }}
      >
        <CalendarDateInput
          label="Date"
          clearable
          value={value}
          maxDate={maxDate}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
        <button type="submit">Send</button>
      </form>
    </MantineProvider>
  );
}

const field = () => screen.getByLabelText("Date");

beforeEach(() => {
  onChange.mockClear();
  vi.spyOn(clock, "today").mockReturnValue("2026-11-22");
});

afterEach(cleanup);

test.each([
  ["5/1", "05/01/2026", "2026-01-05"],
  ["21", "21/11/2026", "2026-11-21"],
  ["t", "22/11/2026", "2026-11-22"],
  ["+7", "29/11/2026", "2026-11-29"],
])("'%s' is read when the field is left, and shown as %s", async (text, shown, date) => {
  const user = userEvent.setup();
  render(<Field />);
  await fill(user, field(), text);
  // What opens is there before it is seen.
  await waitFor(() => expect(screen.getByText(/^Read as /)).toBeVisible());
  await user.tab();
  expect(field()).toHaveValue(shown);
  expect(onChange).toHaveBeenLastCalledWith(date);
});

test.each(["31/09/2026", "11/21/2026", "soon"])(
  "'%s' stays as it was typed, with what is wrong, and is not the earlier date",
  async (text) => {
    const user = userEvent.setup();
    render(<Field />);
    await fill(user, field(), text);
    await user.tab();
    expect(field()).toHaveValue(text);
    expect(screen.getByText(/There is no such day/)).toBeVisible();
    expect(onChange).toHaveBeenLastCalledWith(text);
    await fill(user, field(), "05/03/2026");
    expect(screen.queryByText(/There is no such day/)).toBeNull();
    expect(onChange).toHaveBeenLastCalledWith("2026-03-05");
  },
);

test("Enter sends the form with the day that was meant", async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn<(day: string) => void>();
  render(<Field onSubmit={onSubmit} />);
  await fill(user, field(), "21");
  await user.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenLastCalledWith("2026-11-21");
});

test("a day past the last one says which is the last", async () => {
  const user = userEvent.setup();
  render(<Field maxDate="2026-11-22" />);
  await fill(user, field(), "+1");
  await user.tab();
  expect(screen.getByText("Choose 22 Nov 2026 or an earlier day.")).toBeVisible();
});

test("the calendar of a field with an error opens by a press, and not over the error", async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <CalendarDateInput
        label="Date"
        value="2026-03-05"
        error="The day is locked."
        onChange={onChange}
      />
    </MantineProvider>,
  );
  await user.tab();
  expect(field()).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
  await user.click(field());
  expect(await screen.findByRole("button", { name: "Next month" })).toBeInTheDocument();
});

test("a field is emptied by its button, and a day chosen in the calendar", async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.click(screen.getByRole("button", { name: "Clear date" }));
  expect(field()).toHaveValue("");
  expect(onChange).toHaveBeenLastCalledWith(null);
  await user.click(field());
  await user.click(await screen.findByRole("button", { name: /^17 November 2026/ }));
  expect(field()).toHaveValue("17/11/2026");
  expect(onChange).toHaveBeenLastCalledWith("2026-11-17");
});
