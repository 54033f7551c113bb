import { Outlet } from "@tanstack/react-router";

import { SideLayout } from "../ui/menu/side-layout.tsx";
import { SideLink } from "../ui/menu/side-link.tsx";
import { settingsSections } from "./sections.ts";

/** Settings with its side menu, which is a dialog on phones. */
export function SettingsLayout() {
  return (
    <SideLayout name="Settings" dialogMenu="Settings sections" renderLinks={sectionLinks}>
      <Outlet />
    </SideLayout>
  );
}

const sectionLinks = (onFollow?: () => void) =>
  settingsSections.map((section) => (
    <SideLink key={section.label} {...section} onFollow={onFollow} />
  ));
