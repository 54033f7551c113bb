import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import { periodName, type statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import {
  listRemittanceLedgers,
  recordRemittance,
  remittanceFields,
  schemeNames,
} from "@kontor/contract/payroll/remittances";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { CashFields, cashDayProblem } from "../../accounting/cash-dialog.tsx";
import { accountingKeys, balanceKeys } from "../../accounting/data.ts";
import { call } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useEndpointMutation } from "../../platform/mutation.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";

import classes from "./payroll.module.css";

type Due = DataOf<typeof statutoryDuesReport.read>["rows"][number];

/** The queries that a remittance makes outdated: reports and the books. */
export const remittanceOutdates = [["reports"], accountingKeys.entries, ...balanceKeys];

const ledgersQuery = (tenant_id: number) =>
  queryOptions({
    queryKey: ["reports", "remittance-ledgers", tenant_id],
    queryFn: ({ signal }) => call(listRemittanceLedgers, { tenant_id }, { signal }),
    select: (ledgers) =>
      ledgers.map(({ id, code, name }) => ({ value: String(id), label: `${name} (${code})` })),
  });

type RemittanceValues = {
  amount: MoneyValue;
  paid_on: string | null;
  /** Null selects the first ledger offered. */
  ledger_id: string | null;
  reference: string;
};

const none: readonly { value: string; label: string }[] = [];

/** Records a payment to an authority: of everything that is left, or of a part. */
export function RemittanceDialog({ due, onExited }: { due: Due; onExited: () => void }) {
  const { tenant_id, scheme, authority, period } = due;
  const left = kobo(due.left.amount);
  const record = useEndpointMutation(recordRemittance, remittanceOutdates);
  const ledgers = useQuery(ledgersQuery(tenant_id)).data ?? none;
  const edit = useDialogForm<RemittanceValues>({
    name: "remittance",
    draft: [tenant_id, scheme, authority, period].join(":"),
    initialValues: { amount: left, paid_on: today(), ledger_id: null, reference: "" },
    schemas: { reference: remittanceFields.reference },
    rules: {
      amount: (amount) => {
        const problem = moneyProblem(amount, "above-zero");
        if (problem !== null) return problem;
        const tooMuch = typeof amount === "bigint" && amount > left;
        return tooMuch ? `Only ${formatMoney(left)} is left to remit.` : undefined;
      },
      paid_on: (day) => cashDayProblem(day, "Enter the day on which it was paid."),
    },
    save: async ({ amount, paid_on, ledger_id, reference }, submits) => {
      if (typeof amount !== "bigint" || paid_on === null) return false;
      const from = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      const input = { tenant_id, scheme, authority, period, amount, paid_on, reference, ...from };
      return record.mutateAsync({ input, submits });
    },
    onSaved: () => notifySuccess("Remittance recorded successfully.."),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this remittance"
      onExited={onExited}
      title="Record Remittance"
      submit="Record Remittance"
    >
      <p className={classes.note}>
        {formatMoney(left)} of {schemeNames[scheme]}, {periodName(period)}, is left to remit to{" "}
        {due.authority_name}. Recording it posts an entry that debits the liability and credits the
        ledger that the money was paid from.
      </p>
      <CashFields
        amount={fieldProps("amount")}
        date={{ ...fieldProps("paid_on"), label: "Paid On" }}
        ledger={{
          ...fieldProps("ledger_id"),
          label: "Paid From",
          description:
            "The cash or bank ledger that the money was paid from. The wallet only pays employees, so withdraw to the bank first.",
          data: ledgers,
        }}
        note={{
          ...fieldProps("reference"),
          label: "Reference",
          description:
            "The receipt or payment number of the authority or the bank. It becomes the narration in the books.",
          limit: 80,
        }}
      />
    </DialogForm>
  );
}
