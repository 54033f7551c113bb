import type { OrganizationRole, PlatformRole } from "@kontor/contract/reference/roles";
import * as account from "@kontor/contract/users/account";
import * as audit from "@kontor/contract/users/audit";
import * as views from "@kontor/contract/users/saved-views";
import * as contract from "@kontor/contract/users/users";

import { fileRoute } from "../platform/http/serve-file.ts";
import { publicRoute, route, uploadRoute, type Route } from "../platform/http/serve.ts";
import { passwordConfirmedRoute } from "../session/confirmed-route.ts";
import { auditFile, auditPage } from "./audit-log.ts";
import { readInvitation, redeemInvitation } from "./invitations.ts";
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  preparePhoto,
  updateOwnAccount,
} from "./own-account.ts";
import { addView, changeView, deleteView, savedViews } from "./saved-views.ts";
import { saveSignInRules, signInRules } from "./sign-in-rules.ts";
import { usersFile } from "./users-export.ts";
import { userAt, usersList } from "./users-list.ts";
import {
  changeRoles,
  deactivateUser,
  inviteUser,
  reactivateUser,
  resendInvitation,
  resetSecondFactor,
} from "./users.ts";

export const userRoutes: readonly Route[] = [
  route(contract.listPlatformUsers, usersList),
  route(contract.listOrganizationUsers, usersList),
  fileRoute(contract.exportPlatformUsers, usersFile, { snapshot: true }),
  fileRoute(contract.exportOrganizationUsers, usersFile, { snapshot: true }),
  route(contract.getPlatformUser, userAt),
  route(contract.getOrganizationUser, userAt),
  passwordConfirmedRoute(contract.invitePlatformUser, inviteUser),
  passwordConfirmedRoute(contract.inviteOrganizationUser, inviteUser),
  passwordConfirmedRoute(contract.changePlatformRoles, changeRoles),
  passwordConfirmedRoute(contract.changeOrganizationRoles, changeRoles),
  route(contract.deactivatePlatformUser, deactivateUser),
  route(contract.deactivateOrganizationUser, deactivateUser),
  passwordConfirmedRoute(contract.reactivatePlatformUser, reactivateUser),
  passwordConfirmedRoute(contract.reactivateOrganizationUser, reactivateUser),
  route(contract.resendPlatformInvitation, resendInvitation),
  route(contract.resendOrganizationInvitation, resendInvitation),
  passwordConfirmedRoute(contract.resetPlatformSecondFactor, resetSecondFactor),
  passwordConfirmedRoute(contract.resetOrganizationSecondFactor, resetSecondFactor),
  publicRoute(contract.openInvitation, readInvitation),
  publicRoute(contract.acceptInvitation, redeemInvitation),
  route(contract.getPlatformSignInRules, (context) => signInRules<PlatformRole>(context, {})),
  passwordConfirmedRoute(contract.savePlatformSignInRules, saveSignInRules<PlatformRole>),
  route(contract.getOrganizationSignInRules, signInRules<OrganizationRole>),
  passwordConfirmedRoute(contract.saveOrganizationSignInRules, saveSignInRules<OrganizationRole>),
  uploadRoute(account.updateMe, preparePhoto, updateOwnAccount),
  passwordConfirmedRoute(account.changeOwnPassword, changeOwnPassword, "present_password"),
  route(account.listOwnSessions, ownSessions),
  route(views.listSavedViews, savedViews),
  route(views.addSavedView, addView),
  route(views.changeSavedView, changeView),
  route(views.deleteSavedView, deleteView),
  route(account.endOwnSession, endOwnSession),
  route(account.endOtherSessions, endOtherSessions),
  route(audit.listPlatformAudit, auditPage),
  route(audit.listOrganizationAudit, auditPage),
  fileRoute(audit.exportPlatformAudit, auditFile, { snapshot: true }),
  fileRoute(audit.exportOrganizationAudit, auditFile, { snapshot: true }),
];
