import { SIDES, isSide, type Side } from "@kontor/books/side";
import { ledgerBody } from "@kontor/contract/accounting/accounts";
import { errorSentence } from "@kontor/contract/error-codes";
import { formatDate } from "@kontor/contract/format";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { FieldRules, useContractForm } from "../../platform/form/contract-form.ts";
import { meQuery } from "../../session/data.ts";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, optionalMoneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { WithHelp } from "../../ui/help.tsx";
import { periodsQuery } from "../data.ts";
import { sidesHelp } from "../entry-screens.ts";
import { ParentPicker } from "../ledger-picker.tsx";

import classes from "../account-form.module.css";

/** The fields of a ledger, new or existing. */
export type LedgerValues = {
  group_id: number | null;
  parent_ledger_id: number | null;
  name: string;
  op_balance_dc: Side;
  op_balance: MoneyValue;
  notes: string;
};

/** The contract's schemas of a ledger's texts. */
export const ledgerSchemas = { name: ledgerBody.shape.name, notes: ledgerBody.shape.notes };

/** Additional checks of the form. */
export const ledgerRules: FieldRules<LedgerValues> = {
  group_id: (value) => (value === null ? "Choose a parent group." : undefined),
  op_balance: optionalMoneyProblem,
};

/**
 * Says in advance that opening balances are locked, before the server refuses one; undefined while
 * they are not locked.
 *
 * @param tenantId the organization of the chart; undefined for the user's own.
 */
export function useLockedOpeningNote(tenantId: number | undefined): string | undefined {
  const own = useQuery(meQuery()).data?.tenant_id;
  const chartTenant = tenantId ?? own;
  const books = useQuery({
    ...periodsQuery(chartTenant ?? undefined),
    enabled: typeof chartTenant === "number",
  });
  const until = books.data?.lock.locked_until ?? null;
  return until === null ? undefined : errorSentence("opening_locked", { until: formatDate(until) });
}

type ContractForm = ReturnType<typeof useContractForm<LedgerValues>>;

type LedgerFieldsProps = {
  form: ContractForm["form"];
  fieldProps: ContractForm["fieldProps"];
  /** The organization of the chart; undefined for the user's own. */
  tenantId: number | undefined;
  /** The field Parent Group. */
  group: ReactNode;
  /** Its code, or the code that a new ledger would get. */
  code: string;
  codeHint?: string;
  /** The ledger that is edited; left out for a new one. */
  ledgerId?: number;
  parentLocked?: boolean;
  /** Whether the opening balance is fixed, as that of a control ledger. */
  balanceLocked?: boolean;
  sideLocked?: boolean;
  balanceHint?: string;
  /** Whether the user may only read the ledger. */
  readsOnly?: boolean;
};

/** The fields of a ledger in the order of the form. */
export function LedgerFields(props: LedgerFieldsProps) {
  const { form, fieldProps, group, code, codeHint, ledgerId, readsOnly = false } = props;
  return (
    <div className={classes.grid}>
      {group}
      <TextInput
        label="Ledger Code"
        variant={ledgerId === undefined ? "filled" : "default"}
        value={code}
        readOnly={ledgerId === undefined}
        disabled={ledgerId !== undefined}
        placeholder="Choose a parent group first"
        description={codeHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <LineInput {...fieldProps("name")} label="Ledger Name" limit={120} disabled={readsOnly} />
      <ParentPicker
        label="Parent Ledger"
        tenantId={props.tenantId}
        path={fieldProps("parent_ledger_id")["data-path"]}
        placeholder="None"
        clearable
        disabled={readsOnly || (props.parentLocked ?? false)}
        groupId={form.values.group_id}
        ledgerId={form.values.parent_ledger_id}
        onSelect={(id) => form.setFieldValue("parent_ledger_id", id)}
        error={form.errors["parent_ledger_id"]}
        excluded={ledgerId}
      />
      <WithHelp help={sidesHelp}>
        <NativeSelect
          {...fieldProps("op_balance_dc")}
          label="Debit/Credit"
          data={[...SIDES]}
          disabled={readsOnly || (props.sideLocked ?? false)}
          onChange={({ currentTarget: { value } }) => {
            if (isSide(value)) form.setFieldValue("op_balance_dc", value);
          }}
        />
      </WithHelp>
      <MoneyInput
        {...fieldProps("op_balance")}
        label="Opening Balance"
        placeholder="0.00"
        disabled={readsOnly || (props.balanceLocked ?? false)}
        description={props.balanceHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <Textarea
        {...fieldProps("notes")}
        className={classes.wide}
        label="Ledger Notes"
        disabled={readsOnly}
        autosize
        minRows={3}
        maxRows={10}
      />
    </div>
  );
}
