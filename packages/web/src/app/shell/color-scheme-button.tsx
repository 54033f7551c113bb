import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

const schemes = {
  light: { icon: IconSun, name: "light", next: "dark" },
  dark: { icon: IconMoon, name: "dark", next: "auto" },
  auto: { icon: IconDeviceDesktop, name: "as the system", next: "light" },
} as const satisfies Record<
  MantineColorScheme,
  { icon: typeof IconSun; name: string; next: MantineColorScheme }
>;

/** Goes through light, dark and the system's own choice. */
export function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { icon: Icon, name, next } = schemes[colorScheme];
  const label = `Colours: ${name}. Change to ${schemes[next].name}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      title={label}
      aria-label={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={19} aria-hidden />
    </ActionIcon>
  );
}
