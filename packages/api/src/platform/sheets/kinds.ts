import { importFieldByTitle } from "@kontor/contract/reference/employee-import-fields";
import { isStatementTitle } from "@kontor/contract/reference/statement-columns";

/** The kinds of lists that are uploaded; each has its own column titles. */
export type SheetKind = "employees" | "bank-statement";

type HeaderRule = {
  /** Whether a text is the title of a column of such a list. */
  isTitle: (text: string) => boolean;
  /**
   * The number of rows that are not empty among which the header row is looked for: a title or date
   * may precede it, and in a bank statement the facts of the account.
   */
  within: number;
};

/** How the header row of each kind is found. */
export const headerRules: Readonly<Record<SheetKind, HeaderRule>> = {
  employees: { isTitle: (text) => importFieldByTitle(text) !== undefined, within: 10 },
  "bank-statement": { isTitle: isStatementTitle, within: 40 },
};
