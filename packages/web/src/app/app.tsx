import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";

import { Notifications } from "../platform/message/notify.tsx";
import { router } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

/** Everything that surrounds the screens. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications />
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
