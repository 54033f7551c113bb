type AccountRow = { code: string; name: string; kind: string };

/** A sub-ledger is indented below its ledger. */
function indent({ kind }: AccountRow): number {
  return kind === "sub_ledger" ? 1 : 0;
}

/**
 * Code and name of an account: separate columns in a spreadsheet and on paper, one column on a
 * screen.
 */
export const accountColumns = {
  code: {
    header: "Account Code",
    kind: "text",
    width: 14,
    value: (row: AccountRow) => row.code,
  },
  name: {
    header: "Account Name",
    kind: "text",
    width: 36,
    wrap: true,
    value: (row: AccountRow) => row.name,
    indent,
  },
  account: {
    header: "Account",
    kind: "named",
    width: 36,
    wrap: true,
    value: (row: AccountRow) => ({ name: row.name, code: row.code }),
    indent,
    phone: "what",
  },
} as const;
