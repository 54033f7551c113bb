import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as clock from "../../platform/clock.ts";
import { markFirstField } from "../../platform/form/first-field.ts";
import { fillField } from "../../testing/fields.ts";
import { Dialog } from "../dialog.tsx";
import { DateInput } from "./date-input.tsx";

const onChange = vi.fn<(value: string | null) => void>();

type FieldProps = {
  initial?: string | null;
  maxDate?: string;
  onSubmit?: (day: string) => void;
  field?: typeof DateInput;
};

/** A date field in a form, followed by another field. */
function Field({
  initial = "2026-03-05",
  maxDate,
  onSubmit,
  field: Shown = DateInput,
}: FieldProps) {
  const [value, setValue] = useState<string | null>(initial);
  return (
    <MantineProvider>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(value ?? "none");
        }}
      >
        <Shown
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
])("'%s' is parsed when the field loses the focus, and shown as %s", async (text, shown, date) => {
  const user = userEvent.setup();
  render(<Field />);
  await fillField(user, field(), text);
  // The popover is in the page before it is visible.
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
    await fillField(user, field(), text);
    await user.tab();
    expect(field()).toHaveValue(text);
    expect(screen.getByText(/This date does not exist/)).toBeVisible();
    expect(onChange).toHaveBeenLastCalledWith(text);
    await fillField(user, field(), "05/03/2026");
    expect(screen.queryByText(/This date does not exist/)).toBeNull();
    expect(onChange).toHaveBeenLastCalledWith("2026-03-05");
  },
);

test("a day from outside replaces the text, also one that the field had or sent before", async () => {
  const user = userEvent.setup();
  const shown = (value: string | null) => (
    <MantineProvider>
      <DateInput label="Date" value={value} onChange={onChange} />
    </MantineProvider>
  );
  const { rerender } = render(shown("2026-11-01"));
  rerender(shown("2026-10-01"));
  expect(field()).toHaveValue("01/10/2026");
  rerender(shown("2026-11-01"));
  expect(field()).toHaveValue("01/11/2026");
  await fillField(user, field(), "5/3/2026");
  rerender(shown("2026-03-05"));
  expect(field()).toHaveValue("5/3/2026");
  rerender(shown(null));
  expect(field()).toHaveValue("");
  rerender(shown("2026-03-05"));
  expect(field()).toHaveValue("05/03/2026");
});

test("Enter submits the form with the day that was meant", async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn<(day: string) => void>();
  render(<Field onSubmit={onSubmit} />);
  await fillField(user, field(), "21");
  await user.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenLastCalledWith("2026-11-21");
});

test("a day after the last allowed day names that day", async () => {
  const user = userEvent.setup();
  render(<Field maxDate="2026-11-22" />);
  await fillField(user, field(), "+1");
  await user.tab();
  expect(screen.getByText("Choose 22 Nov 2026 or an earlier day.")).toBeVisible();
});

test("the calendar of a field with an error opens on a click, and not over the error", async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <DateInput label="Date" value="2026-03-05" error="The day is locked." onChange={onChange} />
    </MantineProvider>,
  );
  await user.tab();
  expect(field()).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
  await user.click(field());
  expect(await screen.findByRole("button", { name: "Next month" })).toBeInTheDocument();
});

test("a button clears the field, and the calendar sets a day", async () => {
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

test("the calendar highlights the business day, whatever day the browser has", async () => {
  const user = userEvent.setup();
  render(<Field initial={null} />);
  await user.click(field());
  await screen.findByRole("button", { name: "22 November 2026" });
  const highlighted = screen
    .getAllByRole("button")
    .filter(({ dataset }) => dataset["today"] && dataset["highlightToday"]);
  expect(highlighted.map(({ ariaLabel }) => ariaLabel)).toEqual(["22 November 2026"]);
});

test("a date is parsed before the calendar is loaded, and the field stays the same when it is", async () => {
  vi.resetModules();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  vi.doMock("../date/calendar.tsx", async (original) => {
    await arrival;
    return original<object>();
  });
  vi.spyOn(await import("../../platform/clock.ts"), "today").mockReturnValue("2026-11-22");
  const fresh = await import("./date-input.tsx");
  const user = userEvent.setup();
  const onSubmit = vi.fn<(day: string) => void>();
  render(<Field onSubmit={onSubmit} field={fresh.DateInput} />);
  const early = field();
  expect(early).toHaveValue("05/03/2026");
  await fillField(user, early, "7/3");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(early).toHaveValue("07/03/2026");
  expect(onSubmit).toHaveBeenLastCalledWith("2026-03-07");
  await user.click(early);
  await user.clear(early);
  await user.keyboard("8/3");
  expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
  arrive();
  expect(await screen.findByRole("button", { name: "Next month" })).toBeVisible();
  await user.keyboard("/26");
  expect(field()).toBe(early);
  expect(early).toHaveFocus();
  expect(early).toHaveValue("8/3/26");
  expect(onChange).toHaveBeenLastCalledWith("2026-03-08");
  vi.doUnmock("../date/calendar.tsx");
});

test("a dialog whose first field is a date focuses it, with the calendar closed", async () => {
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

test("Escape closes the calendar and leaves the dialog around it open", async () => {
  const onClose = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <Dialog opened onClose={onClose} title="Leave">
        <DateInput label="Date" value="2026-03-05" onChange={() => undefined} />
      </Dialog>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(field());
  expect(await screen.findByRole("button", { name: "Next month" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Next month" })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});
