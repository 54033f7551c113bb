import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useState } from "react";
import { afterEach, expect, test } from "vitest";

import { focusScreenWhenLost, useReturnFocus } from "./return-focus.ts";

afterEach(cleanup);

function Dialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  return (
    <button type="button" onClick={onClose}>
      Close
    </button>
  );
}

/** Focuses the screen as soon as the dialog is removed, as a change of the address may do. */
function Screen() {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!open) focusScreenWhenLost();
  }, [open]);
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </main>
  );
}

test("a closed dialog gives the focus back though the screen has got it meanwhile", async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});
