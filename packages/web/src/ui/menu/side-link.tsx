import type { Icon } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";

import classes from "./side-layout.module.css";

type SideLinkProps = {
  to: LinkProps["to"];
  label: string;
  /** Absent for a nested link. */
  icon?: Icon;
  /** Marked as current only on its own page, and not on pages below it. */
  exact?: boolean;
  onFollow: (() => void) | undefined;
};

/** A link of the menu of a {@link SideLayout}. */
export function SideLink({ to, label, icon: LinkIcon, exact = false, onFollow }: SideLinkProps) {
  return (
    <Link
      to={to}
      className={classes.link}
      data-below={LinkIcon === undefined || undefined}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ "data-active": true }}
      onClick={onFollow}
    >
      {LinkIcon && <LinkIcon size={18} aria-hidden />}
      {label}
    </Link>
  );
}
