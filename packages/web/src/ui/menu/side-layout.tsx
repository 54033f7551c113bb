import type { ReactNode } from "react";

import { FoldedMenu, MenuDialog, type SideMenu } from "./menu-dialog.tsx";

import classes from "./side-layout.module.css";

type SideLayoutProps = SideMenu & {
  /**
   * Folds the menu away on wide screens too, for what needs their whole width. The page shows its button by
   * `FoldedMenuButton`, so that it takes no row of its own.
   */
  folded?: boolean;
  children: ReactNode;
};

/** Pages with a menu at their side, which is a dialog where there is no room for it. */
export function SideLayout({ folded = false, children, ...menu }: SideLayoutProps) {
  // The page stays in its place in the tree when the menu is folded, and keeps what it has read.
  return (
    <div className={classes.layout} data-folded={folded || undefined}>
      {!folded && (
        <>
          <nav className={classes.side} aria-label={menu.name}>
            {menu.renderLinks()}
          </nav>
          <div className={classes.narrow}>
            <MenuDialog {...menu} />
          </div>
        </>
      )}
      <div className={classes.content}>
        <FoldedMenu value={folded ? menu : null}>{children}</FoldedMenu>
      </div>
    </div>
  );
}
