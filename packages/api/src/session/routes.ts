import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";
import { login, loginSecondFactor, logout } from "@kontor/contract/session/session";
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "@kontor/contract/users/account";

import { publicRoute, route, type Route } from "../platform/http/serve.ts";
import { completeSignIn } from "./challenges.ts";
import { passwordConfirmedRoute } from "./confirmed-route.ts";
import { exchangeResetCode, sendResetCode, setNewPassword } from "./password-reset.ts";
import * as secondFactor from "./second-factor.ts";
import { signIn, signOut } from "./sessions.ts";

export const sessionRoutes: readonly Route[] = [
  publicRoute(login, signIn),
  publicRoute(loginSecondFactor, completeSignIn),
  // The contract requires a token here; the function looks up the session itself.
  publicRoute(logout, signOut),
  publicRoute(confirmEmail, sendResetCode),
  publicRoute(verifyResetCode, exchangeResetCode),
  publicRoute(resetPassword, setNewPassword),
  route(getSecondFactor, secondFactor.ownSecondFactor),
  passwordConfirmedRoute(startSecondFactor, secondFactor.startSecondFactor),
  route(confirmSecondFactor, secondFactor.confirmSecondFactor),
  passwordConfirmedRoute(renewRecoveryCodes, secondFactor.renewRecoveryCodes),
  passwordConfirmedRoute(disableSecondFactor, secondFactor.disableSecondFactor),
];
