import * as contract from "@kontor/contract/organizations";

import { route, type Route } from "../platform/serve.ts";
import { addOrganization, findOrganization, organizationsList } from "./organizations.ts";

export const organizationRoutes: readonly Route[] = [
  route(contract.listOrganizations, organizationsList),
  route(contract.createOrganization, addOrganization),
  route(contract.getOrganization, findOrganization),
];
