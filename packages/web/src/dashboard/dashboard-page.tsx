import type { Icon } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";

import { Page } from "../ui/page/page.tsx";

import classes from "./dashboard-page.module.css";

/** A way from the dashboard to a page of the app. */
export type QuickLink = { label: string; about: string; link: LinkProps; icon: Icon };

/** The first screen after sign-in: ways to the work. */
export function DashboardPage({ links }: { links: readonly QuickLink[] }) {
  return (
    <Page title="Dashboard">
      <nav aria-label="Quick links">
        <ul className={classes.links}>
          {links.map(({ label, about, link, icon: QuickIcon }) => (
            <li key={label}>
              <Link {...link} className={classes.link}>
                <span className={classes.icon}>
                  <QuickIcon size={20} aria-hidden />
                </span>
                <span>
                  <span className={classes.label}>{label}</span>
                  <span className={classes.about}>{about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  );
}
