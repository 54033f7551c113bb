import { CloseButton, Drawer } from "@mantine/core";

import { useReturnFocus } from "../../platform/message/return-focus.ts";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar of small screens. */
export function SlideInMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={272}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { "aria-label": "Menu" } }}
      hiddenFrom="md"
      // A link to the open page does not change the address, and must still close the menu.
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")) onClose();
      }}
    >
      <OpenMenu onClose={onClose} />
    </Drawer>
  );
}

/** Mounted only while the menu is open. */
function OpenMenu({ onClose }: { onClose: () => void }) {
  // Mantine does so only for a drawer that was mounted closed, and this one is loaded when it is
  // opened for the first time.
  useReturnFocus();
  return <Sidebar aside={<CloseButton aria-label="Close menu" onClick={onClose} />} />;
}
