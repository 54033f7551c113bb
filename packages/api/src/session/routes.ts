import {
  confirmEmail,
  login,
  logout,
  me,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session";

import { publicRoute, route, type Route } from "../platform/http/serve.ts";
import { exchangeResetCode, sendResetCode, setNewPassword } from "./password-reset.ts";
import { signIn, signOut, whoAmI } from "./sessions.ts";

export const sessionRoutes: readonly Route[] = [
  publicRoute(login, signIn),
  // The contract lets nobody without a token come here; the function asks for the session itself.
  publicRoute(logout, signOut),
  route(me, whoAmI),
  publicRoute(confirmEmail, sendResetCode),
  publicRoute(verifyResetCode, exchangeResetCode),
  publicRoute(resetPassword, setNewPassword),
];
