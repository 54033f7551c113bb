import type { PlaceholderName } from "../samples.ts";

/** The built-in text of a mail. */
export type BuiltInTemplate = {
  /** Plain text with `{{placeholder}}`. */
  subject: string;
  /**
   * Rich text of the profile `full` with `{{placeholder}}`. A paragraph that is one link becomes a
   * button.
   */
  body: string;
  /**
   * Placeholders filled by the sender of the mail, besides those that the platform fills in every
   * mail.
   */
  placeholders: readonly PlaceholderName[];
  /** Placeholders without which the mail would be of no use. */
  required?: readonly PlaceholderName[];
};
