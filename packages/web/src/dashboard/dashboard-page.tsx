import { Suspense } from "react";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { LinkCards, type LinkCard } from "../ui/menu/link-cards.tsx";
import { Page } from "../ui/page/page.tsx";
import { PageSpinner } from "../ui/spinner.tsx";

import classes from "./dashboard-page.module.css";

const DashboardPanels = lazyComponent(() => import("./dashboard-panels.tsx"), "DashboardPanels");

/** The first screen after sign-in: the overview, and links to the user's work. */
export function DashboardPage({ links }: { links: readonly LinkCard[] }) {
  return (
    <Page title="Dashboard">
      <div className={classes.overview}>
        <Suspense fallback={<PageSpinner />}>
          <DashboardPanels />
        </Suspense>
      </div>
      <nav aria-label="Quick links">
        <LinkCards cards={links} />
      </nav>
    </Page>
  );
}
