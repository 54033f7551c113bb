import { Button, Modal } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { createContext, use, useState, type ReactNode } from "react";

import classes from "./side-layout.module.css";

export type SideMenu = {
  /** The subject of the menu: "Settings". */
  name: string;
  /** The title of the menu where it is a dialog. */
  dialogMenu: string;
  /**
   * The links of the menu.
   *
   * @param onFollow given where the menu is a dialog: to be called when a link is followed, also one to the page
   * that is open.
   */
  renderLinks: (onFollow?: () => void) => ReactNode;
};

/** The menu of the layout around a page, where the layout leaves its button to the page. */
export const FoldedMenu = createContext<SideMenu | null>(null);

/** A button that opens the menu of a layout as a dialog. */
export function MenuDialog({ name, dialogMenu, renderLinks }: SideMenu) {
  const [opened, setOpened] = useState(false);
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

/** The button of the folded menu around this page, among the buttons of its own; nothing where none is folded. */
export function FoldedMenuButton() {
  const menu = use(FoldedMenu);
  return menu && <MenuDialog {...menu} />;
}
