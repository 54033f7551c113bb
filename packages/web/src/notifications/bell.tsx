import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";

import { useConnectionLost } from "../platform/connection.ts";
import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { meQuery } from "../session/data.ts";
import { BareButton } from "../ui/menu/bare-button.tsx";
import { LoadOnClick } from "../ui/menu/load-on-click.tsx";
import { unreadQuery } from "./data.ts";

import classes from "./bell.module.css";

// Loaded on demand, since most visits only look at the number.
const loadPanel = () => import("./notifications-panel.tsx");
const NotificationsPanel = lazyComponent(loadPanel, "NotificationsPanel");

/** The highest count in the badge. */
const maxCount = 99;

/** The number of unread notifications. A click opens them, with code loaded on the first click. */
export function Bell() {
  return (
    <LoadOnClick
      load={loadPanel}
      renderButton={(props) => <BellButton aria-haspopup="dialog" {...props} />}
    >
      <NotificationsPanel Target={BellButton} />
    </LoadOnClick>
  );
}

function BellButton(props: Omit<ComponentProps<"button">, "aria-label" | "title">) {
  const me = useQuery(meQuery()).data;
  // Until the second factor is set up, every other call is refused.
  const { data: unread = 0 } = useQuery({
    ...unreadQuery(useConnectionLost()),
    enabled: me?.second_factor_due === false,
  });
  return (
    <BareButton
      {...props}
      className={classes.bell}
      title="Notifications"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
    >
      <IconBell size={20} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > maxCount ? `${maxCount}+` : unread}
        </span>
      )}
    </BareButton>
  );
}
