import { mentionWarning } from "@kontor/contract/templates/placeholders";

import { Notice } from "../ui/page/notice.tsx";

type MentionWarningProps = {
  /** The HTML of the fields, as typed. */
  texts: readonly string[];
};

/** Warns, before they are saved, about texts with an @word that is not a placeholder. */
export function MentionWarning({ texts }: MentionWarningProps) {
  const warning = mentionWarning(...texts);
  // The region exists before the warning, so that a screen reader announces it.
  return <div role="status">{warning !== undefined && <Notice>{warning}</Notice>}</div>;
}
