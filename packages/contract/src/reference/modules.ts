/**
 * The modules of the product in the order of the grid. A core module cannot be switched off: the
 * others depend on staff records.
 */
const entries = [
  ["employees", "Employees", true, "Staff records, pay, bank accounts and imports."],
  ["payroll", "Payroll", false, "Payroll runs, payslips, remittances, their reports and mails."],
  ["salary_advance", "Salary Advance", false, "New requests for salary advances, and their mails."],
  ["leave", "Leave", false, "Mails about leave."],
  ["recruitment", "Recruitment", false, "Mails about job offers, applications and interviews."],
  ["chat", "Chat", false, "Mails about chat messages."],
  ["notices", "Notices", false, "Mails about new notices."],
  [
    "accounting",
    "Accounting",
    false,
    "The books: accounts, entries, statements and their reports.",
  ],
  [
    "reports",
    "Reports",
    false,
    "No effect by itself: reports follow the Payroll and Accounting modules.",
  ],
] as const;

export type ModuleId = (typeof entries)[number][0];

export type ProductModule = {
  readonly id: ModuleId;
  readonly title: string;
  readonly core: boolean;
};

export const productModules: readonly ProductModule[] = entries.map(([id, title, core]) => ({
  id,
  title,
  core,
}));

/** What stops when a module is switched off, as a sentence; empty for an unknown module. */
export function moduleScope(id: ModuleId): string {
  return entries.find(([each]) => each === id)?.[3] ?? "";
}

export const moduleIds: readonly ModuleId[] = productModules.map((module) => module.id);

/** The module with that id. */
export function productModule(id: ModuleId): ProductModule {
  const module = productModules.find((candidate) => candidate.id === id);
  if (module === undefined) throw new Error(`there is no module ${id}`);
  return module;
}
