import type { ReactNode } from "react";

import { FoldedMenuContext, MenuDialog, type SideMenu } from "./menu-dialog.tsx";

import classes from "./side-layout.module.css";

type SideLayoutProps = SideMenu & {
  /**
   * Folds the menu on wide screens too, for pages that need the full width. The page shows the
   * menu's button with `FoldedMenuButton`, so that it takes no row of its own.
   */
  folded?: boolean;
  children: ReactNode;
};

/** Pages with a side menu, which is a dialog when there is no room for it. */
export function SideLayout({ folded = false, children, ...menu }: SideLayoutProps) {
  // The page keeps its position in the tree when the menu is folded, and with it its state.
  return (
    <div className={classes.layout} data-folded={folded || undefined}>
      {!folded && (
        <>
          <nav data-surface="card" className={classes.side} aria-label={menu.name}>
            {menu.renderLinks()}
          </nav>
          <div className={classes.narrow}>
            <MenuDialog {...menu} />
          </div>
        </>
      )}
      <div className={classes.content}>
        <FoldedMenuContext value={folded ? menu : null}>{children}</FoldedMenuContext>
      </div>
    </div>
  );
}
