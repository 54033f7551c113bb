import * as contract from "@kontor/contract/employees/personal-data";

import { fileRoute } from "../platform/http/serve-file.ts";
import type { Route } from "../platform/http/serve.ts";
import { passwordConfirmedRoute } from "../session/confirmed-route.ts";
import { eraseOnRequest } from "./erasure.ts";
import { personalDataFile } from "./export.ts";

export const personalDataRoutes: readonly Route[] = [
  fileRoute(contract.exportPersonalData, personalDataFile),
  passwordConfirmedRoute(contract.erasePersonalData, eraseOnRequest),
];
