/** The plan by which `arrows.ts` checks the imports. */

/** Which packages a package may import. A package that is not listed must not exist. */
export const packageArrows: Readonly<Record<string, readonly string[]>> = {
  "packages/books": [],
  "packages/payroll": ["@kontor/books"],
  "packages/contract": ["@kontor/books", "@kontor/payroll"],
  "packages/embedded-postgres": [],
  "packages/api": [
    "@kontor/books",
    "@kontor/payroll",
    "@kontor/contract",
    "@kontor/embedded-postgres",
  ],
  "packages/web": ["@kontor/books", "@kontor/payroll", "@kontor/contract"],
  e2e: ["@kontor/books", "@kontor/contract", "@kontor/api"],
  bench: [
    "@kontor/books",
    "@kontor/contract",
    "@kontor/embedded-postgres",
    "@kontor/api",
    "@kontor/tools",
  ],
  tools: [],
  "": [],
};

/**
 * Libraries that a pure package may import. The other packages may import what their manifest
 * declares.
 */
export const pureLibraries: Readonly<Record<string, readonly string[]>> = {
  "packages/books": [],
  "packages/payroll": [],
  "packages/contract": ["zod"],
};

/** The features in their order: each may import only those before it. */
export const featureRanks: readonly string[] = [
  "modules",
  "templates",
  "session",
  "users",
  "accounting",
  "funding",
  "employees",
  "salary-advances",
  "payroll",
  "portal",
  "personal-data",
  "organizations",
  "settings",
  "reports",
  "proof",
  "dashboard",
  "notifications",
];

/**
 * The parts of a package's `src` that are not features: the rooms below and above them, and single
 * files.
 */
export const layouts: Readonly<
  Record<string, { below: readonly string[]; above: readonly string[]; files: readonly string[] }>
> = {
  "packages/api": {
    below: ["platform"],
    above: ["commands", "testing"],
    files: ["main.ts", "process.ts", "app.ts", "app.test.ts", "background-work.ts"],
  },
  "packages/web": {
    below: ["platform", "ui"],
    above: ["app", "testing"],
    files: ["main.tsx", "vite-env.d.ts"],
  },
};

/**
 * The doors of a feature: the files that later features may import. Its other files are private.
 * `app`, `commands` and tests may import any file.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  "packages/api/src/modules": ["module-gate.ts"],
  "packages/api/src/templates": ["send-mail.ts", "compose.ts", "template-text.ts"],
  "packages/api/src/session": [
    "users.ts",
    "passwords.ts",
    "sessions.ts",
    "open-session.ts",
    "second-factor.ts",
    "security-notice.ts",
    "confirmed-route.ts",
    "throttle.ts",
  ],
  "packages/api/src/users": ["audit-names.ts", "users.ts"],
  "packages/api/src/accounting": [
    "chart/cash-ledgers.ts",
    "chart/ledgers.ts",
    "chart/movements-after.ts",
    "chart/opening-balance.ts",
    "chart/standard-chart.ts",
    "entries/postings.ts",
    "entries/find-entry.ts",
    "entries/reversal.ts",
    "coherence/coherence.ts",
    "coherence/coherence-audit.ts",
    "periods/bank-reconciliations.ts",
    "periods/periods.ts",
    "periods/post-on-day.ts",
    "books-tenant.ts",
    "totals/cash-flows.ts",
    "totals/closings.ts",
    "totals/ledger-totals.ts",
    "totals/purpose-balances.ts",
    "totals/recorded.ts",
  ],
  "packages/api/src/employees": [
    "coherence.ts",
    "pay/pay-facts.ts",
    "pay/payroll-settings.ts",
    "pay/posted-payslips.ts",
    "records/employee.ts",
    "records/pay.ts",
    "records/personal-numbers.ts",
    "records/sections.ts",
    "records/status.ts",
  ],
  "packages/api/src/funding": [
    "coherence.ts",
    "financials.ts",
    "funding-rules.ts",
    "pay-accounts.ts",
    "providers.ts",
    "transfers/find.ts",
    "transfers/request.ts",
    "transfers/transfer.ts",
    "wallet.ts",
  ],
  "packages/api/src/salary-advances": [
    "coherence.ts",
    "records/advance.ts",
    "records/list.ts",
    "repayments/recover.ts",
    "requests/offer.ts",
    "requests/request.ts",
  ],
  "packages/api/src/payroll": [
    "coherence.ts",
    "payslips/own-payslips.ts",
    "calculation/posted-runs.ts",
    "payslips/posted-pay.ts",
    "remittances/dues.ts",
    "remittances/remittances.ts",
    "runs/authority.ts",
    "runs/payment.ts",
    "runs/record-gaps.ts",
    "runs/row.ts",
    "runs/waiting.ts",
  ],
  "packages/api/src/portal": ["accounts.ts"],
  "packages/api/src/dashboard": ["payroll.ts"],
  "packages/api/src/reports": ["report.ts"],
  "packages/web/src/modules": ["module-grid.tsx"],
  "packages/web/src/templates": ["email-templates.tsx", "job-offer.tsx", "mention-warning.tsx"],
  "packages/web/src/session": [
    "data.ts",
    "sign-in-frame.tsx",
    "outcome.ts",
    "mailed-code/code-step.tsx",
    "mailed-code/email-step.tsx",
  ],
  "packages/web/src/users": [
    "users-table.tsx",
    "sign-in-rules.tsx",
    "password-dialog.tsx",
    "audit/audit-log.tsx",
    "audit-link.tsx",
    "not-permitted.tsx",
  ],
  "packages/web/src/accounting": [
    "cash-dialog.tsx",
    "data.ts",
    "links.ts",
    "organization-scope.tsx",
    "recorded-filter.tsx",
    "periods/lock-dialog.tsx",
    "periods/reconcile-dialog.tsx",
  ],
  "packages/web/src/funding": [
    "company-accounts.tsx",
    "data.ts",
    "fund-dialog.tsx",
    "funding-rules-form.tsx",
    "transaction-status.tsx",
  ],
  "packages/web/src/employees": ["facts.tsx", "pay/pay-item-dialog.tsx", "payroll-settings.ts"],
  "packages/web/src/salary-advances": [
    "rules/advance-rules-form.tsx",
    "request/advance-request-form.tsx",
    "eligibility-texts.ts",
    "links.ts",
  ],
  "packages/web/src/payroll": [
    "gap-people.tsx",
    "links.ts",
    "run-status.tsx",
    "settings/payroll-settings-form.tsx",
  ],
  "packages/web/src/dashboard": ["decision-lists.ts"],
};

/**
 * The rooms inside a room, as chains. A room may be imported by any room to its right, also across
 * several chains. A dot means the files in the room itself; a file with a different rank is named.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  "packages/contract/src": [
    "wire < .",
    "refusals < .",
    "reference < . < session < users",
    "password < .",
    ". < accounting",
    ". < employees < portal",
    ". < funding < reports",
    "funding < payroll",
    "funding < salary-advances",
    ". < modules",
    "session < organizations",
    ". < payroll < portal",
    "accounting < reports",
    "payroll < reports < proof",
    "reports < pay-reports",
    "accounting < proof",
    "payroll < dashboard",
    ". < notifications",
    "session < settings",
    ". < templates < salary-advances",
    "session < salary-advances < portal",
  ],
  "packages/books/src": [". < bank"],
  "packages/payroll/src": [". < statutory < pay < payslip", "statutory < advances < payslip"],
  "packages/api/src/platform": [
    ". < database < http < files < organization < export",
    "http < server",
    "database < configuration < mail < jobs",
    "configuration < organization",
    "http < sheets",
    ". < html",
    "http < monitoring",
    "database < backup",
  ],
  "packages/api/src/accounting": [
    ". < chart < entries < statement < routes.ts",
    "entries < coherence",
    "entries < periods < bank-statement < routes.ts",
    "chart < totals < entries",
    "totals < periods",
    "totals < statement",
  ],
  "packages/api/src/funding": ["provider.ts < sandbox < . < transfers < coherence.ts < routes.ts"],
  "packages/api/src/employees": [
    "records < bank < imports < .",
    "records < pay < imports",
    "pay < leaving < .",
  ],
  "packages/api/src/payroll": [
    "settings.ts < calculation < runs < payslips < steps < routes.ts",
    "runs < coherence.ts",
    "runs < rehearsal < routes.ts",
    "runs < remittances < coherence.ts",
    "remittances < routes.ts",
  ],
  "packages/api/src/proof": ["chain < ."],
  "packages/api/src/salary-advances": [
    "advance-rules.ts < records < sending < requests < card < .",
    "records < repayments < .",
  ],
  "packages/api/src/templates": ["samples.ts < built-in < ."],
  "packages/api/src/reports": ["report.ts < payroll < transaction < routes.ts"],
  "packages/api/src/commands": ["demo < ."],
  "packages/web/src/platform": [
    "store.ts < loading < message",
    "session.ts < tabs < .",
    "store.ts < navigate",
    "clock.ts < loading",
    "clock.ts < tabs",
    "store.ts < session.ts < message < . < form",
    ". < reference",
    ". < organization",
    ". < views",
  ],
  "packages/web/src/ui": [
    ". < page < form < reason",
    ". < menu < views",
    "page < record",
    "date < filter < table",
    "menu < filter",
    "select < form",
    ". < date < form",
    "page < views < table",
    "form < views",
    ". < table",
    ". < chart",
    ". < rich-text",
    "select < upload",
    ". < upload",
  ],
  "packages/web/src/session": [". < mailed-code < forgot-password-page.tsx"],
  "packages/web/src/users": [". < account", ". < audit"],
  "packages/web/src/accounting": [
    ". < chart",
    ". < ledgers",
    ". < statement",
    ". < entries",
    ". < periods < bank-statement",
  ],
  "packages/web/src/employees": [
    ". < list",
    ". < imports",
    ". < pay < record",
    ". < bank < record",
    ". < leaving < record",
  ],
  "packages/web/src/salary-advances": [". < request < list", ". < card", ". < rules"],
  "packages/web/src/organizations": ["data.ts < dialog < .", "data.ts < tabs < ."],
  "packages/web/src/payroll": [". < list", ". < payslip < steps < run", ". < settings < rehearsal"],
  "packages/web/src/portal": [
    "data.ts < payslips < .",
    "details.tsx < payslips",
    "title.tsx < payslips",
    "headline-amount.tsx < payslips",
  ],
  "packages/web/src/settings": [". < mail", ". < defaults"],
  "packages/web/src/reports": [
    "frame < transaction < .",
    "frame < advances < .",
    "frame < funding < .",
    "frame < payroll < .",
  ],
  "packages/web/src/app": ["paths.ts < shell < screens < . < start", "theme < ."],
};

/**
 * The maximum number of source files in a room, so that it can be taken in at a glance. Tests and
 * styles are not counted.
 */
export const ROOM_SIZE = 14;
