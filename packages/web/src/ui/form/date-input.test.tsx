import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { DateInput } from "./date-input.tsx";

afterEach(cleanup);

test("a date field shows its day at once, before its calendar is loaded", async () => {
  render(
    <MantineProvider env="test">
      <DateInput label="Date" value="2026-03-05" onChange={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getByLabelText("Date")).toHaveValue("05/03/2026");
  expect(await screen.findByRole("textbox", { name: "Date" })).toHaveValue("05/03/2026");
});
