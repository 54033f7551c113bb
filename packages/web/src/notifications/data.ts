import type { DataOf } from "@kontor/contract/endpoint";
import type { listNotifications } from "@kontor/contract/notifications/notifications";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { reconnectInterval } from "../platform/connection.ts";

export type Notification = DataOf<typeof listNotifications>["notifications"][number];

/** The prefix of every query key of this feature. */
export const notificationsKey = ["notifications"] as const;

/** The interval of polling the count while the app is visible, in milliseconds. */
const pollInterval = 60_000;

/**
 * The number of unread notifications, for the bell, which works without it when the call fails.
 * Every page needs the count and few open the panel, so the schemas are loaded on demand.
 *
 * @param lost whether the server cannot be reached; it is then asked more often.
 */
export const unreadQuery = (lost = false) =>
  queryOptions({
    queryKey: [...notificationsKey, "unread"],
    queryFn: async ({ signal }) => {
      const { countNotifications } = await import("@kontor/contract/notifications/notifications");
      const { unread } = await call(
        countNotifications,
        {},
        { signal, quiet: true, unattended: true },
      );
      return unread;
    },
    // What the user settles is no longer waiting.
    meta: { sumsUp: true },
    staleTime: pollInterval,
    // Other users create and settle waiting work.
    refetchInterval: lost ? reconnectInterval : pollInterval,
    // Even if the count is still fresh, since the user waits for the connection.
    refetchOnReconnect: "always",
  });
