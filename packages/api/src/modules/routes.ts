import * as contract from "@kontor/contract/modules/modules";

import type { Route } from "../platform/http/serve.ts";
import { configurationRoutes } from "../platform/organization/configuration-routes.ts";
import { modulesOf, resetModules, switchModule } from "./modules.ts";

export const moduleRoutes: readonly Route[] = [
  ...configurationRoutes(contract.listModules, modulesOf),
  ...configurationRoutes(contract.saveModule, switchModule),
  ...configurationRoutes(contract.resetModules, resetModules),
];
