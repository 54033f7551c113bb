import { Menu } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentType, ReactNode, Ref } from "react";

import { useTakenPress } from "./first-press.ts";

import classes from "./action-menu.module.css";

type ActionFace = { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean };

/** One entry of a menu: it does something, or it leads to a page. */
export type MenuAction = ActionFace & ({ onClick: () => void } | { link: LinkProps });

type ActionMenuProps = {
  /** The name of what the actions are done to, which the button says. */
  name: string;
  actions: readonly MenuAction[];
  Target: ComponentType<{ name: string; ref: Ref<HTMLButtonElement> }>;
};

/** A menu of actions below a button, in whose place it comes with the first press. */
export function ActionMenu({ name, actions, Target }: ActionMenuProps) {
  const target = useTakenPress();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Target name={name} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem(action: MenuAction) {
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
