import { z } from "zod";

import {
  describeConfigurationChange,
  configurationState,
  describeConfigurationRead,
} from "../configuration.ts";
import { moduleIds } from "../reference/modules.ts";

const moduleId = z.enum(moduleIds, { error: "There is no such module." });

/** A module of an organization, or of the platform's defaults. */
export const configuredModule = z.strictObject({
  id: moduleId,
  title: z.string(),
  enabled: z.boolean(),
  /** Whether it cannot be switched off. */
  core: z.boolean(),
  ...configurationState,
});

export const listModules = describeConfigurationRead({
  path: "/modules",
  summary: "Read which modules are on and off",
  data: z.array(configuredModule),
});

export const saveModule = describeConfigurationChange({
  method: "PUT",
  path: "/modules/{id}",
  summary: "Switch a module on or off",
  params: { id: moduleId },
  body: { enabled: z.boolean({ error: "Say true or false." }), id: moduleId.optional() },
  data: configuredModule,
});

export const resetModules = describeConfigurationChange({
  method: "POST",
  path: "/modules/reset",
  summary: "Reset one module, or all",
  body: { id: moduleId.optional() },
  data: z.array(configuredModule),
});
