import { getLiterals } from "@kontor/contract/literals";
import * as branches from "@kontor/contract/organizations/branches";
import * as contract from "@kontor/contract/organizations/organizations";
import { setOrganizationStatus } from "@kontor/contract/organizations/status";

import { route, uploadRoute, type Route } from "../platform/http/serve.ts";
import { passwordConfirmedRoute } from "../session/confirmed-route.ts";
import { addBranchTo, branchesList } from "./branches.ts";
import { chosenLiterals } from "./literals.ts";
import { prepareLogo } from "./logo.ts";
import { organizationsList } from "./organizations-list.ts";
import { addOrganization, changeOrganization, findOrganization } from "./organizations.ts";
import { setStatus } from "./status.ts";

export const organizationRoutes: readonly Route[] = [
  route(contract.listOrganizations, organizationsList),
  uploadRoute(contract.createOrganization, prepareLogo, addOrganization),
  route(contract.getOrganization, findOrganization),
  uploadRoute(contract.updateOrganization, prepareLogo, changeOrganization),
  passwordConfirmedRoute(setOrganizationStatus, setStatus),
  route(branches.addBranch, addBranchTo),
  route(branches.listBranches, branchesList),
  route(getLiterals, chosenLiterals),
];
