import { templateKinds, type TemplateLabel } from "@kontor/contract/reference/template-labels";
import { z } from "zod";

import {
  effectiveValue,
  platformValue,
  type ConfigurationKind,
} from "../platform/configuration/configuration.ts";
import type { Tx } from "../platform/scope.ts";
import { builtInTemplates } from "./built-in.ts";

const wording = z.strictObject({ subject: z.string(), body: z.string() });

/** How a mail is worded: a plain subject and a rich-text body, both with placeholders. */
export type Wording = z.output<typeof wording>;

/** The wordings of the product's mails as configuration, in the order in which screens list them. */
export const wordingKind: ConfigurationKind<TemplateLabel, Wording> = {
  name: "email_template",
  schema: wording,
  builtIns: Object.fromEntries(
    templateKinds.map(({ label }) => {
      const { subject, body } = builtInTemplates[label];
      return [label, { subject, body }];
    }),
  ) as Record<TemplateLabel, Wording>,
  tells: ({ subject }) => ({ subject }),
};

/** The wording of a mail that holds for an organization, or for the platform when it is null. */
export async function wordingOf(
  tx: Tx,
  tenantId: number | null,
  label: TemplateLabel,
): Promise<Wording> {
  const { value } =
    tenantId === null
      ? await platformValue(tx, wordingKind, label)
      : await effectiveValue(tx, tenantId, wordingKind, label);
  return value;
}
