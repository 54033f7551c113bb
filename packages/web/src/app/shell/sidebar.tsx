import { IconLogout } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { meQuery, useLogout } from "../../session/data.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useDelayedSpinner } from "../../ui/use-delayed-spinner.ts";
import { navigationFor, type NavigationEntry, type NavigationPage } from "./navigation.ts";
import { useWaitingCounts, type WaitingCounts } from "./waiting-counts.ts";

import classes from "./sidebar.module.css";

/** The minimum time that loading the modules is shown, in milliseconds. */
const minSpinnerTime = 2000;

/**
 * The product's name, the pages that the user may open, and the user.
 *
 * @param aside shown beside the name.
 */
export function Sidebar({ aside }: { aside?: ReactNode }) {
  const me = useQuery(meQuery());
  const waiting = useDelayedSpinner(me.isPending, minSpinnerTime);
  const counts = useWaitingCounts();
  return (
    <div className={classes.sidebar}>
      <div className={classes.top}>
        <Link to="/app/dashboard" className={classes.home} aria-label="Kontor, to the dashboard">
          <BrandMark />
        </Link>
        {waiting && <Spinner label="Loading modules" />}
        {aside}
      </div>
      <nav className={classes.entries} aria-label="Main">
        {navigationFor(me.data).map((entry) => (
          <Entry key={entry.label} entry={entry} counts={counts} />
        ))}
      </nav>
      <User />
    </div>
  );
}

function Entry({ entry, counts }: { entry: NavigationEntry; counts: WaitingCounts }) {
  const Icon = entry.icon;
  if (!("pages" in entry)) {
    return <PageLink page={entry} counts={counts} icon={<Icon size={18} aria-hidden />} />;
  }
  return (
    <section className={classes.group} aria-label={entry.label}>
      <p className={classes.groupLabel}>
        <Icon size={18} aria-hidden />
        {entry.label}
      </p>
      {entry.pages.map((page) => (
        <PageLink key={page.label} page={page} counts={counts} />
      ))}
    </section>
  );
}

type PageLinkProps = { page: NavigationPage; counts: WaitingCounts; icon?: ReactNode };

function PageLink({ page, counts, icon }: PageLinkProps) {
  const count = page.count === undefined ? 0 : counts[page.count];
  return (
    <Link {...page.link} className={classes.link} activeProps={{ "data-active": true }}>
      {icon ?? <span className={classes.indent} />}
      <span className={classes.label}>{page.label}</span>
      {count > 0 && (
        <div
          className={classes.count}
          data-single={count < 10 || undefined}
          aria-label={`${count} waiting`}
        >
          {count}
        </div>
      )}
    </Link>
  );
}

/** The signed-in user and the logout button. */
function User() {
  const me = useQuery(meQuery());
  const logout = useLogout();
  return (
    <div className={classes.user}>
      <div className={classes.identity}>
        <InitialsAvatar name={me.data?.name ?? ""} src={me.data?.profile_photo} size={34} />
        <div className={classes.who}>
          <p className={classes.name}>{me.data?.name}</p>
          <p className={classes.email} title={me.data?.email}>
            {me.data?.email}
          </p>
        </div>
      </div>
      <button
        type="button"
        className={classes.logout}
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <IconLogout size={18} aria-hidden />
        Logout
      </button>
    </div>
  );
}
