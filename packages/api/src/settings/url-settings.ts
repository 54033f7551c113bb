import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type * as contract from "@kontor/contract/settings/settings";

import { addressKind, withStandIns } from "../platform/configuration/addresses.ts";
import { effectiveValue, saveValue } from "../platform/configuration/configuration.ts";
import type { Context } from "../platform/scope.ts";

type UrlSettings = DataOf<typeof contract.getUrlSettings>;

const key = "urls";

/** The addresses that mails use: as saved, and as in effect. */
export async function urlSettings(context: Context): Promise<UrlSettings> {
  const { value, version, updated_at } = await effectiveValue(
    context.tx,
    "platform",
    addressKind,
    key,
  );
  return { ...value, effective: withStandIns(value, context.environment), version, updated_at };
}

/** Changes the addresses; one that is left out is empty. @throws Refusal `changed_meanwhile` */
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
  await saveValue(context, "platform", addressKind, { key, value, version: input.version });
  return urlSettings(context);
}
