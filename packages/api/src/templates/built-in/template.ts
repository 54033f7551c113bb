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
  /** What the sender of the mail gives, beside what the platform gives to every mail. */
  placeholders: readonly PlaceholderName[];
  /** Placeholders without which the mail would be of no use. */
  required?: readonly PlaceholderName[];
};
