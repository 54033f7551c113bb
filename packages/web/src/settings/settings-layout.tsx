import { Button, Modal } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";

import { meQuery } from "../session/data.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections } from "./sections.ts";

import classes from "./settings-layout.module.css";

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
  // Asking the server for what the user may not see would end the session.
  if (!me.data.permissions.includes("settings.read")) {
    return (
      <Page title="Settings">
        <EmptyState text="Settings are kept by platform administrators." />
      </Page>
    );
  }
  return (
    <div className={classes.layout}>
      <nav className={classes.side} aria-label="Settings">
        <SectionLinks />
      </nav>
      <PhoneMenu />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

/** @param onFollow called when a link is followed, also one to the page that is open. */
function SectionLinks({ onFollow }: { onFollow?: () => void }) {
  return sections.map(({ label, to, icon: SectionIcon }) => (
    <Link
      key={label}
      to={to}
      className={classes.link}
      activeProps={{ "data-active": true }}
      onClick={onFollow}
    >
      <SectionIcon size={18} aria-hidden />
      {label}
    </Link>
  ));
}

function PhoneMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.phone}>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconMenu2 size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Settings menu
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Settings">
        <nav aria-label="Settings sections" className={classes.links}>
          <SectionLinks onFollow={() => setOpened(false)} />
        </nav>
      </Modal>
    </div>
  );
}
