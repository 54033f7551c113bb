import * as contract from "@kontor/contract/modules";

import { route, type Route } from "../platform/http/serve.ts";
import {
  modulesOf,
  platformModules,
  resetModulesOf,
  resetPlatformModules,
  switchModule,
  switchPlatformModule,
} from "./modules.ts";

export const moduleRoutes: readonly Route[] = [
  route(contract.listModules, modulesOf),
  route(contract.saveModule, switchModule),
  route(contract.resetModules, resetModulesOf),
  route(contract.listPlatformModules, platformModules),
  route(contract.savePlatformModule, switchPlatformModule),
  route(contract.resetPlatformModules, resetPlatformModules),
];
