import { getPortalPayslip } from "@kontor/contract/portal/payslips";
import { portalSignIn, portalSignOut, sendPortalCode } from "@kontor/contract/portal/session";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { portalToken, type FakeApi } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { answerPortal, portalPayslip } from "../testing/samples/portal.ts";
import { longWord } from "../testing/samples/text.ts";

const address = "ada@acme-corp.example";
const email = () => screen.findByLabelText("Email");
const code = () => screen.findByLabelText("6-digit code");
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

const session = { portal_token: portalToken, expires_at: new Date("2026-03-10T21:00:00Z") };

function answerSignIn(api: FakeApi) {
  api.on(sendPortalCode, () => ({ done: true as const }));
  api.on(portalSignIn, () => session);
  answerPortal(api);
}

async function requestCode(user: UserEvent, typed = address) {
  await user.type(await email(), typed);
  await press(user, "Send code");
  return code();
}

async function enterCode(user: UserEvent, typed = "123456") {
  await user.type(await code(), typed);
  await press(user, "Sign in");
}

describe("signing in to the portal", () => {
  test("sends a code by mail, accepts it and opens the portal", async ({ api, open }) => {
    answerSignIn(api);
    const user = open("/portal", { signedOut: true, on: "phone" });
    expect(await screen.findByRole("heading", { name: "Employee portal" })).toBeVisible();
    expect(window.location.pathname).toBe("/portal/sign-in");
    await expectAccessible();
    await requestCode(user, ` ${address} `);
    expect(
      screen.getByText(
        `If ${address} has been invited to the portal, a 6-digit code is on its way. It is valid for 10 minutes.`,
      ),
    ).toBeVisible();
    await expectAccessible();
    api.signInToPortal();
    await enterCode(user, "123456");
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
    expect(api.calls(sendPortalCode).map(({ input }) => input)).toEqual([{ email: address }]);
    expect(api.calls(portalSignIn).map(({ input }) => input)).toEqual([
      { email: address, code: "123456" },
    ]);
    // The session of a user is separate.
    expect([sessionStorage.getItem("portal_token"), sessionStorage.getItem("token")]).toEqual([
      portalToken,
      null,
    ]);
  });

  test("opens the payslip that a mail linked to, and the next time the home page", async ({
    api,
    open,
  }) => {
    answerSignIn(api);
    api.on(getPortalPayslip, () => portalPayslip());
    api.on(portalSignOut, () => ({ done: true as const }));
    const user = open("/portal/payslips/301", { signedOut: true });
    await requestCode(user);
    api.signInToPortal();
    await enterCode(user);
    expect(await screen.findByRole("heading", { name: "March 2026" })).toBeVisible();
    expect(window.location.pathname).toBe("/portal/payslips/301");
    await press(user, "Logout");
    await requestCode(user);
    api.signInToPortal();
    await enterCode(user);
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
  });

  test("fills in the address from an invitation's link", async ({ open }) => {
    open("/portal/sign-in#ada%40acme-corp.example", { signedOut: true });
    expect(await email()).toHaveValue(address);
  });

  test("ignores a link with an unreadable address", async ({ open }) => {
    open("/portal/sign-in#%E0%A4%A", { signedOut: true });
    expect(await email()).toHaveValue("");
  });

  test("says which input is missing and focuses it", async ({ api, open }) => {
    answerSignIn(api);
    const user = open("/portal/sign-in", { signedOut: true });
    await email();
    await press(user, "Send code");
    expect(await email()).toHaveAccessibleDescription("Enter your email.");
    expect(await email()).toHaveFocus();
    await requestCode(user);
    await press(user, "Sign in");
    expect(await code()).toHaveAccessibleDescription("Enter the 6-digit code.");
    expect(api.calls(portalSignIn)).toEqual([]);
  });

  test("keeps a wrong code for correction", async ({ api, open }) => {
    answerSignIn(api);
    api.on(portalSignIn, () => refuseAt("code", "portal_code_wrong"));
    const user = open("/portal/sign-in", { signedOut: true });
    await requestCode(user);
    await enterCode(user, "654321");
    await waitFor(async () =>
      expect(await code()).toHaveAccessibleDescription(
        "The code is wrong or has expired. Check it, or ask for a new one.",
      ),
    );
    expect(await code()).toHaveValue("654321");
    await expectAccessible();
    await press(user, "Send a new code");
    expect(
      await screen.findByText(
        "No second code is sent shortly after the last one, which still works then. If your last code is some minutes old, a new one is on its way.",
      ),
    ).toBeVisible();
    expect(api.calls(sendPortalCode)).toHaveLength(2);
    await press(user, "Use another email");
    expect(await email()).toBeVisible();
  });

  test("says why an employee cannot sign in, until the message is closed", async ({
    api,
    open,
  }) => {
    answerSignIn(api);
    const organization = longWord;
    api.on(portalSignIn, () =>
      refuse("portal_suspended", { organization, support: "people@acme-corp.example" }),
    );
    const user = open("/portal/sign-in", { signedOut: true, on: "phone" });
    await requestCode(user);
    await enterCode(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      `You cannot use the portal while your employment at ${organization} is suspended. For questions write to people@acme-corp.example.`,
    );
    await expectAccessible();
  });

  test("asks for the employment if there are several", async ({ api, open }) => {
    answerSignIn(api);
    const employments = ["Acme Corporation", "Beta Foods"].map((organization, index) => ({
      tenant_id: 7 + index,
      employee_id: 21,
      organization,
      name: "Ada Okafor",
      staff_no: `S-${index}`,
    }));
    api.on(portalSignIn, ({ employment }) => (employment ? session : { employments }));
    const user = open("/portal/sign-in", { signedOut: true });
    await requestCode(user);
    await enterCode(user);
    expect(await screen.findByRole("heading", { name: "Choose your employer" })).toBeVisible();
    await expectAccessible();
    api.signInToPortal();
    await press(user, "Beta Foods Ada Okafor, S-1");
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
    expect(api.calls(portalSignIn).at(-1)?.input).toEqual({
      email: address,
      code: "123456",
      employment: { tenant_id: 8, employee_id: 21 },
    });
  });

  test("says when the chosen employment can no longer be entered", async ({ api, open }) => {
    answerSignIn(api);
    const employment = { organization: "Acme", name: "Ada Okafor", staff_no: "S-1", tenant_id: 7 };
    const employments = [1, 2].map((employee_id) => ({ ...employment, employee_id }));
    api.on(portalSignIn, (input) =>
      input.employment ? refuseAt("code", "portal_code_wrong") : { employments },
    );
    const user = open("/portal/sign-in", { signedOut: true });
    await requestCode(user);
    await enterCode(user);
    const [first] = await screen.findAllByRole("button", { name: /^Acme/ });
    if (first) await user.click(first);
    expect(await screen.findByRole("alert")).toHaveTextContent(/The code is wrong/);
    await press(user, "Start again");
    expect(await email()).toBeVisible();
  });

  test("disables the button during a request, and says that the server cannot be reached", async ({
    api,
    open,
  }) => {
    answerSignIn(api);
    const release = api.hold(sendPortalCode);
    const user = open("/portal/sign-in", { signedOut: true });
    await user.type(await email(), address);
    await press(user, "Send code");
    expect(screen.getByRole("button", { name: "Send code" })).toBeDisabled();
    release();
    await code();
    api.on(portalSignIn, loseConnection);
    await enterCode(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(await code()).toHaveValue("123456");
  });

  test("says for as long as it stands why no code is sent", async ({ api, open }) => {
    answerSignIn(api);
    api.on(sendPortalCode, () => refuse("portal_codes_held"));
    const user = open("/portal/sign-in", { signedOut: true, on: "phone" });
    await user.type(await email(), address);
    await press(user, "Send code");
    // Not in a message, which is gone before a slow reader has reached its end.
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /^Emails are on hold, so no code can be sent at the moment\. /,
    );
    api.on(sendPortalCode, () => ({ done: true as const }));
    await press(user, "Send code");
    expect(await code()).toBeVisible();
  });

  test("is skipped when there is a session", async ({ api, open }) => {
    answerSignIn(api);
    open("/portal/sign-in", { inPortal: true });
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
  });
});
