import { unattendedHeader } from "@kontor/contract/endpoint";
import { portalMe, portalSignOut } from "@kontor/contract/portal/session";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, vi } from "vitest";

import { setOutage } from "../platform/connection.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { portalToken } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage } from "../testing/questions.ts";
import { loseConnection, refuse } from "../testing/refusal.ts";
import { answerPortal, portalSelf } from "../testing/samples/portal.ts";
import { longWord } from "../testing/samples/text.ts";

const greeting = () => screen.findByRole("heading", { name: "Hello Ada" });
const signInPage = () => screen.findByRole("heading", { name: "Employee portal" });

describe("the portal", () => {
  test("shows the organization and the employee's recorded details", async ({ api, open }) => {
    answerPortal(api);
    open("/portal", { inPortal: true, on: "phone" });
    expect(await greeting()).toBeVisible();
    expect(document.title).toBe("Employee portal – Kontor");
    expect(screen.getByRole("banner")).toHaveTextContent("Acme Corporation");
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "Ada Okafor",
      "ACM-0012",
      "Accountant",
      "Finance",
      "Ikeja Branch",
      "01 Feb 2024",
      "ada@acme-corp.example",
      "0803 123 4567",
      "First Bank of Nigeria",
      "••••••4579",
      "Ada Okafor",
    ]);
    expect(screen.getByRole("link", { name: "people@acme-corp.example" })).toHaveAttribute(
      "href",
      "mailto:people@acme-corp.example",
    );
    // Nothing of the users' app is shown.
    expect(screen.queryByRole("navigation")).toBeNull();
    await expectAccessible();
  });

  test("says that payments and emails are on hold, until they are released", async ({
    api,
    open,
  }) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    answerPortal(api, { outgoing_held: true });
    open("/portal", { inPortal: true, on: "phone" });
    const notice = await screen.findByRole("note", { name: "Payments and emails are on hold" });
    expect(notice).toHaveTextContent(
      "You can use the portal as usual. Money and emails follow once they are released. For questions write to people@acme-corp.example.",
    );
    expect(await greeting()).toBeVisible();
    await expectAccessible();
    answerPortal(api);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
  });

  test("says that all modules are switched off, and lets the employee sign out", async ({
    api,
    open,
  }) => {
    answerPortal(api);
    const details = { organization: "Acme", support: "people@acme-corp.example" };
    api.on(portalMe, () => refuse("portal_modules_off", details));
    open("/portal", { inPortal: true, on: "phone" });
    const words =
      "Acme has switched off payslips and salary advances, so there is nothing to see here for now. For questions write to people@acme-corp.example.";
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(screen.getByRole("button", { name: "Logout" })).toBeEnabled();
    await expectAccessible();
  });

  test("shows which facts are missing, and the last day of work", async ({ api, open }) => {
    const nothing = { designation: "", department: "", branch: null, phone: "", bank: null };
    answerPortal(api, { ...nothing, exit_date: "2026-04-30" });
    open("/portal", { inPortal: true });
    expect(await screen.findByText("30 Apr 2026")).toBeVisible();
    expect(screen.getAllByText("not recorded")).toHaveLength(7);
  });

  test("fits long names", async ({ api, open }) => {
    const { organization } = portalSelf();
    answerPortal(api, {
      name: longWord,
      first_name: longWord,
      organization: { ...organization, name: longWord },
    });
    open("/portal", { inPortal: true, on: "phone" });
    expect(await screen.findByRole("heading", { name: `Hello ${longWord}` })).toBeVisible();
    await expectAccessible();
  });

  test("prints in the light scheme", async ({ api, open }) => {
    answerPortal(api);
    open("/portal", { inPortal: true });
    await greeting();
    const { dataset } = document.documentElement;
    dataset["mantineColorScheme"] = "dark";
    window.dispatchEvent(new Event("beforeprint"));
    expect(dataset["mantineColorScheme"]).toBe("light");
    window.dispatchEvent(new Event("afterprint"));
    expect(dataset["mantineColorScheme"]).toBe("dark");
    dataset["mantineColorScheme"] = "light";
  });

  test("shows that it is loading, and can be retried", async ({ api, open }) => {
    answerPortal(api);
    api.on(portalMe, () => refuse("busy"));
    const user = open("/portal", { inPortal: true });
    expect(await screen.findByText("The portal could not be loaded.")).toBeVisible();
    api.on(portalMe, () => portalSelf());
    const release = api.hold(portalMe);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.queryByText("The portal could not be loaded.")).toBeNull();
    release();
    expect(await greeting()).toBeVisible();
  });

  test("says that the server cannot be reached", async ({ api, open }) => {
    api.on(portalMe, loseConnection);
    open("/portal", { inPortal: true });
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  });

  test("asks often while the server cannot be reached, so that the notice goes by itself", async ({
    api,
    open,
  }) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    answerPortal(api);
    open("/portal", { inPortal: true });
    await greeting();
    const before = api.calls(portalMe).length;
    act(() => setOutage("server"));
    const notice = await screen.findByText(/The server cannot be reached/);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    expect(api.calls(portalMe).length).toBeGreaterThan(before);
    // Polling is marked as unattended, so it does not prolong the session.
    expect(api.calls(portalMe).at(-1)?.headers.get(unattendedHeader)).toBe("yes");
  });

  test("signs out even when the server does not answer", async ({ api, open }) => {
    answerPortal(api);
    api.on(portalSignOut, () => ({ done: true as const }));
    const user = open("/portal", { inPortal: true });
    await greeting();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await signInPage()).toBeVisible();
    const [call] = api.calls(portalSignOut);
    expect(call?.headers.get("Authorization")).toBe(`Bearer ${portalToken}`);
    expect(sessionStorage.getItem("portal_token")).toBeNull();
  });

  test("shows the sign-in page when the session has ended", async ({ api, open }) => {
    answerPortal(api);
    api.endSession();
    open("/portal", { inPortal: true });
    api.endSession();
    await waitFor(async () => expect(await signInPage()).toBeVisible());
    await expectMessage("Session expired, please login again");
  });

  test("ignores the session of a user", async ({ open }) => {
    open("/portal");
    expect(await signInPage()).toBeVisible();
    await waitFor(() => expect(sessionStorage.getItem("token")).not.toBeNull());
  });
});

describe.for(["/portal/nowhere", "/portal/advances/request"])(
  "the unknown address %s",
  (address) => {
    test("leads to the home page", async ({ api, open }) => {
      answerPortal(api);
      const user = open(address, { inPortal: true });
      expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
      await user.click(screen.getByRole("link", { name: "Go to the portal" }));
      expect(await greeting()).toBeVisible();
    });
  },
);
