import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";

import { meQuery } from "../session/data.ts";
import { SideLayout } from "../ui/menu/side-layout.tsx";
import { SideLink } from "../ui/menu/side-link.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections } from "./sections.ts";

/** Settings with its side menu, which is a dialog on phones. */
export function SettingsLayout() {
  const me = useQuery(meQuery());
  if (!me.data) {
    return (
      <NotLoaded
        what="Your account"
        failed={me.isError && !me.isFetching}
        onRetry={() => void me.refetch()}
      />
    );
  }
  // Requesting what the user may not see would end the session.
  if (!me.data.permissions.includes("settings.read")) {
    return (
      <Page title="Settings">
        <EmptyState text="Settings are kept by platform administrators." />
      </Page>
    );
  }
  return (
    <SideLayout name="Settings" dialogMenu="Settings sections" renderLinks={sectionLinks}>
      <Outlet />
    </SideLayout>
  );
}

const sectionLinks = (onFollow?: () => void) =>
  sections.map((section) => <SideLink key={section.label} {...section} onFollow={onFollow} />);
