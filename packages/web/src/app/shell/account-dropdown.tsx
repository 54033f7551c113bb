import { Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentType, Ref } from "react";

import { meQuery, useLogout } from "../../session/data.ts";
import { useReplayedClick } from "../../ui/menu/replayed-click.ts";

const themes = [
  { scheme: "light", label: "Light", Icon: IconSun },
  { scheme: "dark", label: "Dark", Icon: IconMoon },
  { scheme: "auto", label: "As the system", Icon: IconDeviceDesktop },
] as const;

type AccountDropdownProps = { Target: ComponentType<{ ref: Ref<HTMLButtonElement> }> };

/**
 * The account, the theme and the logout, in a menu below a button. It replaces the button whose
 * click loaded it, and takes over its focus and click.
 */
export function AccountDropdown({ Target }: AccountDropdownProps) {
  const me = useQuery(meQuery());
  const logout = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const target = useReplayedClick();
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <Target ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {me.data !== undefined && <Menu.Label>{me.data.email}</Menu.Label>}
        <Menu.Item
          leftSection={<IconUserCircle size={17} aria-hidden />}
          renderRoot={(props) => <Link to="/app/account" {...props} />}
        >
          My Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {themes.map(({ scheme, label, Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={17} aria-hidden />}
            rightSection={colorScheme === scheme && <IconCheck size={15} aria-label="chosen" />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={17} aria-hidden />}
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
