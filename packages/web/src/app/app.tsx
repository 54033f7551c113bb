import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";

import { Notifications } from "../platform/message/notify.tsx";
import { walkBy } from "../platform/way/way.ts";
import { router } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

function WithMessages({ children }: { children: ReactNode }) {
  return (
    <>
      <Notifications />
      {children}
    </>
  );
}

/** Resolves when the screen of the address can be shown at once. */
export async function loadFirstScreen(): Promise<void> {
  await router.load();
}

/** Everything that surrounds the screens. */
export function App() {
  useEffect(
    () => walkBy((href, replace) => router.history[replace ? "replace" : "push"](href)),
    [],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} InnerWrap={WithMessages} />
    </MantineProvider>
  );
}
