import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { organizationStatuses } from "../reference/statuses.ts";
import { currentPassword } from "../session/password-fields.ts";
import { organizationParams } from "../wire/ids.ts";
import { optionalLine } from "../wire/text.ts";
import { organizationDetail } from "./organizations.ts";

/**
 * The caller names the status, so that a repeated click, or one on an outdated screen, never does
 * the opposite of what it says. The status that the organization already has changes nothing, and
 * is neither recorded nor mailed again.
 */
export const setOrganizationStatus = endpoint({
  method: "PUT",
  path: "/organizations/{tenant_id}/{company_id}/status",
  summary:
    "Suspend an organization or resume it; a suspension ends the sessions of its users and employees; requires the password",
  access: "organizations.suspend",
  params: organizationParams,
  body: z
    .strictObject({
      status: z.enum(organizationStatuses, { error: "Choose ACTIVE or SUSPENDED." }),
      /** Recorded, and mailed to the owners. A suspension needs one. */
      reason: optionalLine(300),
      /** The signed-in user's, since the call shuts out everybody in the organization or lets them in. */
      password: currentPassword,
    })
    .refine(({ status, reason }) => status === "ACTIVE" || Boolean(reason), {
      path: ["reason"],
      error: "Enter why the organization is suspended.",
    }),
  data: organizationDetail,
  idempotent: true,
  confidential: true,
});
