import * as contract from "@kontor/contract/notifications/notifications";
import { getMe } from "@kontor/contract/session/session";

import { route, type Route } from "../platform/http/serve.ts";
import { signedInUser } from "./badges.ts";
import { notifications, markNotificationsRead, unreadCount } from "./notifications.ts";

export const notificationRoutes: readonly Route[] = [
  route(contract.listNotifications, notifications),
  route(contract.countNotifications, unreadCount),
  route(contract.readNotifications, markNotificationsRead),
  // The badges count records of features that rank above the session.
  route(getMe, signedInUser),
];
