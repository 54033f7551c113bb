import {
  decideBankAccountChange,
  withdrawBankAccountChange,
} from "@kontor/contract/employees/bank";
import { formatMoment } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import {
  pathOf,
  useContestedEmployeeChange,
  useEmployeeChange,
  type BankAccountChange,
  type EmployeeTabProps,
} from "../data.ts";
import { decisionSentence, DecisionButtons, rejectionReason } from "../decision-buttons.tsx";
import { Fact, Facts } from "../facts.tsx";
import { BankWarnings } from "./bank-warnings.tsx";

import classes from "./bank.module.css";

type ChangeProps = EmployeeTabProps & { change: BankAccountChange };

type WaitingAccountProps = ChangeProps & { onReject: () => void };

/** A new account that waits for a second person. */
export function WaitingAccount({ employee, change, onReject }: WaitingAccountProps) {
  const { asked_at, asked_by, bank_name, account_number, account_name, provider_name } = change;
  return (
    <Panel
      title="New Account Awaiting Confirmation"
      about={`Entered ${formatMoment(asked_at)}${asked_by ? ` by ${asked_by}` : ""}. Pay goes to the current account until somebody else confirms this one.`}
      aside={<StatusChip tone="waiting">WAITING</StatusChip>}
    >
      <div className={classes.form}>
        <Facts>
          <Fact label="Bank">{bank_name}</Fact>
          <Fact label="Account Number" number>
            {account_number}
          </Fact>
          <Fact label="Account Name">{account_name}</Fact>
          <Fact label="Name at the Bank">{provider_name}</Fact>
        </Facts>
        <BankWarnings warnings={change.warnings} />
        <Decision employee={employee} change={change} onReject={onReject} />
      </div>
    </Panel>
  );
}

/**
 * The buttons to confirm and reject, for a second person, and to withdraw, for users who may change
 * accounts.
 */
function Decision({ employee, change, onReject }: WaitingAccountProps) {
  const mayConfirm = useHasPermission("bank-accounts.confirm");
  const mayWrite = useHasPermission("employees.write");
  const decide = useEmployeeChange(decideBankAccountChange);
  const withdrawal = useEmployeeChange(withdrawBankAccountChange);
  const { bank_name, account_number } = change;
  const input = { ...pathOf(employee), change_id: change.id };
  const confirmIt = async () => {
    const question = "Confirm this bank account?";
    const detail = `From now on, pay goes to ${bank_name} ${account_number}. The employee is notified by email.`;
    if (!(await confirm(question, detail))) return;
    if (await succeeds(decide.mutateAsync({ input: { ...input, confirm: true } }))) {
      notifySuccess("Bank account confirmed successfully..");
    }
  };
  const withdraw = async () => {
    if (!(await confirm("Withdraw this bank account?", "The current account stays in use.")))
      return;
    if (await succeeds(withdrawal.mutateAsync({ input }))) {
      notifySuccess("Bank account withdrawn successfully..");
    }
  };
  return (
    <Group gap="xs">
      {mayConfirm && !change.own_change && (
        <DecisionButtons
          accept="Confirm"
          onAccept={() => void confirmIt()}
          accepting={decide.isPending}
          onReject={onReject}
        />
      )}
      {mayWrite && (
        <Button
          ref={focusMainOnUnmount}
          size="xs"
          variant={change.own_change ? "default" : "subtle"}
          loading={withdrawal.isPending}
          onClick={() => void withdraw()}
        >
          Withdraw
        </Button>
      )}
      {mayConfirm && change.own_change && (
        <p className={classes.small}>
          You entered this, so somebody else must confirm or reject it.
        </p>
      )}
    </Group>
  );
}

const decidedWords: Readonly<Record<BankAccountChange["status"], string | null>> = {
  WAITING: null,
  CONFIRMED: "Confirmed",
  REJECTED: "Rejected",
  WITHDRAWN: "Withdrawn",
};

/** Rejects a waiting account with a reason. */
export function RejectAccountDialog(props: ChangeProps & { onExited: () => void }) {
  const { employee, change, onExited } = props;
  const reject = useContestedEmployeeChange(decideBankAccountChange);
  const decided = decidedWords[change.status];
  return (
    <ReasonDialog
      title="Reject This Bank Account"
      submit="Reject"
      draft={`reject-account:${employee.tenant_id}:${change.id}`}
      schema={rejectionReason}
      send={(reason) =>
        reject({ ...pathOf(employee), change_id: change.id, confirm: false, reason })
      }
      done="Bank account rejected successfully.."
      overtaken={decided && decisionSentence(decided, change)}
      onExited={onExited}
    />
  );
}
