import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type * as contract from "@kontor/contract/settings/settings";

import { appUrlKind, withDefaults } from "../platform/configuration/app-urls.ts";
import { effectiveValue, saveValue } from "../platform/configuration/configuration.ts";
import type { Context } from "../platform/scope.ts";
import { sendNoticeToAdministrators } from "../session/security-notice.ts";

type UrlSettings = DataOf<typeof contract.getUrlSettings>;

const key = "urls";

/** The addresses from which links are derived through which people sign in. */
const linkSources = [
  ["public_url", "Links in mails"],
  ["employee_portal_url", "Links of the employees' portal"],
] as const;

/** The addresses used in mails: the saved and the effective ones. */
export async function urlSettings(context: Context): Promise<UrlSettings> {
  const { value, version, updated_at } = await effectiveValue(
    context.tx,
    "platform",
    appUrlKind,
    key,
  );
  return { ...value, effective: withDefaults(value, context.environment), version, updated_at };
}

/**
 * Saves the addresses; one that is left out becomes empty. Links in mails through which people sign
 * in begin with the public address or the portal's, so every administrator is notified of each that
 * changes.
 *
 * @throws Refusal `changed_meanwhile`
 */
export async function saveUrlSettings(
  context: Context,
  input: InputOf<typeof contract.saveUrlSettings>,
): Promise<UrlSettings> {
  const {
    public_url = "",
    support_url = "",
    employee_portal_url = "",
    offer_link_url = "",
  } = input;
  const value = { public_url, support_url, employee_portal_url, offer_link_url };
  const before = await urlSettings(context);
  await saveValue(context, "platform", appUrlKind, { key, value, version: input.version });
  const after = await urlSettings(context);
  for (const [name, what] of linkSources) {
    const [from, to] = [before.effective[name], after.effective[name]];
    // The portal's address was never saved, so it follows the public one, whose notice says so.
    const follows = name === "employee_portal_url" && before[name] === "" && after[name] === "";
    if (from === to || follows) continue;
    await sendNoticeToAdministrators(context, null, `${what} begin with ${to} now`);
  }
  return after;
}
