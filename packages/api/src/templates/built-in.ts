import type { TemplateLabel } from "@kontor/contract/reference/template-labels";

import { hiringTemplates } from "./built-in/hiring.ts";
import { interviewTemplates } from "./built-in/interviews.ts";
import { leaveTemplates } from "./built-in/leave.ts";
import { messageTemplates } from "./built-in/messages.ts";
import { moneyTemplates } from "./built-in/money.ts";
import { peopleTemplates } from "./built-in/people.ts";
import type { BuiltInTemplate } from "./built-in/template.ts";
import { commonPlaceholders, type CommonPlaceholder, type PlaceholderName } from "./samples.ts";

/** The texts that apply until an organization or the platform saves its own. */
export const builtInTemplates = {
  ...peopleTemplates,
  ...leaveTemplates,
  ...moneyTemplates,
  ...messageTemplates,
  ...hiringTemplates,
  ...interviewTemplates,
} as const satisfies Readonly<Record<TemplateLabel, BuiltInTemplate>>;

/** The values that the sender of a mail with that label supplies, all as display text. */
export type MailValues<Label extends TemplateLabel> = Readonly<
  Record<
    Exclude<(typeof builtInTemplates)[Label]["placeholders"][number], CommonPlaceholder>,
    string
  >
>;

/** The placeholders that subject and body of a mail may use. */
export function placeholdersOf(label: TemplateLabel): PlaceholderName[] {
  const own: readonly PlaceholderName[] = builtInTemplates[label].placeholders;
  return [...new Set([...own, ...commonPlaceholders])];
}

/** The placeholders that a mail must contain. */
export function requiredPlaceholders(label: TemplateLabel): readonly PlaceholderName[] {
  const template: BuiltInTemplate = builtInTemplates[label];
  return template.required ?? [];
}
