import { listNotifications, readNotifications } from "@kontor/contract/notifications/notifications";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { useEndpointMutation } from "../platform/mutation.ts";
import { notificationsKey, type Notification } from "./data.ts";

/** The notifications, loaded each time the panel opens. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, "list"],
    queryFn: ({ signal }) => call(listNotifications, {}, { signal, quiet: true }),
    staleTime: 0,
  });

/** Marks notifications as read, in the state that was shown. */
export function useMarkAsRead(): (shown: readonly Notification[]) => Promise<void> {
  const { mutateAsync } = useEndpointMutation(readNotifications, [notificationsKey]);
  return async (shown) => {
    const unread = shown.filter(({ read }) => !read);
    if (unread.length === 0) return;
    const read = unread.map(({ kind, tenant_id, mark }) => ({ kind, tenant_id, mark }));
    await mutateAsync({ input: { read } });
  };
}
