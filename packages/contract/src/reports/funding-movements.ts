import { displayKobo, ZERO, type Kobo } from "@kontor/books/money";
import { z } from "zod";

import { formatCounted, formatDate } from "../format.ts";
import { transferPurposes, fundingActions } from "../funding/funding.ts";
import { describeList, organizationColumn, type SummaryRow, unlessZero } from "../list.ts";
import { signedKobo, signedMoney } from "../payroll/runs.ts";
import { transactionStatuses } from "../reference/statuses.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, search } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";

/**
 * The kinds of wallet movements. A returned transfer is two movements: one out on the day of its
 * request, and one back on the day of its return. One in transit at the end of the range may have
 * arrived since.
 */
export const movementKinds = [
  "deposit",
  "withdrawal",
  "salary_advance",
  "payslip",
  "sent",
  "returned",
  "open",
] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementTitles: Readonly<Record<MovementKind, string>> = {
  deposit: "Deposits",
  withdrawal: "Withdrawals",
  salary_advance: "Salary advances",
  payslip: "Pay",
  sent: "Sent to people",
  returned: "Came back",
  open: "On their way",
};

/** The label of a transaction by its purpose. */
const names = {
  DEPOSIT: "Deposit",
  WITHDRAWAL: "Withdrawal",
  salary_advance: "Salary advance",
  payslip: "Pay",
} as const;

const entry = z.strictObject({ id: idOut, number: z.string() });

export const fundingMovement = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  action: z.enum(fundingActions),
  /** The purpose of a transfer to a person; null for other transactions. */
  purpose: z.enum(transferPurposes).nullable(),
  /** The payee of a transfer, as in the account's name; otherwise empty. */
  receiver: z.string(),
  description: z.string(),
  status: z.enum(transactionStatuses),
  /** Why it failed or was returned. */
  reason: z.string(),
  /** Whether this is the money's return to the wallet rather than the transaction itself. */
  returned: z.boolean(),
  /** The day on which it moved the wallet: the day of `entry`. */
  date,
  requested_at: moment,
  /** When it was given to the bank, or null. */
  sent_at: moment.nullable(),
  /** When it was completed, failed or was returned; null while it is open. */
  finished_at: moment.nullable(),
  amount: money,
  /** The amounts that entered and left the wallet; one of them is zero. */
  money_in: money,
  money_out: money,
  /** The entry that moved the wallet: that of the request, or of the return. */
  entry,
  /** For a request, the entry of its outcome when that was posted separately. */
  end_entry: entry.nullable(),
});

const walletFigures = {
  /** The balances before and after the range; negative when the wallet was overdrawn. */
  opening: signedMoney,
  closing: signedMoney,
  deposits: money,
  withdrawals: money,
  /** Transfers to people, and returned ones. */
  sent: money,
  returned: money,
  /** Entries without a movement, such as manual ones. */
  other: signedMoney,
};

export const fundingMovements = z.strictObject({
  rows: z.array(fundingMovement),
  /** Over all rows, on every page. */
  totals: z.strictObject({ money_in: money, money_out: money }),
  /** The days of this page's rows, each with all of its rows, including those on other pages. */
  days: z.array(
    z.strictObject({ date, movements: z.int().min(1), money_in: money, money_out: money }),
  ),
  /** The sums of the filter's wallets, whichever rows are shown. */
  wallet: z.strictObject(walletFigures),
  /** The same of each organization, by name. */
  wallets: z.array(
    z.strictObject({
      tenant_id: idOut,
      organization: z.string(),
      ledger_id: idOut,
      ...walletFigures,
    }),
  ),
});

export const fundingMovementsReport = describeReport({
  path: "/transaction/funding-movements",
  summary: "Wallet movements in a period: deposits, withdrawals and transfers with their status",
  access: "funding.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    kind: z.enum(movementKinds, { error: "Choose a kind of movement." }).optional(),
    status: z
      .enum(transactionStatuses, { error: `Choose one of ${transactionStatuses.join(", ")}.` })
      .optional(),
    search,
  },
  rules: [reportDaysInOrder],
  paged: pageQuery(25),
  data: fundingMovements,
});

type Row = z.output<typeof fundingMovement>;
type Data = z.output<typeof fundingMovements>;

/** Movements, the latest first. */
export const fundingMovementsList = describeList<Row>()({
  label: "Funding Movements",
  columns: {
    requested: {
      header: "Requested",
      kind: "moment",
      value: (row) => row.requested_at,
      phone: "detail",
    },
    organization: organizationColumn(18),
    what: {
      header: "What",
      kind: "text",
      wrap: true,
      value: ({ returned, purpose, action, receiver, description }) =>
        [returned && movementTitles.returned, names[purpose ?? action], receiver, description]
          .filter(Boolean)
          .join(" · "),
      phone: "what",
    },
    number: {
      header: "Entry No.",
      kind: "text",
      width: 13,
      value: (row) => row.entry.number,
      phone: "detail",
    },
    status: {
      header: "Status",
      kind: "status",
      width: 13,
      value: (row) => row.status,
      phone: "end",
    },
    reason: {
      header: "Reason",
      kind: "text",
      width: 24,
      wrap: true,
      value: (row) => row.reason,
      phone: "none",
    },
    sent: { header: "Sent", kind: "moment", value: (row) => row.sent_at, phone: "none" },
    finished: {
      header: "Finished",
      kind: "moment",
      value: (row) => row.finished_at,
      phone: "none",
    },
    end_number: {
      header: "Ended by Entry",
      kind: "text",
      width: 14,
      value: (row) => row.end_entry?.number ?? null,
      phone: "none",
    },
    money_in: {
      header: "In",
      kind: "money",
      width: 17,
      value: (row) => unlessZero(row.money_in),
      phone: "amount",
    },
    money_out: {
      header: "Out",
      kind: "money",
      width: 17,
      value: (row) => unlessZero(row.money_out),
      phone: "amount",
    },
  },
  screen: [
    "number",
    "organization",
    "what",
    "requested",
    "sent",
    "finished",
    "status",
    "money_in",
    "money_out",
  ],
  paper: [
    "requested",
    "organization",
    "number",
    "what",
    "finished",
    "status",
    "money_in",
    "money_out",
  ],
  underIfLong: { requested: "finished" },
  main: "number",
  labelIn: "what",
  landscape: true,
  ordered: "The movements of a day stand below its sums.",
});

type Key = keyof typeof fundingMovementsList.columns;

/** When each movement names its organization, there is no room for the time of sending. */
export function movementsList(several: boolean): typeof fundingMovementsList {
  const { screen = [] } = fundingMovementsList;
  if (!several) return fundingMovementsList;
  return { ...fundingMovementsList, screen: screen.filter((key) => key !== "sent") };
}

/** The total row. */
export function movementsTotal(totals: Data["totals"]): SummaryRow<Key> {
  return { label: "Total", cells: totals };
}

/** The row above the movements of a day: date, count, and sums. */
export function movementsDayRow({
  date: day,
  movements,
  ...sums
}: Data["days"][number]): SummaryRow<Key> {
  return { label: `${formatDate(day)} · ${formatCounted(movements, "movement")}`, cells: sums };
}

/** An outgoing amount, as a negative number. */
function negated(amount: Kobo): Kobo {
  return signedKobo({ amount, negative: true });
}

export const walletFigureNames = Object.keys(walletFigures) as WalletFigure[];
export type WalletFigure = keyof typeof walletFigures;

/** The reconciliation from opening to closing balance, in reading order. */
export function walletReconciliation(
  wallet: Data["wallet"],
): readonly { figure: WalletFigure; label: string; amount: Kobo }[] {
  return [
    { figure: "opening", label: "Opening", amount: signedKobo(wallet.opening) },
    { figure: "deposits", label: "Deposits", amount: wallet.deposits },
    { figure: "withdrawals", label: "Withdrawals", amount: negated(wallet.withdrawals) },
    { figure: "sent", label: "Sent to people", amount: negated(wallet.sent) },
    { figure: "returned", label: "Came back", amount: wallet.returned },
    { figure: "other", label: "Other entries", amount: signedKobo(wallet.other) },
    { figure: "closing", label: "Closing", amount: signedKobo(wallet.closing) },
  ];
}

/**
 * The wallets of several organizations as rows below the movements, for a file without a second
 * table. Each line of a wallet is in the column of incoming or outgoing amounts; zero lines between
 * opening and closing are left out.
 */
export function walletSummaryRows({
  wallets,
  wallet,
}: Pick<Data, "wallets" | "wallet">): SummaryRow<Key>[] {
  const all = { organization: "All organizations", ...wallet };
  return [...wallets, all].flatMap(({ organization, ...figures }) => {
    const lines = walletReconciliation(figures);
    return lines
      .filter(({ amount }, index) => amount !== ZERO || index === 0 || index === lines.length - 1)
      .map(({ label, amount }) => ({
        label: `${organization}: ${label}`,
        cells: amount < ZERO ? { money_out: displayKobo(-amount) } : { money_in: amount },
      }));
  });
}

type Wallet = Data["wallets"][number];

const figure = (header: string, value: (row: Wallet) => Kobo) => ({
  header,
  kind: "net" as const,
  width: 17,
  value,
  phone: "none" as const,
});

/** The wallets of several organizations. */
export const walletsList = describeList<Wallet>()({
  label: "Wallets",
  columns: {
    organization: {
      header: "Organization",
      kind: "text",
      wrap: true,
      value: (row) => row.organization,
      phone: "what",
    },
    opening: figure("Opening", (row) => signedKobo(row.opening)),
    deposits: figure("Deposits", (row) => row.deposits),
    withdrawals: figure("Withdrawals", (row) => row.withdrawals),
    sent: figure("Sent to People", (row) => row.sent),
    returned: figure("Came Back", (row) => row.returned),
    other: figure("Other Entries", (row) => signedKobo(row.other)),
    closing: { ...figure("Closing", (row) => signedKobo(row.closing)), phone: "amount" },
  },
  underIfLong: { deposits: "withdrawals", sent: "returned" },
  main: "organization",
  labelIn: "organization",
});

/** The sums of the wallets. */
export function walletsTotal(wallet: Data["wallet"]): SummaryRow<keyof typeof walletsList.columns> {
  const { opening, closing, other, ...rest } = wallet;
  return {
    label: "Total",
    cells: {
      ...rest,
      opening: signedKobo(opening),
      closing: signedKobo(closing),
      other: signedKobo(other),
    },
  };
}
