import { ActionIcon, Text } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import type { MenuAction } from "../menu/action-menu.tsx";
import { LoadOnClick } from "../menu/load-on-click.tsx";
import type { MenuButtonProps } from "../menu/replayed-click.ts";

// Loaded on demand: the code of menus is a third of the size of a list's code, and most rows never
// open a menu.
const loadMenu = () => import("../menu/action-menu.tsx");
const ActionMenu = lazyComponent(loadMenu, "ActionMenu");

/** One entry of a row's menu: an action or a link to a page. */
export type RowAction = MenuAction;

/** The menu button of a row. A row without actions shows a dash. */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) {
    return (
      <Text span c="dimmed" aria-label="No actions">
        –
      </Text>
    );
  }
  return (
    <LoadOnClick
      load={loadMenu}
      renderButton={(props) => <RowButton name={name} aria-haspopup="menu" {...props} />}
    >
      <ActionMenu name={name} actions={actions} Target={RowButton} />
    </LoadOnClick>
  );
}

function RowButton({ name, ...props }: MenuButtonProps & { name: string }) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  );
}
