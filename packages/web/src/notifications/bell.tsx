import { UnstyledButton } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, useTransition, type ComponentProps } from "react";

import { lazyPart } from "../platform/part/lazy-part.ts";
import { meQuery } from "../session/data.ts";
import { unreadQuery } from "./data.ts";

import classes from "./bell.module.css";

// Most visits look at the number alone.
const loadPanel = () => import("./notifications-panel.tsx");
const NotificationsPanel = lazyPart(loadPanel, "NotificationsPanel");

/** The most that the badge counts. */
const most = 99;

/** How much is unread of what failed or waits; a press opens it, with the code that the first one loads. */
export function Bell() {
  const [wanted, setWanted] = useState(false);
  const [opening, startOpening] = useTransition();
  const untilLoaded = (
    <BellButton
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-busy={opening || undefined}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
      onClick={() => startOpening(() => setWanted(true))}
    />
  );
  if (!wanted) return untilLoaded;
  return (
    <Suspense fallback={untilLoaded}>
      <NotificationsPanel Target={BellButton} />
    </Suspense>
  );
}

function BellButton(props: Omit<ComponentProps<"button">, "aria-label" | "title">) {
  const me = useQuery(meQuery()).data;
  // Before the second factor is set up every other call is refused.
  const { data: unread = 0 } = useQuery({
    ...unreadQuery(),
    enabled: me?.second_factor_due === false,
  });
  return (
    <UnstyledButton
      {...props}
      className={classes.bell}
      title="Notifications"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
    >
      <IconBell size={20} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </UnstyledButton>
  );
}
