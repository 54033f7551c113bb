/**
 * The modules of the product in the order of the grid. A core module cannot be switched off: staff
 * records are what the others are about.
 */
const entries = [
  ["employees", "Employees", true],
  ["payroll", "Payroll", false],
  ["salary_advance", "Salary Advance", false],
  ["leave", "Leave", false],
  ["recruitment", "Recruitment", false],
  ["chat", "Chat", false],
  ["notices", "Notices", false],
  ["accounting", "Accounting", false],
  ["reports", "Reports", false],
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

export const moduleIds: readonly ModuleId[] = productModules.map((module) => module.id);

/** The module with that id. */
export function productModule(id: ModuleId): ProductModule {
  const module = productModules.find((candidate) => candidate.id === id);
  if (module === undefined) throw new Error(`there is no module ${id}`);
  return module;
}
