import * as contract from "@kontor/contract/salary-advances";

import { route, type Route } from "../platform/http/serve.ts";
import {
  configOf,
  platformConfig,
  resetConfigOf,
  resetPlatformConfig,
  saveConfigOf,
  savePlatformConfig,
} from "./config.ts";

export const salaryAdvanceRoutes: readonly Route[] = [
  route(contract.getSalaryAdvanceConfig, configOf),
  route(contract.saveSalaryAdvanceConfig, saveConfigOf),
  route(contract.resetSalaryAdvanceConfig, resetConfigOf),
  route(contract.getPlatformSalaryAdvanceConfig, platformConfig),
  route(contract.savePlatformSalaryAdvanceConfig, savePlatformConfig),
  route(contract.resetPlatformSalaryAdvanceConfig, resetPlatformConfig),
];
