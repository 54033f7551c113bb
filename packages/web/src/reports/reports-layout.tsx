import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";

import { meQuery } from "../session/data.ts";
import { SideLayout } from "../ui/menu/side-layout.tsx";
import { SideLink } from "../ui/menu/side-link.tsx";
import { NotPermitted } from "../users/not-permitted.tsx";
import { sections, type ReportSection } from "./sections.ts";

const orderedSections: readonly ReportSection[] = Object.values(sections);

/**
 * Reports with their side menu. An open report takes the whole width; its menu is then a dialog, as
 * always on a phone.
 */
export function ReportsLayout() {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const { pathname } = useLocation();
  // A page below a report, such as its differences, belongs to it.
  const report = orderedSections
    .flatMap(({ reports }) => reports)
    .find(({ to }) => pathname.startsWith(String(to)));
  const lacked =
    report === undefined || permissions.includes(report.permission) ? null : report.permission;
  const inReport = !orderedSections.some(({ to }) => pathname === to || pathname === `${to}/`);
  const links = (onFollow?: () => void) =>
    orderedSections.map((section) => (
      <Fragment key={section.to}>
        <SideLink {...section} exact={onFollow !== undefined} onFollow={onFollow} />
        {/* In the dialog users can go from one report to another. */}
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
      {lacked === null ? <Outlet /> : <NotPermitted permission={lacked} />}
    </SideLayout>
  );
}
