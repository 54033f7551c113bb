import { formatMoment } from "@kontor/contract/format";
import { Button, Popover, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useRef, useState, type ComponentType, type ComponentProps, type Ref } from "react";

import { today } from "../platform/clock.ts";
import { useHasManyOrganizations } from "../session/data.ts";
import { useReplayedClick } from "../ui/menu/replayed-click.ts";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import type { Notification } from "./data.ts";
import { notificationTextOf } from "./notification-text.ts";
import { notificationsQuery, useMarkAsRead } from "./panel-data.ts";

import classes from "./notifications-panel.module.css";

type TargetProps = Omit<ComponentProps<"button">, "aria-label" | "title" | "ref"> & {
  ref: Ref<HTMLButtonElement>;
};
type NotificationsPanelProps = { Target: ComponentType<TargetProps> };

/**
 * The notifications below the bell. The panel replaces the button whose click loaded it, and takes
 * over its focus and click.
 */
export function NotificationsPanel({ Target }: NotificationsPanelProps) {
  const [opened, setOpened] = useState(false);
  const target = useReplayedClick();
  const title = useId();
  const close = () => setOpened(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(25rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Target
          ref={target}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-labelledby={title}>
        <Content title={title} onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

type ContentProps = { title: string; onLeave: () => void };

function Content({ title, onLeave }: ContentProps) {
  const query = useQuery(notificationsQuery());
  const { notifications: shown = [], unread = 0 } = query.data ?? {};
  const read = useMarkAsRead();
  const heading = useRef<HTMLHeadingElement>(null);
  const readAll = async () => {
    await read(shown);
    // The button disappears with its notification, so the focus moves to the panel's heading.
    heading.current?.focus();
  };
  return (
    <>
      <div className={classes.head}>
        <h2 ref={heading} id={title} className={classes.title} tabIndex={-1} data-autofocus>
          Notifications
        </h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => void readAll()}>
            Mark all as read
          </Button>
        )}
      </div>
      {query.data ? (
        <List
          shown={shown}
          onOpen={(opened) => {
            void read([opened]);
            onLeave();
          }}
        />
      ) : (
        <div className={classes.wait}>
          <NotLoaded
            what="The notifications"
            failed={query.isError}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
    </>
  );
}

type ListProps = { shown: readonly Notification[]; onOpen: (opened: Notification) => void };

function List({ shown, onOpen }: ListProps) {
  const several = useHasManyOrganizations();
  if (shown.length === 0) {
    return <p className={classes.none}>No failures, and nothing is waiting for you</p>;
  }
  return (
    <ul className={classes.list}>
      {shown.map((each) => {
        const { title, link, bad } = notificationTextOf(each, today());
        const Icon = bad ? IconAlertTriangle : IconClock;
        const about = [several ? each.organization : null, momentOf(each)].filter(
          (part) => part !== null,
        );
        return (
          <li key={`${each.kind} ${each.tenant_id}`}>
            <Link
              {...link}
              className={classes.item}
              data-unread={!each.read || undefined}
              onClick={() => onOpen(each)}
            >
              <Icon size={18} aria-hidden className={bad ? classes.bad : classes.waiting} />
              <span className={classes.text}>
                {!each.read && <VisuallyHidden>Unread: </VisuallyHidden>}
                {title}
                {about.length > 0 && <span className={classes.about}>{about.join(" · ")}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function momentOf({ since, due_date }: Notification): string | null {
  if (since !== null) return formatMoment(since);
  return due_date !== null && due_date < today() ? "Overdue" : null;
}
