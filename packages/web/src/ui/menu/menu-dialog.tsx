import { Button, Modal } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { createContext, use, useState, type ReactNode } from "react";

import classes from "./side-layout.module.css";

export type SideMenu = {
  /** The subject of the menu: "Settings". */
  name: string;
  /** The title of the menu when it is a dialog. */
  dialogMenu: string;
  /**
   * Renders the links of the menu.
   *
   * @param onFollow given when the menu is a dialog. It must be called when a link is followed,
   *   including a link to the open page.
   */
  renderLinks: (onFollow?: () => void) => ReactNode;
};

/** The menu of the layout around a page, for a page that shows the layout's menu button itself. */
export const FoldedMenuContext = createContext<SideMenu | null>(null);

/** A button that opens the menu of a layout as a dialog. */
export function MenuDialog({ name, dialogMenu, renderLinks }: SideMenu) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  // The dialog belongs to the layout, so after the back button it would stay open on the previous page.
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    setOpened(false);
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMenu2 size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {name} menu
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={name}>
        <nav aria-label={dialogMenu} className={classes.links}>
          {renderLinks(() => setOpened(false))}
        </nav>
      </Modal>
    </>
  );
}

/**
 * The button of the folded menu around this page, placed among the page's buttons. Renders nothing
 * when no menu is folded.
 */
export function FoldedMenuButton() {
  const menu = use(FoldedMenuContext);
  return menu && <MenuDialog {...menu} />;
}
