import { Menu } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentType, ReactNode, Ref } from "react";

import { useReplayedClick } from "./replayed-click.ts";

import classes from "./action-menu.module.css";

type ActionAppearance = { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean };

/** One entry of a menu: an action or a link to a page. */
export type MenuAction = ActionAppearance & ({ onClick: () => void } | { link: LinkProps });

type ActionMenuProps = {
  /** The name of the record that the actions apply to, for the button's accessible name. */
  name: string;
  actions: readonly MenuAction[];
  Target: ComponentType<{ name: string; ref: Ref<HTMLButtonElement> }>;
};

/** A menu of actions. It replaces the button that opens it on the first click. */
export function ActionMenu({ name, actions, Target }: ActionMenuProps) {
  const target = useReplayedClick();
  // The menu is unmounted with its items, so what an action opens must return the focus to the button.
  const focusButton = () => target.current?.focus();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Target name={name} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.label} focusButton={focusButton} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem({ focusButton, ...action }: MenuAction & { focusButton: () => void }) {
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
    <Menu.Item
      onClick={() => {
        focusButton();
        action.onClick();
      }}
      {...look}
    />
  );
}
