import { z } from "zod";

import { ofOrganization, ofPlatform, repeatedOrganization } from "./configuration.ts";
import { endpoint } from "./endpoint.ts";
import { organizationPath } from "./organizations.ts";
import { moduleIds } from "./reference/modules.ts";

const moduleId = z.enum(moduleIds, { error: "There is no such module." });

const moduleFields = {
  id: moduleId,
  title: z.string(),
  enabled: z.boolean(),
  /** It cannot be switched off. */
  core: z.boolean(),
};

/** A module of an organization. */
export const organizationModule = z.strictObject({ ...moduleFields, ...ofOrganization });

/** A module of the platform's defaults. */
export const platformModule = z.strictObject({ ...moduleFields, ...ofPlatform });

const enabled = z.boolean({ error: "Say true or false." });

export const listModules = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/modules",
  summary: "The modules of an organization, on or off",
  access: "configuration.read",
  params: organizationPath,
  data: z.array(organizationModule),
});

export const saveModule = endpoint({
  method: "PUT",
  path: "/organizations/{tenant_id}/{company_id}/modules/{id}",
  summary: "Switch a module of an organization on or off",
  access: "configuration.write",
  params: organizationPath.extend({ id: moduleId }),
  body: z.strictObject({ enabled, id: moduleId.optional(), ...repeatedOrganization }),
  data: organizationModule,
});

export const resetModules = endpoint({
  method: "POST",
  path: "/organizations/{tenant_id}/{company_id}/modules/reset",
  summary: "Give an organization the platform's default for one module, or for all of them",
  access: "configuration.write",
  params: organizationPath,
  body: z.strictObject({ id: moduleId.optional(), ...repeatedOrganization }),
  data: z.array(organizationModule),
});

export const listPlatformModules = endpoint({
  method: "GET",
  path: "/settings/modules",
  summary: "The platform's default for each module",
  access: "settings.read",
  data: z.array(platformModule),
});

export const savePlatformModule = endpoint({
  method: "PUT",
  path: "/settings/modules/{id}",
  summary: "Switch a module on or off for every organization that has not chosen itself",
  access: "settings.write",
  params: z.strictObject({ id: moduleId }),
  body: z.strictObject({ enabled, id: moduleId.optional() }),
  data: platformModule,
});

export const resetPlatformModules = endpoint({
  method: "POST",
  path: "/settings/modules/reset",
  summary: "Go back to the built-in switch of every module",
  access: "settings.write",
  data: z.array(platformModule),
});
