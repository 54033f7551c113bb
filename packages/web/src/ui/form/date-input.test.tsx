import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { markFirstField } from "../../platform/form/first-field.ts";
import { Dialog } from "../dialog.tsx";
import { DateInput } from "./date-input.tsx";

afterEach(cleanup);

const field = <DateInput label="Date" value="2026-03-05" onChange={() => undefined} />;

/** The field in front of another one, in a dialog that has just opened. */
function showDialog() {
  render(
    <MantineProvider env="test">
      <Dialog opened onClose={() => undefined} title="Leave">
        <div ref={markFirstField}>
          {field}
          <input aria-label="Note" />
        </div>
      </Dialog>
    </MantineProvider>,
  );
}

test("a date field shows its day at once, before its calendar is loaded", async () => {
  render(<MantineProvider env="test">{field}</MantineProvider>);
  expect(screen.getByLabelText("Date")).toHaveValue("05/03/2026");
  expect(await screen.findByRole("textbox", { name: "Date" })).toHaveValue("05/03/2026");
});

test.each(["before its calendar is loaded", "afterwards"])(
  "a dialog that begins with a date has the focus there, with the calendar closed: %s",
  async () => {
    showDialog();
    await waitFor(() => expect(screen.getByLabelText("Date")).toHaveFocus());
    expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
  },
);
