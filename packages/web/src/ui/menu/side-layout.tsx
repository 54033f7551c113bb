import { Button, Modal } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import classes from "./side-layout.module.css";

type SideLayoutProps = {
  /** The subject of the menu: "Settings". */
  name: string;
  /** The title of the menu where it is a dialog. */
  dialogMenu: string;
  /** Folds the menu away on wide screens too, for what needs their whole width. */
  folded?: boolean;
  /**
   * The links of the menu.
   *
   * @param onFollow given where the menu is a dialog: to be called when a link is followed, also one to the page
   * that is open.
   */
  renderLinks: (onFollow?: () => void) => ReactNode;
  children: ReactNode;
};

/** Pages with a menu at their side, which is a dialog where there is no room for it. */
export function SideLayout({ name, dialogMenu, folded, renderLinks, children }: SideLayoutProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.layout} data-folded={folded || undefined}>
      <nav className={classes.side} aria-label={name}>
        {renderLinks()}
      </nav>
      <div className={classes.narrow}>
        <Button
          variant="default"
          justify="flex-start"
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
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
