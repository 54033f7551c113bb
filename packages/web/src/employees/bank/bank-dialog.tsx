import { changeBankAccount, checkBankAccount } from "@kontor/contract/employees/bank";
import type { DataOf } from "@kontor/contract/endpoint";
import { banks } from "@kontor/contract/reference/banks";
import { isNuban, normalizeNumber } from "@kontor/payroll/identity-numbers";
import { Button, Text, TextInput } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";

import { serverMessageOf } from "../../platform/api-problem.ts";
import { call } from "../../platform/api.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { employeesKey, pathOf, useEmployeeChange, type Employee } from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { BankWarnings } from "./bank-warnings.tsx";
import { NameAtBank } from "./name-at-bank.tsx";

import classes from "./bank.module.css";

type BankValues = { bank_code: string | null; account_number: string; account_name: string };

const choices = banks.map(({ code, name, others }) => ({ value: code, label: name, also: others }));

/**
 * Enters a bank account. The first one takes effect at once; every other one waits for a second
 * person.
 */
export function BankDialog({ employee, onExited }: EmployeeDialogProps) {
  const change = useEmployeeChange(changeBankAccount);
  const edit = useDialogForm<BankValues, DataOf<typeof changeBankAccount>>({
    name: "bank-account",
    // Account numbers are never stored on the device.
    draft: null,
    initialValues: { bank_code: null, account_number: "", account_name: "" },
    schemas: changeBankAccount.body.shape,
    save: async ({ bank_code, ...values }) => {
      if (bank_code === null) return false;
      return change.mutateAsync({ input: { ...pathOf(employee), ...values, bank_code } });
    },
    onSaved: ({ status }) =>
      notifySuccess(
        status === "WAITING"
          ? "Bank account submitted for confirmation by a second person.."
          : "Bank account saved successfully..",
      ),
  });
  const { form, fieldProps } = edit;
  const title = employee.bank ? "Change Account" : "Add Account";
  return (
    <DialogForm
      edit={edit}
      what="this account"
      onExited={onExited}
      title={title}
      submit="Submit"
      sticky
    >
      {employee.bank && (
        <Text size="sm" c="dimmed">
          Pay continues to go to {employee.bank.bank_name} {employee.bank.account_number} until a
          second person confirms the new account. The employee is notified by email.
        </Text>
      )}
      <FieldGrid>
        <ChoiceSelect
          {...fieldProps("bank_code")}
          label="Bank"
          placeholder="Choose a bank"
          data={choices}
          nothingFoundMessage="No bank found"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          {...fieldProps("account_number")}
          label="Account Number"
          placeholder="10 digits"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <AccountCheck
          employee={employee}
          values={form.values}
          onUseName={(name) => form.setFieldValue("account_name", name)}
        />
        <div data-wide>
          <TextInput
            {...fieldProps("account_name")}
            label="Account Name"
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
          />
        </div>
      </FieldGrid>
    </DialogForm>
  );
}

type AccountCheckProps = {
  employee: Employee;
  values: BankValues;
  /** Uses the holder's name at the bank. */
  onUseName: (name: string) => void;
};

/** The bank's information on the account, requested as soon as the number is complete. */
function AccountCheck({ employee, values, onUseName }: AccountCheckProps) {
  const { bank_code, account_name } = values;
  const account_number = normalizeNumber(values.account_number);
  const isWhole = bank_code !== null && isNuban(account_number);
  const { data, error, isFetching, isError, refetch } = useQuery({
    queryKey: [...employeesKey, "account-check", pathOf(employee), bank_code, account_number],
    queryFn: isWhole
      ? ({ signal }) =>
          call(
            checkBankAccount,
            { ...pathOf(employee), bank_code, account_number },
            { signal, quiet: true },
          )
      : skipToken,
    // Account numbers are not cached beyond the dialog.
    gcTime: 0,
  });
  if (!isWhole) return null;
  const known = data?.account_name ?? null;
  return (
    <div data-surface="inset" className={classes.answer} role="status" data-wide>
      {isFetching && (
        <p>
          <Spinner label="Checking with the bank" /> Checking the account name with the bank…
        </p>
      )}
      {!isFetching && isError && (
        <p className={classes.known}>
          <span>
            The bank could not be reached. {serverMessageOf(error)} You can still enter the account.
          </span>
          <Button
            ref={focusMainOnUnmount}
            size="compact-xs"
            variant="default"
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </p>
      )}
      {!isFetching && known !== null && (
        <NameAtBank known={known} entered={account_name} onUse={onUseName} />
      )}
      {!isFetching && data && <BankWarnings warnings={data.warnings} />}
    </div>
  );
}
