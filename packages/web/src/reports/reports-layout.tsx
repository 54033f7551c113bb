import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";

import { meQuery } from "../session/data.ts";
import { SideLayout } from "../ui/menu/side-layout.tsx";
import { SideLink } from "../ui/menu/side-link.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections, type ReportSection } from "./sections.ts";

const inOrder: readonly ReportSection[] = Object.values(sections);

/** Reports with their side menu. A report itself takes the whole width, and phones do: there it is a dialog. */
export function ReportsLayout() {
  const me = useQuery(meQuery());
  const { pathname } = useLocation();
  if (!me.data) {
    return (
      <NotLoaded
        what="Your account"
        failed={me.isError && !me.isFetching}
        onRetry={() => void me.refetch()}
      />
    );
  }
  // Requesting what the user may not see would end the session.
  if (!me.data.permissions.includes("reports.read")) {
    return (
      <Page title="Reports">
        <EmptyState text="Your roles show no reports. Ask an administrator or the owner." />
      </Page>
    );
  }
  const inReport = !inOrder.some(({ to }) => pathname === to || pathname === `${to}/`);
  const { permissions } = me.data;
  const links = (onFollow?: () => void) =>
    inOrder.map((section) => (
      <Fragment key={section.to}>
        <SideLink {...section} exact={onFollow !== undefined} onFollow={onFollow} />
        {/* The dialog leads from one report to another. */}
        {onFollow &&
          section.reports
            .filter(({ permission }) => permissions.includes(permission))
            .map(({ label, to }) => (
              <SideLink key={label} to={to} label={label} onFollow={onFollow} />
            ))}
      </Fragment>
    ));
  return (
    <SideLayout name="Reports" dialogMenu="All reports" folded={inReport} renderLinks={links}>
      <Outlet />
    </SideLayout>
  );
}
