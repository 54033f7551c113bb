import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { preload } from "../platform/loading/load-module.ts";
import { isPrefetched, allPrefetched } from "../platform/loading/prefetch.ts";
import { whenIdle } from "../platform/loading/when-idle.ts";
import { ToastHost } from "../platform/message/notify.tsx";
import { delegateNavigation } from "../platform/navigate/navigate.ts";
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
    () => whenIdle(() => preload(() => FocusKeeper.load().then(() => setLoaded(true)))),
    [],
  );
  return (
    <>
      <ToastHost />
      <Suspense>{loaded && <FocusKeeper />}</Suspense>
      {children}
    </>
  );
}

/** How long the first screen waits for its user and for its list, in milliseconds. */
const firstScreenTimeouts = { user: 1_000, list: 300 };

const delay = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Resolves when the screen of the address can be shown. It waits for a prefetched user, so that the
 * layout does not shift when the user's buttons appear, and for a prefetched list, so that the list
 * renders once, with its rows.
 */
export async function loadFirstScreen(): Promise<void> {
  const user = isPrefetched("/wire/me")
    ? Promise.race([queryClient.prefetchQuery(meQuery()), delay(firstScreenTimeouts.user)])
    : undefined;
  const list = router
    .load()
    .then(() => Promise.race([allPrefetched(), delay(firstScreenTimeouts.list)]));
  await Promise.all([list, user]);
}

/** The providers around all screens. */
export function App() {
  useEffect(
    () => delegateNavigation((href, replace) => router.history[replace ? "replace" : "push"](href)),
    [],
  );
  useEffect(printInLight, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} InnerWrap={WithMessages} />
    </MantineProvider>
  );
}
