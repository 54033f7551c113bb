import { templateKinds, type TemplateLabel } from "@kontor/contract/reference/template-labels";
import { z } from "zod";

import {
  effectiveValue,
  type ConfigurationKind,
  type Owner,
} from "../platform/configuration/configuration.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { builtInTemplates } from "./built-in.ts";

const templateText = z.strictObject({ subject: z.string(), body: z.string() });

/** The text of a mail: a plain subject and a rich-text body, both with placeholders. */
export type TemplateText = z.output<typeof templateText>;

/** The texts of the product's mails as configuration, in the order in which screens list them. */
export const templateTextKind: ConfigurationKind<TemplateLabel, TemplateText> = {
  name: "email_template",
  schema: templateText,
  builtIns: Object.fromEntries(
    templateKinds.map(({ label }) => {
      const { subject, body } = builtInTemplates[label];
      return [label, { subject, body }];
    }),
  ) as Record<TemplateLabel, TemplateText>,
  audited: (text) => text,
};

/** The effective text of a mail for an owner. */
export async function templateTextOf(
  tx: Tx,
  owner: Owner,
  label: TemplateLabel,
): Promise<TemplateText> {
  return (await effectiveValue(tx, owner, templateTextKind, label)).value;
}

/**
 * Refuses a body of too many tags and entities. Parsing and rendering them blocks all other
 * requests; an editor produces a few hundred.
 *
 * @throws Refusal `body_too_intricate` at `body`
 */
export function refuseComplexMarkup(body: string, most: number): void {
  if (body.split(/[<&]/, most + 2).length > most + 1) {
    throw Refusal.at("body", "body_too_intricate");
  }
}
