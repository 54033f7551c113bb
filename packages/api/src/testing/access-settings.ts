/** The calls whose `id` is that of a mail. */
export const mailCalls = [
  "GET /settings/mails/{id}",
  "POST /settings/mails/{id}/retry",
  "POST /settings/mails/{id}/discard",
];

/** Valid values for the settings fields of the platform and of organizations, by name. */
export const settingsFields = {
  host: "mail.example.com",
  port: 587,
  security: "starttls",
  sender_name: "Walk",
  sender_email: "walk@example.com",
  provider: "sandbox",
  enabled: true,
  modules: [],
  deposit_limit: "1000000.00",
  low_balance: "50000.00",
  max_percentage: 50,
  interest_rate: 12.5,
  terms: "<p>Terms</p>",
  auto_approval: 0,
  list: "/employees",
  "POST /saved-views search": { status: "ACTIVE" },
  is_default: false,
  newest_id: 1,
  "POST /settings/mails/discard status": "FAILED",
  // The status that the organization has, because its users make the other calls.
  "PUT /organizations/{tenant_id}/{company_id}/status status": "ACTIVE",
} as const;
