import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatCounted, formatMoney } from "@kontor/contract/format";
import { periodName, type statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import {
  listRemittanceLedgers,
  recordRemittance,
  recordRemittances,
  remittanceFields,
  schemeNames,
} from "@kontor/contract/payroll/remittances";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState, type ComponentProps } from "react";

import { CashFields, cashDayProblem } from "../../accounting/cash-dialog.tsx";
import { postedKeys, reportKeys } from "../../accounting/data.ts";
import { call } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useEndpointMutation } from "../../platform/mutation.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { Money } from "../../ui/money.tsx";

import classes from "./payroll.module.css";

type Due = DataOf<typeof statutoryDuesReport.read>["rows"][number];

/** The ledgers from which an organization may pay, as choices. */
const ledgersQuery = (tenant_id: number) =>
  queryOptions({
    queryKey: [...reportKeys.all, "remittance-ledgers", tenant_id],
    queryFn: ({ signal }) => call(listRemittanceLedgers, { tenant_id }, { signal }),
    select: (ledgers) =>
      ledgers.map(({ id, code, name }) => ({ value: String(id), label: `${name} (${code})` })),
  });

type PaymentValues = {
  paid_on: string | null;
  /** Null selects the first ledger offered. */
  ledger_id: string | null;
  reference: string;
};
type RemittanceValues = PaymentValues & { amount: MoneyValue };

const initialPayment = (): PaymentValues => ({ paid_on: today(), ledger_id: null, reference: "" });

const paymentRules = {
  paid_on: (day: string | null) => cashDayProblem(day, "Enter the day on which it was paid."),
};

type RemittancesDialogProps = {
  dues: readonly [Due, ...Due[]];
  /** @param recorded whether they were recorded. */
  onExited: (recorded: boolean) => void;
};

/** Records a payment to an authority: of everything that is left, or of a part. */
export function RemittanceDialog({ due, onExited }: { due: Due; onExited: () => void }) {
  const { tenant_id, scheme, authority, period } = due;
  const left = kobo(due.left.amount);
  const record = useEndpointMutation(recordRemittance, postedKeys);
  const edit = useDialogForm<RemittanceValues>({
    name: "remittance",
    draft: [tenant_id, scheme, authority, period].join(":"),
    initialValues: { amount: left, ...initialPayment() },
    schemas: { reference: remittanceFields.reference },
    rules: {
      amount: (amount) => {
        const problem = moneyProblem(amount, "above-zero");
        if (problem !== null) return problem;
        const tooMuch = typeof amount === "bigint" && amount > left;
        return tooMuch ? `Only ${formatMoney(left)} is left to remit.` : undefined;
      },
      ...paymentRules,
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
      <PaymentFields
        tenantId={tenant_id}
        amount={fieldProps("amount")}
        paidOn={fieldProps("paid_on")}
        ledger={fieldProps("ledger_id")}
        reference={fieldProps("reference")}
      />
    </DialogForm>
  );
}

/** Records payments of one day to several authorities of one organization, each of all that is left. */
export function RemittancesDialog({ dues, onExited }: RemittancesDialogProps) {
  const [{ tenant_id }] = dues;
  const total = kobo(dues.reduce((sum, { left }) => sum + left.amount, 0n));
  const record = useEndpointMutation(recordRemittances, postedKeys);
  const [recorded, setRecorded] = useState(false);
  const edit = useDialogForm<PaymentValues>({
    name: "remittances",
    draft: [tenant_id, ...dues.map((due) => `${due.scheme} ${due.authority} ${due.period}`)].join(
      ":",
    ),
    initialValues: initialPayment(),
    schemas: { reference: remittanceFields.reference },
    rules: paymentRules,
    save: async ({ paid_on, ledger_id, reference }, submits) => {
      if (paid_on === null) return false;
      const from = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      const remittances = dues.map(({ scheme, authority, period, left }) => ({
        scheme,
        authority,
        period,
        amount: kobo(left.amount),
      }));
      const input = { tenant_id, remittances, paid_on, reference, ...from };
      return record.mutateAsync({ input, submits });
    },
    onSaved: () => {
      setRecorded(true);
      const count = formatCounted(dues.length, "remittance");
      notifySuccess(`${count} recorded successfully..`);
    },
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="these remittances"
      onExited={() => onExited(recorded)}
      title="Record Remittances"
      submit="Record Remittances"
      sticky
    >
      <p className={classes.note}>
        {formatMoney(total)} in {formatCounted(dues.length, "remittance")}, each of all that is
        left. Each posts an entry of its own, which debits the liability and credits the ledger that
        the money was paid from.
      </p>
      <PaymentFields
        tenantId={tenant_id}
        paidOn={fieldProps("paid_on")}
        ledger={fieldProps("ledger_id")}
        reference={fieldProps("reference")}
      />
      <ul data-surface="inset" className={classes.payees} aria-label="Remittances">
        {dues.map(({ scheme, authority, authority_name, period, left }) => (
          <li key={`${scheme} ${authority} ${period}`} className={classes.payee}>
            <span>
              {schemeNames[scheme]}, {authority_name}, {periodName(period)}
            </span>
            <Money amount={kobo(left.amount)} />
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}

type PaymentFieldsProps = {
  tenantId: number;
  /** Left out where everything that is left is paid. */
  amount?: ComponentProps<typeof CashFields>["amount"];
  paidOn: ComponentProps<typeof CashFields>["date"];
  ledger: Omit<ComponentProps<typeof CashFields>["ledger"], "data">;
  reference: Omit<ComponentProps<typeof CashFields>["note"], "limit">;
};

function PaymentFields({ tenantId, amount, paidOn, ledger, reference }: PaymentFieldsProps) {
  const ledgers = useQuery(ledgersQuery(tenantId)).data;
  return (
    <CashFields
      amount={amount}
      // Without an amount the ledger is beside the day, whose description keeps both aligned.
      date={{
        ...paidOn,
        label: "Paid On",
        ...(amount ? {} : { description: "The day on which the money left." }),
      }}
      ledger={{
        ...ledger,
        label: "Paid From",
        description: amount
          ? "The cash or bank ledger that the money was paid from. The wallet only pays employees, so withdraw to the bank first."
          : "A cash or bank ledger, not the wallet.",
        data: ledgers,
      }}
      note={{
        ...reference,
        label: "Reference",
        description:
          "The receipt or payment number of the authority or the bank. It becomes the narration in the books.",
        limit: 80,
      }}
    />
  );
}
