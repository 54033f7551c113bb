import { notifications } from "@mantine/notifications";
import { createBrowserHistory } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent, type UserEvent } from "@testing-library/user-event";
import { expect, test as base, vi } from "vitest";

import { App } from "../app/app.tsx";
import { router } from "../app/router.tsx";
import { Start } from "../app/start/start.tsx";
import { setOutage } from "../platform/connection.ts";
import { expirePortalSession, startPortalSession } from "../platform/portal-session.ts";
import { queryClient } from "../platform/query-client.ts";
import { clearSession, startSession } from "../platform/session.ts";
import { createFakeApi, portalToken, token, type FakeApi, type User } from "./fake-api.ts";
import { administrator } from "./users.ts";

type Visit = {
  /** The user that the API knows and who is signed in; the administrator by default. */
  as?: User;
  /** The tab has no session yet. */
  signedOut?: boolean;
  /** The tab has an employee's portal session and no user's session. */
  inPortal?: boolean;
  /** The width of the window. */
  on?: "desktop" | "tablet" | "phone";
  /** Starts like a browser, before the router is loaded. */
  begin?: boolean;
};

/** Opens the app at an address, like a new tab. @returns the user, who types and clicks. */
export type Open = (address: string, visit?: Visit) => UserEvent;

/** The router's own implementation, for when nothing is mounted that would replace it. */
const { startTransition } = router;

const windowWidths = { desktop: 1280, tablet: 820, phone: 390 };

/**
 * A test of pages: the whole app with its real router, in a DOM, on a fake API that is typed by the
 * contract. It ends with a logout, and fails when anything violated the contract.
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
      // The last page of a test may start requests late.
      api.endVisit();
      return endVisit();
    });
    return (address, visit = {}) => {
      const { as = administrator, signedOut = false, inPortal = false, on = "desktop" } = visit;
      const { begin = false } = visit;
      if (inPortal) {
        api.signInToPortal();
        startPortalSession(portalToken);
      } else {
        api.signIn(as);
        if (!signedOut) storeSession(as);
      }
      window.innerWidth = windowWidths[on];
      openTab(address, begin);
      // Without style sheets the DOM cannot tell which elements ignore the pointer.
      return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    };
  });

function openTab(address: string, begin: boolean): void {
  window.history.replaceState(null, "", address);
  router.history.destroy();
  router.update({ ...router.options, history: createBrowserHistory() });
  // The router loads a page only if it has not loaded one yet.
  router._tx = undefined;
  if (begin) {
    window.dispatchEvent(new PopStateEvent("popstate"));
    render(<Start />);
    return;
  }
  render(<App />);
  // The DOM would hide elements by a width that is not the window's. Browser tests cover what a
  // width hides.
  const widths = document.querySelector('style[data-mantine-styles="classes"]');
  if (widths) widths.textContent = "";
}

/**
 * Signs out, which clears the session's data in memory, and closes the tab. The router must be idle
 * first, since it continues from its current state when the next test opens it.
 */
async function endVisit(): Promise<void> {
  clearSession();
  expirePortalSession();
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
    clearPage();
    notifications.clean();
    queryClient.clear();
    localStorage.clear();
    // By then the calls that the end of the visit cut off have failed.
    await new Promise((resolve) => setTimeout(resolve));
    setOutage(null);
  }
}

/** Clears the rendered page: otherwise it would run once more before the next test's first page. */
function clearPage(): void {
  router.stores.setMatches([]);
  router.startTransition = startTransition;
}

function storeSession({ user_type }: User): void {
  startSession({ access_token: token, user_type, is_super: user_type === "platform", admin_id: 1 });
}
