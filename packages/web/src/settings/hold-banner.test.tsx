import { getOutgoing, releaseOutgoing } from "@kontor/contract/settings/outgoing";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { findDialog, expectMessage } from "../testing/questions.ts";
import { refuseAt } from "../testing/refusal.ts";
import { heldOutgoing } from "../testing/samples/settings.ts";
import { administrator, memberOf } from "../testing/users.ts";

const as = { ...administrator, outgoing_held: true };
/** A page without calls of its own. */
const address = "/app/nowhere";
const banner = () => screen.findByRole("note", { name: "On hold" });

describe("the banner of a restored copy", () => {
  test("tells an administrator why nothing leaves and what waits, also on a phone", async ({
    api,
    open,
  }) => {
    api.on(getOutgoing, () => heldOutgoing);
    open(address, { as, on: "phone" });
    expect(await banner()).toHaveTextContent(/^Emails and transfers are on hold\./);
    const details =
      "This database was restored from a backup on 10 March 2026, 09:15. Waiting: 2 emails, and 12 transfers of ₦480,000.00 in total.";
    expect(await within(await banner()).findByText(details)).toBeVisible();
    await expectAccessible();
  });

  test("releases after the password, which is refused at its field, and is gone then", async ({
    api,
    open,
  }) => {
    api.on(getOutgoing, () => heldOutgoing);
    const user = open(address, { as });
    await user.click(await within(await banner()).findByRole("button", { name: "Release…" }));
    const asked = await findDialog("Release Emails and Transfers");
    expect(
      asked.getByText(/^What waits leaves within a minute: 2 emails, and 12 transfers/),
    ).toBeVisible();
    expect(asked.getByText("Required for what sends money.")).toBeVisible();
    api.on(releaseOutgoing, () => refuseAt("password", "password_wrong"));
    await user.type(asked.getByLabelText("Your Password"), "not mine");
    await user.click(asked.getByRole("button", { name: "Release" }));
    expect(await asked.findByText("This is not your password. Try again.")).toBeVisible();
    api.on(releaseOutgoing, () => {
      api.signIn({ ...as, outgoing_held: false });
      return { ...heldOutgoing, hold: null };
    });
    await user.clear(asked.getByLabelText("Your Password"));
    await user.type(asked.getByLabelText("Your Password"), "mine");
    await user.click(asked.getByRole("button", { name: "Release" }));
    await expectMessage("Emails and transfers were released.");
    expect(api.calls(releaseOutgoing).at(-1)?.input).toEqual({ password: "mine" });
    await waitFor(() => expect(screen.queryByRole("note", { name: "On hold" })).toBeNull());
  });

  test("shows while the details are loading, without the button", async ({ api, open }) => {
    api.on(getOutgoing, () => heldOutgoing);
    const release = api.hold(getOutgoing);
    open(address, { as });
    expect(await banner()).toHaveTextContent(/^Emails and transfers are on hold\.$/);
    expect(within(await banner()).queryByRole("button")).toBeNull();
    release();
    expect(await within(await banner()).findByRole("button", { name: "Release…" })).toBeVisible();
  });

  test("tells everybody else who releases it", async ({ api, open }) => {
    open(address, { as: { ...memberOf(7), outgoing_held: true } });
    expect(await banner()).toHaveTextContent(
      "Emails and transfers are on hold. They leave once a platform administrator releases them.",
    );
    expect(within(await banner()).queryByRole("button")).toBeNull();
    expect(api.calls(getOutgoing)).toEqual([]);
  });

  test("does not show while nothing is on hold", async ({ api, open }) => {
    open(address);
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("note", { name: "On hold" })).toBeNull();
    expect(api.calls(getOutgoing)).toEqual([]);
  });
});

describe.for([
  ["COPIED", null, "This database is a copy of the one that last sent any."],
  [
    "STOPPED",
    new Date("2026-03-10T08:15:00Z"),
    "An operator stopped them on 10 March 2026, 09:15.",
  ],
] as const)("the reason %s", ([reason, since, sentence]) => {
  test("is given before what waits", async ({ api, open }) => {
    api.on(getOutgoing, () => ({ ...heldOutgoing, hold: { reason, since }, waiting_transfers: 0 }));
    open(address, { as });
    expect(
      await within(await banner()).findByText(`${sentence} Waiting: 2 emails and no transfers.`),
    ).toBeVisible();
  });
});
