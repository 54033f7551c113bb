import { Button, Modal } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useState } from "react";

import { meQuery } from "../session/data.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections, type ReportSection } from "./sections.ts";

import classes from "./reports.module.css";

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
  // Asking the server for what the user may not see would end the session.
  if (!me.data.permissions.includes("reports.read")) {
    return (
      <Page title="Reports">
        <EmptyState text="Your roles show no reports. Ask an administrator or the owner." />
      </Page>
    );
  }
  const inReport = !inOrder.some(({ to }) => pathname === to || pathname === `${to}/`);
  return (
    <div className={classes.layout} data-in-report={inReport || undefined}>
      <nav className={classes.side} aria-label="Reports">
        <SectionLinks />
      </nav>
      <NarrowMenu />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

/** @param reports lists the reports of each section below it. */
function SectionLinks({ reports = false, onFollow }: { reports?: boolean; onFollow?: () => void }) {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  return inOrder.map((section) => (
    <div key={section.to} className={classes.links}>
      <Link
        to={section.to}
        className={classes.link}
        activeOptions={{ exact: reports, includeSearch: false }}
        activeProps={{ "data-active": true }}
        onClick={onFollow}
      >
        <section.icon size={18} aria-hidden />
        {section.label}
      </Link>
      {reports &&
        section.reports
          .filter(({ permission }) => permissions.includes(permission))
          .map(({ label, to }) => (
            <Link
              key={label}
              to={to}
              className={classes.link}
              data-below
              activeOptions={{ includeSearch: false }}
              activeProps={{ "data-active": true }}
              onClick={onFollow}
            >
              {label}
            </Link>
          ))}
    </div>
  ));
}

function NarrowMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.narrow}>
      <Button
        variant="default"
        justify="flex-start"
        leftSection={<IconMenu2 size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Reports menu
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Reports">
        <nav aria-label="All reports" className={classes.links}>
          <SectionLinks reports onFollow={() => setOpened(false)} />
        </nav>
      </Modal>
    </div>
  );
}
