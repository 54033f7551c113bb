import * as advances from "@kontor/contract/portal/advances";
import {
  getPortalAccess,
  inviteSeveralToPortal,
  inviteToPortal,
} from "@kontor/contract/portal/invitation";
import * as payslips from "@kontor/contract/portal/payslips";
import {
  portalMe,
  portalSignIn,
  portalSignOut,
  sendPortalCode,
} from "@kontor/contract/portal/session";

import { publicRoute, route, type Route } from "../platform/http/serve.ts";
import { requestAsEmployee, ownAdvances, ownOffer, withdrawOwn } from "./advances.ts";
import { mailSignInCode } from "./codes.ts";
import { invite, inviteSeveral, portalAccessOf } from "./invitations.ts";
import { payslipFileOfSelf, payslipOfSelf, payslipsOfSelf } from "./payslips.ts";
import { portalRouteWithoutModules, portalFileRoute, portalRoute } from "./portal-route.ts";
import { endPortalSession, signedInEmployee } from "./session.ts";
import { signInToPortal } from "./sign-in.ts";

export const portalRoutes: readonly Route[] = [
  publicRoute(sendPortalCode, mailSignInCode),
  publicRoute(portalSignIn, signInToPortal),
  portalRoute(portalMe, signedInEmployee),
  portalRouteWithoutModules(portalSignOut, endPortalSession),
  portalRoute(advances.getPortalOffer, ownOffer),
  portalRoute(advances.listPortalAdvances, ownAdvances),
  portalRoute(advances.requestPortalAdvance, requestAsEmployee),
  portalRoute(advances.withdrawPortalAdvance, withdrawOwn),
  portalRoute(payslips.listPortalPayslips, payslipsOfSelf),
  portalRoute(payslips.getPortalPayslip, payslipOfSelf),
  portalFileRoute(payslips.getPortalPayslipPdf, payslipFileOfSelf),
  route(getPortalAccess, portalAccessOf),
  route(inviteToPortal, invite),
  route(inviteSeveralToPortal, inviteSeveral),
];
