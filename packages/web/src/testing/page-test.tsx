import { notifications } from "@mantine/notifications";
import { createBrowserHistory } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent, type UserEvent } from "@testing-library/user-event";
import { expect, test as base, vi } from "vitest";

import { App } from "../app/app.tsx";
import { router } from "../app/router.tsx";
import { Start } from "../app/start/start.tsx";
import { endPortalSession, startPortalSession } from "../platform/portal-session.ts";
import { queryClient } from "../platform/query-client.ts";
import { clearSession, startSession } from "../platform/session.ts";
import { createFakeApi, portalToken, token, type FakeApi, type User } from "./fake-api.ts";
import { administrator } from "./users.ts";

type Visit = {
  /** Who the API knows, and who is signed in; the administrator unless said otherwise. */
  as?: User;
  /** The tab has no session yet. */
  signedOut?: boolean;
  /** The tab has an employee's session of the portal, and none of a user. */
  inPortal?: boolean;
  /** How wide the window is. */
  on?: "desktop" | "phone";
  /** The browser begins there, without the router as yet. */
  begin?: boolean;
};

/** Opens the app at an address, as a new tab does. @returns what types and clicks for the user. */
export type Open = (address: string, visit?: Visit) => UserEvent;

/** How the router shows pages where nothing is mounted that would show them. */
const { startTransition } = router;

const windowWidths = { desktop: 1280, phone: 390 };

/**
 * A test of pages: the whole app with its real router, in a DOM, on a fake API that is typed by the contract.
 * It ends as a visit does, by signing out, and fails when anything went against the contract.
 */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are needed.
  .extend("api", { auto: true }, ({}, { onCleanup }): FakeApi => {
    const api = createFakeApi();
    vi.stubGlobal("fetch", api.fetch);
    onCleanup(() => {
      vi.unstubAllGlobals();
      api.expectNoBreaches();
    });
    return api;
  })
  .extend("open", ({ api }, { onCleanup }): Open => {
    onCleanup(() => {
      // The page that a test ends on may only just begin to ask.
      api.endVisit();
      return leave();
    });
    return (address, visit = {}) => {
      const { as = administrator, signedOut = false, inPortal = false, on = "desktop" } = visit;
      const { begin = false } = visit;
      if (inPortal) {
        api.signInToPortal();
        startPortalSession(portalToken);
      } else {
        api.signIn(as);
        if (!signedOut) keepSession(as);
      }
      window.innerWidth = windowWidths[on];
      openTab(address, begin);
      // Without style sheets nothing shows which elements ignore the pointer.
      return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    };
  });

function openTab(address: string, begin: boolean): void {
  window.history.replaceState(null, "", address);
  router.history.destroy();
  router.update({ ...router.options, history: createBrowserHistory() });
  // By itself the router loads a page only where it has loaded none yet.
  router._tx = undefined;
  if (begin) {
    window.dispatchEvent(new PopStateEvent("popstate"));
    render(<Start />);
    return;
  }
  render(<App />);
  // The DOM would hide by a width that is not the window's; what a width hides is for the browser tests.
  const widths = document.querySelector('style[data-mantine-styles="classes"]');
  if (widths) widths.textContent = "";
}

/**
 * Signs out, which empties what the app keeps of a session in memory, and closes the tab. The router must
 * be idle before: it continues where it was when the next test opens it.
 */
async function leave(): Promise<void> {
  clearSession();
  endPortalSession();
  try {
    await vi.waitFor(
      () => {
        const { status, resolvedLocation } = router.state;
        expect([status, resolvedLocation?.pathname]).toEqual([
          "idle",
          expect.not.stringMatching(/^\/(?:app|portal(?!\/sign-in))/),
        ]);
      },
      { timeout: 45_000, interval: 5 },
    );
  } finally {
    cleanup();
    forgetPage();
    notifications.clean();
    queryClient.clear();
    localStorage.clear();
  }
}

/** The next tab begins with nothing on it: a page of this one would run once more before that tab's own. */
function forgetPage(): void {
  router.stores.setMatches([]);
  router.startTransition = startTransition;
}

function keepSession({ user_type }: User): void {
  startSession({ access_token: token, user_type, is_super: user_type === "platform", admin_id: 1 });
}
