import { getPortalAccess, inviteToPortal } from "@kontor/contract/portal/invitation";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerEmployee } from "../../testing/samples/employees.ts";
import { portalAccess } from "../../testing/samples/portal.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/7/21";
const hour = 60 * 60 * 1000;

function answerPage(api: FakeApi, access = portalAccess()) {
  answerEmployee(api);
  api.on(getPortalAccess, () => access);
}

const panel = async () => within(await screen.findByRole("region", { name: "Employee Portal" }));

const invitation = {
  invited_at: new Date("2026-03-02T08:15:00Z"),
  invited_by: "Olu Owner",
  expires_at: new Date(Date.now() + 48 * hour),
  accepted_at: null,
  last_signed_in_at: null,
};

describe("the portal on the page of an employee", () => {
  test("invites, and shows the outcome", async ({ api, open }) => {
    let access = portalAccess();
    answerPage(api);
    api.on(getPortalAccess, () => access);
    api.on(inviteToPortal, () => {
      access = portalAccess({ invitation });
      return access;
    });
    const user = open(address);
    expect(await (await panel()).findByText("Not invited yet")).toBeVisible();
    await user.click((await panel()).getByRole("button", { name: "Invite" }));
    await expectMessage("The invitation is on its way to ada@acme-corp.example.");
    expect(
      await (await panel()).findByText(/^Invited\. The first sign-in must be by /),
    ).toBeVisible();
    expect((await panel()).getByText(/09:15.* by Olu Owner$/)).toBeVisible();
    expect((await panel()).getByRole("button", { name: "Send Again" })).toBeVisible();
    expect(api.calls(inviteToPortal).map(({ input }) => input)).toEqual([
      { tenant_id: 7, company_id: 9, id: 21 },
    ]);
    await expectAccessible();
  });

  test("names the others who have the same email", async ({ api, open }) => {
    const shared_with = [{ employee_id: 28, name: "Uche Udo", staff_no: "ACM-0028" }];
    answerPage(api, portalAccess({ shared_with }));
    open(address);
    const notice = within(await (await panel()).findByRole("note"));
    expect(notice.getByText("Others have the same email")).toBeVisible();
    expect(notice.getByText(/reads the mail of ada@acme-corp\.example can see/u)).toBeVisible();
    expect(notice.getByRole("link", { name: "Uche Udo" })).toHaveAttribute(
      "href",
      "/app/employees/7/28",
    );
    await expectAccessible();
  });

  test("says that an invitation has expired, or was accepted", async ({ api, open }) => {
    answerPage(api, portalAccess({ invitation: { ...invitation, expires_at: new Date(0) } }));
    open(address, { on: "phone" });
    expect(await (await panel()).findByText(/^The invitation expired on /)).toBeVisible();
  });

  test("says when the employee signed in last", async ({ api, open }) => {
    const accepted = new Date("2026-03-03T10:00:00Z");
    const last_signed_in_at = new Date("2026-03-09T15:30:00Z");
    answerPage(
      api,
      portalAccess({ invitation: { ...invitation, accepted_at: accepted, last_signed_in_at } }),
    );
    open(address);
    expect(await (await panel()).findByText("Open")).toBeVisible();
    expect((await panel()).getByText(/16:30/)).toBeVisible();
  });

  test("says what prevents an invitation, and then offers none", async ({ api, open }) => {
    answerPage(api, portalAccess({ email: null, obstacle: "email_missing" }));
    open(address);
    const words = "There is no email address to send an invitation to.";
    expect(await (await panel()).findByText(words)).toBeVisible();
    expect((await panel()).queryByRole("button")).toBeNull();
  });

  test("offers no invitation to readers", async ({ api, open }) => {
    answerPage(api);
    open(address, { as: memberOf(7, "organizations.read", "employees.read") });
    expect(await (await panel()).findByText("Not invited yet")).toBeVisible();
    expect((await panel()).queryByRole("button")).toBeNull();
  });

  test("loads, can be tried again, and shows a refusal separately", async ({ api, open }) => {
    answerPage(api);
    api.on(getPortalAccess, () => refuse("busy"));
    const user = open(address);
    const words = "The portal access could not be loaded.";
    expect(await (await panel()).findByText(words)).toBeVisible();
    api.on(getPortalAccess, () => portalAccess());
    api.on(inviteToPortal, () => refuse("portal_organization_suspended", { organization: "Acme" }));
    await user.click((await panel()).getByRole("button", { name: "Try again" }));
    await user.click(await (await panel()).findByRole("button", { name: "Invite" }));
    await expectMessage("Acme is suspended, so its employees cannot use the portal.");
  });
});
