import { MantineProvider } from "@mantine/core";
import { Suspense, useDeferredValue, useEffect, useState, type ReactNode } from "react";

import { today } from "../../platform/clock.ts";
import { Notifications } from "../../platform/message/notify.tsx";
import { lazyPart, type Part } from "../../platform/part/lazy-part.ts";
import { useMissingPart } from "../../platform/part/load-part.ts";
import { learnFiles } from "../../platform/part/screen-files.ts";
import { whenIdle } from "../../platform/part/when-idle.ts";
import { usePathname } from "../../platform/way/way.ts";
import { PageSpinner } from "../../ui/spinner.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { paths } from "../paths.ts";
import { theme } from "../theme/theme.ts";
import { cssVariables } from "../theme/variables.ts";

const loadApp = () => import("../app.tsx");

/** The pages that stand before the app. They are shown without the router, which weighs as much as they do. */
const pages: Readonly<Record<string, Part<object>>> = {
  [paths.login]: lazyPart(() => import("../../session/login-page.tsx"), "LoginPage"),
  [paths.forgotPassword]: lazyPart(
    () => import("../../session/forgot-password-page.tsx"),
    "ForgotPasswordPage",
  ),
  [paths.newPassword]: lazyPart(
    () => import("../../session/new-password-page.tsx"),
    "NewPasswordPage",
  ),
  [paths.invitation]: lazyPart(() => import("../../session/invitation-page.tsx"), "InvitationPage"),
};

/** The app with its first screen: what is there before it stays until that screen can be shown. */
const App = lazyPart(async () => {
  const loading = loadApp();
  // A browser takes a while for the first format of dates or numbers that it makes, here while the code is on its way.
  today();
  const module = await loading;
  await module.loadFirstScreen();
  return module;
}, "App");

/** Resolves when the page of an address can be shown whole. */
async function loadPage(pathname: string): Promise<void> {
  await (pages[pathname] ?? App).load();
}

/** After sign-in comes the app. What fails to load here is fetched again when it is needed. */
function fetchAhead(): void {
  const parts = [
    loadApp,
    () => import("../shell/shell.tsx"),
    () => import("../screens/dashboard-screen.tsx"),
  ];
  learnFiles();
  for (const load of parts) void load().catch(() => undefined);
}

/**
 * What the browser begins with, once the page of the address is there. A fallback of React's in its place would stay
 * for 300 ms in any case, and a frame without its screen would be drawn for nothing. Where something cannot be
 * loaded, what is there is shown, since it says so.
 */
export function Start() {
  const [ready, setReady] = useState(false);
  useEffect(
    // What fails here fails once more where it is shown.
    () =>
      void loadPage(window.location.pathname)
        .finally(() => setReady(true))
        .catch(() => undefined),
    [],
  );
  const missing = useMissingPart();
  if (missing !== null && !ready) setReady(true);
  return ready ? <Pages /> : <PageSpinner />;
}

/**
 * A page shown before sign-in, or the app. The change is one way: from then on the app's router
 * shows these pages.
 */
function Pages() {
  const pathname = usePathname();
  const shown = useDeferredValue(pathname);
  const coming = shown !== pathname;
  // A page that has appeared is not replaced by a spinner that became due meanwhile.
  const late = useSteadyLoading(coming) && coming;
  const Page = shown === null ? undefined : pages[shown];
  return (
    <Suspense fallback={<PageSpinner />}>
      {Page === undefined ? <App /> : <BeforeApp>{late ? <PageSpinner /> : <Page />}</BeforeApp>}
    </Suspense>
  );
}

function BeforeApp({ children }: { children: ReactNode }) {
  useEffect(() => whenIdle(fetchAhead), []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications />
      {children}
    </MantineProvider>
  );
}
