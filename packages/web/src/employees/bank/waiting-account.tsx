import {
  decideBankAccountChange,
  withdrawBankAccountChange,
} from "@kontor/contract/employees/bank";
import { formatMoment } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { useState } from "react";

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

type WaitingTexts = {
  title: string;
  about: string;
  confirm: string;
  confirmDetail: (change: BankAccountChange) => string;
  confirmed: string;
  withdraw: string;
  withdrawDetail: string;
  withdrawn: string;
  reject: string;
  rejected: string;
};

const accountTexts: WaitingTexts = {
  title: "New Account Awaiting Confirmation",
  about: "Pay goes to the current account until somebody else confirms this one.",
  confirm: "Confirm this bank account?",
  confirmDetail: ({ bank_name, account_number }) =>
    `From now on, pay goes to ${bank_name} ${account_number}. The employee is notified by email.`,
  confirmed: "Bank account confirmed successfully..",
  withdraw: "Withdraw this bank account?",
  withdrawDetail: "The current account stays in use.",
  withdrawn: "Bank account withdrawn successfully..",
  reject: "Reject This Bank Account",
  rejected: "Bank account rejected successfully..",
};

const nameTexts: WaitingTexts = {
  title: "Corrected Name Awaiting Confirmation",
  about: "The account keeps its current name until somebody else confirms this one.",
  confirm: "Confirm this account name?",
  confirmDetail: ({ bank_name, account_number, account_name }) =>
    `From now on, the name on ${bank_name} ${account_number} is ${account_name}. The employee is notified by email.`,
  confirmed: "Account name confirmed successfully..",
  withdraw: "Withdraw this account name?",
  withdrawDetail: "The account keeps its current name.",
  withdrawn: "Account name withdrawn successfully..",
  reject: "Reject This Account Name",
  rejected: "Account name rejected successfully..",
};

const textsOf = ({ name_only }: BankAccountChange) => (name_only ? nameTexts : accountTexts);

/** A new account, or a corrected name on the present one, that waits for a second person. */
export function WaitingAccount({ employee, change, onReject }: WaitingAccountProps) {
  const { asked_at, asked_by, bank_name, account_number, account_name, provider_name } = change;
  const { title, about } = textsOf(change);
  return (
    <Panel
      title={title}
      about={`Entered ${formatMoment(asked_at)}${asked_by ? ` by ${asked_by}` : ""}. ${about}`}
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
  const texts = textsOf(change);
  const input = { ...pathOf(employee), change_id: change.id };
  const confirmIt = async () => {
    if (!(await confirm(texts.confirm, texts.confirmDetail(change)))) return;
    if (await succeeds(decide.mutateAsync({ input: { ...input, confirm: true } }))) {
      notifySuccess(texts.confirmed);
    }
  };
  const withdraw = async () => {
    if (!(await confirm(texts.withdraw, texts.withdrawDetail))) return;
    if (await succeeds(withdrawal.mutateAsync({ input }))) {
      notifySuccess(texts.withdrawn);
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
  // Once it is decided, the server no longer says that it was a name only.
  const [{ reject: title, rejected }] = useState(() => textsOf(change));
  return (
    <ReasonDialog
      title={title}
      submit="Reject"
      draft={`reject-account:${employee.tenant_id}:${change.id}`}
      schema={rejectionReason}
      send={(reason) =>
        reject({ ...pathOf(employee), change_id: change.id, confirm: false, reason })
      }
      done={rejected}
      overtaken={decided && decisionSentence(decided, change)}
      onExited={onExited}
    />
  );
}
