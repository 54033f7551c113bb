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
import { mailCode } from "./codes.ts";
import { invite, inviteSeveral, portalAccessOf } from "./invitations.ts";
import { payslipFileOfSelf, payslipOfSelf, payslipsOfSelf } from "./payslips.ts";
import { alwaysOpenRoute, portalFileRoute, portalRoute } from "./portal-route.ts";
import { portalLeave, portalSelf } from "./session.ts";
import { signIn } from "./sign-in.ts";

export const portalRoutes: readonly Route[] = [
  publicRoute(sendPortalCode, mailCode),
  publicRoute(portalSignIn, signIn),
  portalRoute(portalMe, portalSelf),
  alwaysOpenRoute(portalSignOut, portalLeave),
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
