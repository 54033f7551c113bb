import { z } from "zod";

import type { Environment } from "../environment.ts";
import type { Tx } from "../scope.ts";
import { effectiveValue, type ConfigurationKind } from "./configuration.ts";

const appUrls = z.strictObject({
  public_url: z.string(),
  support_url: z.string(),
  employee_portal_url: z.string(),
  offer_link_url: z.string(),
});

/** The addresses used in mails, each absolute and without a trailing slash, or empty. */
export type AppUrls = z.output<typeof appUrls>;

/** The addresses saved in Settings; an empty one is derived from another. */
export const appUrlKind: ConfigurationKind<"urls", AppUrls> = {
  name: "url_settings",
  schema: appUrls,
  builtIns: {
    urls: { public_url: "", support_url: "", employee_portal_url: "", offer_link_url: "" },
  },
  audited: (value) => value,
};

/**
 * Defaults for addresses that were not saved: the public address of the environment, or else the
 * address on which this server listens. The others are derived from it, and the portal has its own
 * path. The support address has no default.
 */
export function withDefaults(saved: AppUrls, environment: Environment): AppUrls {
  const public_url =
    saved.public_url ||
    environment.publicUrl ||
    `http://${hostOf(environment.host)}:${environment.port}`;
  return {
    public_url,
    support_url: saved.support_url,
    employee_portal_url: saved.employee_portal_url || `${public_url}/portal`,
    offer_link_url: saved.offer_link_url || public_url,
  };
}

/** Localhost for a server that listens on all interfaces; an IPv6 address gets brackets. */
function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The effective addresses. */
export async function appUrlsOf(tx: Tx, environment: Environment): Promise<AppUrls> {
  const { value } = await effectiveValue(tx, "platform", appUrlKind, "urls");
  return withDefaults(value, environment);
}
