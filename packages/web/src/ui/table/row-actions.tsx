import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import classes from "./row-actions.module.css";

type ActionFace = { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean };

/** One entry of a row's menu: it does something, or it leads to a page. */
export type RowAction = ActionFace & ({ onClick: () => void } | { link: LinkProps });

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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem(action: RowAction) {
  const look = {
    leftSection: action.icon,
    "data-danger": action.danger || undefined,
    className: classes.item,
    disabled: action.disabled,
    children: action.label,
  };
  return "link" in action ? (
    <Menu.Item renderRoot={(props) => <Link {...action.link} {...props} />} {...look} />
  ) : (
    <Menu.Item onClick={action.onClick} {...look} />
  );
}
