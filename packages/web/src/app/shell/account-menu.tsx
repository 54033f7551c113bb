import { initialsOf } from "@kontor/contract/format";
import { Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
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

import { meQuery, useLogout } from "../../session/data.ts";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";

const themes = [
  { scheme: "light", label: "Light", Icon: IconSun },
  { scheme: "dark", label: "Dark", Icon: IconMoon },
  { scheme: "auto", label: "As the system", Icon: IconDeviceDesktop },
] as const;

/** The user's photo and, below it, the account, the theme and the way out. */
export function AccountMenu() {
  const me = useQuery(meQuery());
  const logout = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name = "", email, profile_photo } = me.data ?? {};
  // Who speaks to the page says what stands on the button, so that its name has it too.
  const initials = profile_photo ? "" : initialsOf(name);
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu ${initials}`.trim()} title={name}>
          <InitialsAvatar name={name} src={profile_photo} size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {email !== undefined && <Menu.Label>{email}</Menu.Label>}
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
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
