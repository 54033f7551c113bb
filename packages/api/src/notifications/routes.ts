import * as contract from "@kontor/contract/notifications/notifications";

import { route, type Route } from "../platform/http/serve.ts";
import { notifications, readThem, unreadCount } from "./notifications.ts";

export const notificationRoutes: readonly Route[] = [
  route(contract.listNotifications, notifications),
  route(contract.countNotifications, unreadCount),
  route(contract.readNotifications, readThem),
];
