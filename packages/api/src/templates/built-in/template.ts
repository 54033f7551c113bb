import type { PlaceholderName } from "../samples.ts";

/** The built-in text of a mail. */
export type BuiltInTemplate = {
  /** Plain text with `{{placeholder}}`. */
  subject: string;
  /**
   * Rich text of the profile `full` with `{{placeholder}}`. A paragraph that contains only a link
   * becomes a button.
   */
  body: string;
  /**
   * Placeholders filled by the sender of the mail, in addition to those that the platform fills in
   * every mail.
   */
  placeholders: readonly PlaceholderName[];
  /** Placeholders without which the mail would be useless. */
  required?: readonly PlaceholderName[];
};
