import { MantineProvider } from "@mantine/core";
import { Suspense, useDeferredValue, useEffect, useState, type ReactNode } from "react";

import { today } from "../../platform/clock.ts";
import { lazyComponent, type LazyComponent } from "../../platform/loading/lazy-component.ts";
import { preload, useLoadFailure } from "../../platform/loading/load-module.ts";
import { preloadScreenList } from "../../platform/loading/screen-files.ts";
import { whenIdle } from "../../platform/loading/when-idle.ts";
import { ToastHost } from "../../platform/message/notify.tsx";
import { usePathname } from "../../platform/navigate/navigate.ts";
import { PageSpinner } from "../../ui/spinner.tsx";
import { useDelayedSpinner } from "../../ui/use-delayed-spinner.ts";
import { paths } from "../paths.ts";
import { theme } from "../theme/theme.ts";
import { cssVariables } from "../theme/variables.ts";

const loadApp = () => import("../app.tsx");

/**
 * The pages outside the app. They are rendered without the router, whose code is as large as
 * theirs.
 */
const pages: Readonly<Record<string, LazyComponent<object>>> = {
  [paths.login]: lazyComponent(() => import("../../session/login-page.tsx"), "LoginPage"),
  [paths.forgotPassword]: lazyComponent(
    () => import("../../session/forgot-password-page.tsx"),
    "ForgotPasswordPage",
  ),
  [paths.newPassword]: lazyComponent(
    () => import("../../session/new-password-page.tsx"),
    "NewPasswordPage",
  ),
  [paths.invitation]: lazyComponent(
    () => import("../../session/invitation-page.tsx"),
    "InvitationPage",
  ),
};

/** The app with its first screen. The current page stays until that screen can be shown. */
const App = lazyComponent(async () => {
  const loading = loadApp();
  // The first formatting of a date or number is slow in browsers, so it runs while the code is
  // loading.
  today();
  const module = await loading;
  await module.loadFirstScreen();
  return module;
}, "App");

/** Resolves when the complete page of an address can be shown. */
async function loadPage(pathname: string): Promise<void> {
  await (pages[pathname] ?? App).load();
}

/** Preloads the app, which follows the sign-in. */
function preloadApp(): void {
  const imports = [
    loadApp,
    () => import("../shell/shell.tsx"),
    () => import("../screens/dashboard-screen.tsx"),
  ];
  preloadScreenList();
  for (const load of imports) preload(load);
}

/**
 * The root component. It renders once the page of the address is loaded: a fallback of React's
 * would stay for at least 300 ms, and an app shell without its screen would be rendered for
 * nothing. If something cannot be loaded, it renders anyway, so that the page can show why.
 */
export function Start() {
  const [ready, setReady] = useState(false);
  useEffect(
    // A load that fails here fails again where the page is rendered.
    () =>
      void loadPage(window.location.pathname)
        .finally(() => setReady(true))
        .catch(() => undefined),
    [],
  );
  const failure = useLoadFailure();
  if (failure !== null && !ready) setReady(true);
  return ready ? <Pages /> : <PageSpinner />;
}

/**
 * A page outside the app, or the app. The app never hands back: from then on its router also
 * renders these pages.
 */
function Pages() {
  const pathname = usePathname();
  const shown = useDeferredValue(pathname);
  const coming = shown !== pathname;
  // A page that has appeared is not replaced by a delayed spinner.
  const late = useDelayedSpinner(coming) && coming;
  const Page = shown === null ? undefined : pages[shown];
  return (
    <Suspense fallback={<PageSpinner />}>
      {Page === undefined ? <App /> : <PublicPage>{late ? <PageSpinner /> : <Page />}</PublicPage>}
    </Suspense>
  );
}

function PublicPage({ children }: { children: ReactNode }) {
  useEffect(() => whenIdle(preloadApp), []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ToastHost />
      {children}
    </MantineProvider>
  );
}
