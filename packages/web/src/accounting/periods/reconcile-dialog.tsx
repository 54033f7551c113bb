import { fromSigned, isSide, signed, type Side, type SidedAmount } from "@kontor/books/side";
import { reconcileBank } from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatCounted, formatDate, formatMoney } from "@kontor/contract/format";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { Money } from "../../ui/money.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ledgerBalanceQuery } from "../data.ts";
import { useReconcileBank } from "../mutations.ts";

import classes from "./periods.module.css";

/**
 * The open items of a comparison, with their net: by how much they make the ledger exceed the bank.
 */
type ComparedItems = NonNullable<InputOf<typeof reconcileBank>["compared"]> & { net: bigint };

type ReconcileDialogProps = {
  tenantId: number;
  /** The bank ledger that was compared. */
  ledger: { id: number; name: string };
  /** The day that is proposed. */
  until: string;
  /** The balance of the bank on that day, when a statement was compared. */
  balance?: SidedAmount | undefined;
  /** The note that is proposed. */
  note?: string;
  /** Of a compared statement, whose day is fixed, and whose balance is if it is known. */
  compared?: ComparedItems | undefined;
  onRecorded?: () => void;
  onExited: () => void;
};

type ReconcileValues = {
  reconciled_to: string | null;
  balance: MoneyValue;
  balance_dc: Side;
  note: string;
};

/** Records that a ledger was compared with its bank's statement, and what the bank had. */
export function ReconcileDialog(props: ReconcileDialogProps) {
  const { tenantId, ledger, until, balance: found, note: proposed = "", onExited } = props;
  const { compared, onRecorded } = props;
  const reconcile = useReconcileBank();
  const edit = useDialogForm<ReconcileValues>({
    name: "bank-reconciliation",
    // What a comparison fixes is not typed, and a draft would be of another comparison.
    draft: compared === undefined ? `${tenantId}:${ledger.id}` : null,
    initialValues: {
      reconciled_to: until,
      balance: found?.amount ?? null,
      balance_dc: found?.side ?? "DR",
      note: proposed,
    },
    schemas: reconcileBank.body.pick({ note: true }).shape,
    rules: {
      reconciled_to: (day) =>
        dateOrNull(day) === null ? "Enter the last day of the statement." : undefined,
      balance: (value) => moneyProblem(value, "amount") ?? undefined,
    },
    save: async ({ reconciled_to, balance, ...values }, submits) => {
      if (reconciled_to === null || typeof balance !== "bigint") return false;
      const input = { tenant_id: tenantId, id: ledger.id, reconciled_to, balance, ...values };
      return reconcile.mutateAsync({
        input: compared === undefined ? input : { ...input, compared: omitNet(compared) },
        submits,
      });
    },
    onSaved: () => {
      notifySuccess("Reconciliation recorded successfully..");
      onRecorded?.();
    },
  });
  const { form, fieldProps } = edit;
  const isFixed = compared !== undefined && found !== undefined;
  return (
    <DialogForm
      edit={edit}
      what="this reconciliation"
      onExited={onExited}
      title="Record Reconciliation"
      submit="Record Reconciliation"
    >
      <p className={classes.plain}>{ledger.name}</p>
      <DateInput
        {...fieldProps("reconciled_to")}
        label="Reconciled To"
        description="The last day of the bank statement."
        maxDate={today()}
        readOnly={compared !== undefined}
        required
        withAsterisk={false}
      />
      <MoneyInput
        {...fieldProps("balance")}
        label="Bank Balance"
        description="The closing balance on the statement for that day."
        readOnly={isFixed}
        required
        withAsterisk={false}
        data-autofocus
      />
      <NativeSelect
        {...fieldProps("balance_dc")}
        disabled={isFixed}
        label="The Account Is"
        data={[
          { value: "DR", label: "In credit (money in the bank)" },
          { value: "CR", label: "Overdrawn" },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isSide(value)) form.setFieldValue("balance_dc", value);
        }}
      />
      <Comparison
        tenantId={tenantId}
        ledgerId={ledger.id}
        values={form.values}
        compared={compared}
      />
      <LineInput {...fieldProps("note")} label="Note" limit={300} />
    </DialogForm>
  );
}

function omitNet({ net: _net, ...compared }: ComparedItems) {
  return compared;
}

type ComparisonProps = {
  tenantId: number;
  ledgerId: number;
  values: ReconcileValues;
  compared: ComparedItems | undefined;
};

/** The ledger's balance on the chosen day, and by how much it differs from the typed one. */
function Comparison({ tenantId, ledgerId, values, compared }: ComparisonProps) {
  const { balance, balance_dc } = values;
  const day = dateOrNull(values.reconciled_to);
  const { data, error, isError, refetch } = useQuery({
    ...ledgerBalanceQuery({ tenant_id: tenantId, id: ledgerId, day: day ?? "" }),
    enabled: day !== null,
  });
  if (day === null) return null;
  if (data === undefined && isError) {
    return (
      <NotLoaded
        what="The balance of the ledger"
        failed
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <dl data-surface="inset" className={classes.preview} aria-label="Comparison with the ledger">
      <div>
        <dt>Ledger Balance on {formatDate(day)}</dt>
        <dd>
          {data ? (
            <Money amount={data.balance} side={data.balance_dc} />
          ) : (
            <Spinner label="Loading the balance" />
          )}
        </dd>
      </div>
      {compared && (
        <div>
          <dt>
            Open: {formatCounted(compared.entries.length, "entry", "entries")} that the bank does
            not have, {formatCounted(compared.lines.length, "line")} that the books do not have
          </dt>
          <dd>{differenceSentence(compared.net)}</dd>
        </div>
      )}
      <div>
        <dt>{compared ? "Not Explained" : "Difference"}</dt>
        <dd>
          <span role="status">
            {data === undefined || typeof balance !== "bigint"
              ? "–"
              : differenceSentence(
                  signed(data.balance_dc, data.balance) -
                    signed(balance_dc, balance) -
                    (compared?.net ?? 0n),
                )}
          </span>
        </dd>
      </div>
    </dl>
  );
}

/** What the ledger has more or less than the bank, in words. */
function differenceSentence(net: bigint): string {
  if (net === 0n) return "None";
  const amount = formatMoney(fromSigned(net).amount);
  return net > 0n ? `The ledger has ${amount} more` : `The ledger has ${amount} less`;
}
