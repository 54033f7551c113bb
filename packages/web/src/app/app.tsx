import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { loadAhead } from "../platform/loading/load-module.ts";
import { isWaiting, untilPrefetched } from "../platform/loading/prefetch.ts";
import { whenIdle } from "../platform/loading/when-idle.ts";
import { Notifications } from "../platform/message/notify.tsx";
import { navigateBy } from "../platform/navigate/navigate.ts";
import { queryClient } from "../platform/query-client.ts";
import { meQuery } from "../session/data.ts";
import { router } from "./router.tsx";
import { printInLight } from "./theme/print-in-light.ts";
import { theme } from "./theme/theme.ts";
import { cssVariables } from "./theme/variables.ts";

// Loaded when the browser is idle, since screens also work without it.
const FocusKeeper = lazyComponent(
  () => import("../platform/message/focus-keeper.tsx"),
  "FocusKeeper",
);

function WithMessages({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(
    () => whenIdle(() => loadAhead(() => FocusKeeper.load().then(() => setLoaded(true)))),
    [],
  );
  return (
    <>
      <Notifications />
      <Suspense>{loaded && <FocusKeeper />}</Suspense>
      {children}
    </>
  );
}

/** How long the first screen waits for its user and for its list, in milliseconds. */
const patience = { user: 1_000, list: 300 };

const after = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Resolves when the screen of the address can be shown. It waits for a prefetched user, so that the
 * layout does not shift when the user's buttons appear, and for a prefetched list, so that the list
 * renders once, with its rows.
 */
export async function loadFirstScreen(): Promise<void> {
  const user = isWaiting("/wire/me")
    ? Promise.race([queryClient.prefetchQuery(meQuery()), after(patience.user)])
    : undefined;
  const list = router.load().then(() => Promise.race([untilPrefetched(), after(patience.list)]));
  await Promise.all([list, user]);
}

/** The providers around all screens. */
export function App() {
  useEffect(
    () => navigateBy((href, replace) => router.history[replace ? "replace" : "push"](href)),
    [],
  );
  useEffect(printInLight, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} InnerWrap={WithMessages} />
    </MantineProvider>
  );
}
