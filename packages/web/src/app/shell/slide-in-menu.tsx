import { CloseButton, Drawer } from "@mantine/core";

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
      <Sidebar aside={<CloseButton aria-label="Close menu" onClick={onClose} />} />
    </Drawer>
  );
}
