import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { preload } from "../../platform/loading/load-module.ts";
import { whenIdle } from "../../platform/loading/when-idle.ts";
import { preloadQuestionDialog, QuestionHost } from "../../platform/message/confirm.tsx";
import { loadMessages } from "../../platform/message/notify.tsx";
import { queryClient } from "../../platform/query-client.ts";
import { readToken } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { meQuery } from "../../session/data.ts";
import { ConnectionBanner } from "../../ui/page/connection.tsx";
import { SkipLink } from "../../ui/page/skip-link.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { newRecoveryCodes } from "../../users/account/new-recovery-codes.ts";
import { Header } from "./header.tsx";
import { useIdleQuestion } from "./idle-question.ts";
import { navigationFor, pagesOf } from "./navigation.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";

import classes from "./shell.module.css";

// Only small screens have the menu, and most visits are on large ones.
const loadMenu = () => import("./slide-in-menu.tsx");
const SlideInMenu = lazyComponent(loadMenu, "SlideInMenu");

// Loaded on demand, since few users ever see it.
const SecondFactorPage = lazyComponent(
  () => import("../../users/account/second-factor-page.tsx"),
  "SecondFactorPage",
);

// Loaded on demand: users only get there by links from others.
const NotPermitted = lazyComponent(() => import("../../users/not-permitted.tsx"), "NotPermitted");

// Loaded on demand: hardly anything but a restored copy shows it.
const HoldBanner = lazyComponent(() => import("../../settings/hold-banner.tsx"), "HoldBanner");

// Loaded on demand.
const loadPalette = () => import("./palette.tsx");
const Palette = lazyComponent(loadPalette, "Palette");
const ShortcutsHelp = lazyComponent(() => import("./shortcuts-help.tsx"), "ShortcutsHelp");

/** One user's data must not be shown to the next user of the same tab. */
function clearCacheWhenSignedOut(): void {
  if (readToken() === null) queryClient.clear();
}

type ShellProps = {
  /** Shown when no route matches the address. */
  screen?: ReactNode;
};

/** The app shell: everything around the screens of a signed-in user. */
export function Shell({ screen }: ShellProps) {
  useEffect(() => {
    // The code that guards unsaved work must be loaded before the network fails. It includes all of
    // the forms' code, so it is loaded after the first screen is rendered.
    const stop = whenIdle(() => {
      preload(preloadQuestionDialog);
      preload(loadMessages);
    });
    return () => {
      stop();
      clearCacheWhenSignedOut();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <ShellLayout screen={screen} />
      <QuestionHost />
    </QueryClientProvider>
  );
}

function ShellLayout({ screen }: ShellProps) {
  useIdleQuestion();
  const { pathname } = useLocation();
  // Whether the menu is open; null until it is opened for the first time.
  const [menu, setMenu] = useState<boolean | null>(null);
  const [above, setAbove] = useState<"palette" | "help" | null>(null);
  const close = () => setAbove(null);
  // What is open above a page closes when the user leaves it, also by the back button of a phone.
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    if (menu) setMenu(false);
    close();
  }
  const me = useQuery(meQuery()).data;
  const pages = pagesOf(navigationFor(me));
  const typed = useShortcuts({
    pages,
    finding: above === "palette",
    onPalette: () => setAbove("palette"),
    onHelp: () => setAbove("help"),
  });
  return (
    <div className={classes.shell}>
      <SkipLink />
      <aside className={classes.sidebar} aria-label="Sidebar">
        <Sidebar />
      </aside>
      <Suspense>
        {menu !== null && <SlideInMenu opened={menu} onClose={() => setMenu(false)} />}
      </Suspense>
      <Suspense>
        {above === "palette" && <Palette pages={pages} takeTyped={typed.take} onClose={close} />}
        {above === "help" && <ShortcutsHelp pages={pages} onClose={close} />}
      </Suspense>
      <div className={classes.column}>
        <Header
          pages={pages}
          menuOpened={menu === true}
          onOpenMenu={() => setMenu(true)}
          onTouchMenu={() => preload(loadMenu)}
          onFind={({ timeStamp }) => {
            typed.start(timeStamp);
            setAbove("palette");
          }}
          onTouchFind={() => preload(loadPalette)}
        />
        <ConnectionBanner />
        <Suspense>{me?.outgoing_held && !me.second_factor_due && <HoldBanner />}</Suspense>
        <main id="main" tabIndex={-1} className={classes.main}>
          <Screen screen={screen} />
        </main>
      </div>
    </div>
  );
}

/**
 * The screen of the address, once it is known that the user may make its calls: one that they may
 * not make ends the session, and signing in leads back to the same screen. Users whose role requires
 * a second factor set one up first.
 */
function Screen({ screen = <Outlet /> }: ShellProps) {
  const me = useQuery(meQuery());
  const permission = useRouterState({
    // A screen without one takes that of its section.
    select: ({ matches }) =>
      matches.findLast(({ staticData }) => staticData.permission)?.staticData.permission,
  });
  const made = useStore(newRecoveryCodes);
  // The setup is no longer due once the factor exists, but its recovery codes must be saved first.
  const required = me.data?.second_factor_due === true || made?.required === true;
  if (me.data && required) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <SecondFactorPage email={me.data.email} />
      </Suspense>
    );
  }
  if (permission === undefined) return screen;
  // After a failed load the screen stays mounted while the user is loaded again: it loads the
  // user too, so it would otherwise be unmounted and mounted again in an endless loop.
  if (me.isLoading && me.errorUpdateCount === 0) return <PageSpinner />;
  if (me.data?.permissions.includes(permission) !== false) return screen;
  return (
    <Suspense fallback={<PageSpinner />}>
      <NotPermitted permission={permission} />
    </Suspense>
  );
}
