/** A mail as it is written before anybody's values are in it. */
export type Template = {
  /** What the product calls it when it sends one. */
  label: string;
  /** What people call it. */
  title: string;
  /** Plain text with `{{placeholder}}`. */
  subject: string;
  /**
   * Simple HTML with `{{placeholder}}`: paragraphs, headings, lists, links, emphasis. A paragraph that
   * is one link becomes a button, and `<code>` is shown large.
   */
  body: string;
  /** Names that subject and body may use. Those ending in `_link` stand for addresses. */
  placeholders: readonly string[];
};

/** The wording that holds until an organization or the platform gives its own. */
export const builtInTemplates = [
  {
    label: "password_reset",
    title: "Password reset",
    subject: "Your code for a new password",
    body: `<p>Hello {{name}},</p>
<p>Enter this code to choose a new password:</p>
<p><code>{{code}}</code></p>
<p>It works for {{minutes}} minutes and only once. Nobody will ever ask you for it by phone or mail.</p>
<p>If you did not ask for a new password, you need not do anything: your password stays as it is.</p>`,
    placeholders: ["name", "code", "minutes"],
  },
  {
    label: "admin_registration",
    title: "Admin registration",
    subject: "{{company_name}} is set up on Kontor",
    body: `<p>Hello {{name}},</p>
<p><strong>{{company_name}}</strong> is set up on Kontor, and you are named as its super administrator.</p>
<p>Its funding account and its books are open.</p>
<p><a href="{{app_link}}">Open Kontor</a></p>
<p>If you did not expect this, write to {{support_email}}.</p>`,
    placeholders: ["name", "company_name", "app_link", "support_email"],
  },
] as const satisfies readonly Template[];

type BuiltIn = (typeof builtInTemplates)[number];

export type MailLabel = BuiltIn["label"];

/** The values that a mail of that label wants, all as the text that is to be read. */
export type MailValues<Label extends MailLabel> = Readonly<
  Record<Extract<BuiltIn, { label: Label }>["placeholders"][number], string>
>;
