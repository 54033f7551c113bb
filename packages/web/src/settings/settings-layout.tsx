import { Outlet } from "@tanstack/react-router";

import { SideLayout } from "../ui/menu/side-layout.tsx";
import { SideLink } from "../ui/menu/side-link.tsx";
import { PermittedPages } from "../users/permitted-pages.tsx";
import { sections } from "./sections.ts";

/** Settings with its side menu, which is a dialog on phones. */
export function SettingsLayout() {
  return (
    <PermittedPages
      title="Settings"
      permission="settings.read"
      refused="Only platform administrators can open the settings."
    >
      {() => (
        <SideLayout name="Settings" dialogMenu="Settings sections" renderLinks={sectionLinks}>
          <Outlet />
        </SideLayout>
      )}
    </PermittedPages>
  );
}

const sectionLinks = (onFollow?: () => void) =>
  sections.map((section) => <SideLink key={section.label} {...section} onFollow={onFollow} />);
