import { IconArrowLeft, IconSearch } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";

import { Bell } from "../../notifications/bell.tsx";
import { useHasManyOrganizations } from "../../session/data.ts";
import { BareButton } from "../../ui/menu/bare-button.tsx";
import { RequestProgress } from "../../ui/page/connection.tsx";
import { usePageHeading } from "../../ui/page/page-title.ts";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { paths } from "../paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import type { NavigationPage } from "./navigation.ts";
import { OrganizationSwitcher, useOrganizationInAddress } from "./organization-switcher.tsx";

import classes from "./header.module.css";

type HeaderProps = {
  /** The pages of the sidebar, whose names are known before they are loaded. */
  pages: readonly NavigationPage[];
  menuOpened: boolean;
  onOpenMenu: () => void;
  /** Called before the menu opens. */
  onTouchMenu: () => void;
  /** Opens the palette. */
  onFind: (event: { timeStamp: number }) => void;
  onTouchFind: () => void;
};

/** The bar above every screen: back button, title and account menu. */
export function Header(props: HeaderProps) {
  const { pages, menuOpened, onOpenMenu, onTouchMenu, onFind, onTouchFind } = props;
  const heading = usePageHeading();
  const title = usePendingTitle(pages) ?? heading.title;
  return (
    <header className={classes.header}>
      <BareButton
        className={classes.burger}
        onClick={onOpenMenu}
        onPointerEnter={onTouchMenu}
        aria-label="Open menu"
        aria-expanded={menuOpened}
      >
        <span className={classes.lines} />
      </BareButton>
      <BackButton />
      <h1 className={classes.title}>{withUnbrokenNumber(title)}</h1>
      <BareButton
        className={classes.find}
        // The name, for phones, which show only the icon.
        title="Find anything"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onFind}
        onPointerEnter={onTouchFind}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.findText}>Find anything</span>
        <kbd className={classes.findKey} aria-hidden>
          Ctrl K
        </kbd>
      </BareButton>
      <OrganizationSwitcher />
      <Bell />
      <AccountMenu />
      <RequestProgress />
    </header>
  );
}

/**
 * A title in which no line ends inside the number of a record, such as RCT-000061. A line can end
 * only after its hyphen, so the hyphen and what is beside it are kept together. Lists keep the
 * whole number together (`UnbrokenCodes`); in a title it would then be a text of its own, beside that
 * of the page.
 */
function withUnbrokenNumber(title: string): ReactNode {
  const [, before, hyphen, after] = /^(.*?)\b([A-Z]+-\d)(\d*\b.*)$/.exec(title) ?? [];
  if (hyphen === undefined) return title;
  return (
    <>
      {before}
      <span className={classes.hyphen}>{hyphen}</span>
      {after}
    </>
  );
}

/**
 * The title of the addressed page while its code is loading, also for the browser tab; otherwise
 * null.
 */
function usePendingTitle(pages: readonly NavigationPage[]): string | null {
  const coming = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation === undefined || resolvedLocation.pathname === location.pathname
        ? null
        : location.pathname,
  });
  const title = pages.find(({ link }) => link.to === coming)?.label ?? null;
  useEffect(() => {
    if (title !== null) document.title = `${title} – Kontor`;
  }, [title]);
  return title;
}

/**
 * Goes one page back, or on the first page of a tab to the parent page: to a list narrowed to the
 * organization of the record.
 */
function BackButton() {
  const { backTo } = usePageHeading();
  const inAddress = useOrganizationInAddress();
  // The list of organizations has no such filter, nor has any list of a user of one organization,
  // and the address of a record names its own.
  const keepsMany = useHasManyOrganizations();
  const narrows =
    keepsMany && backTo !== null && backTo !== "/app/organizations" && !/\d/.test(backTo);
  const goBack = useGoBack(backTo ?? paths.dashboard, narrows ? inAddress : undefined);
  return (
    <BareButton className={classes.back} title="Back" aria-label="Back" onClick={goBack}>
      <IconArrowLeft size={20} aria-hidden />
    </BareButton>
  );
}
