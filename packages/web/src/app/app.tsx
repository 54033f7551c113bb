import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Notifications } from "../platform/message/notify.tsx";
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

/** Everything that surrounds the screens. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} InnerWrap={WithMessages} />
    </MantineProvider>
  );
}
