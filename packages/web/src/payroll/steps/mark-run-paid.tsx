import { formatMoney } from "@kontor/contract/format";
import { formatPeople } from "@kontor/contract/payroll/runs";
import { markRunPaid } from "@kontor/contract/payroll/steps";
import { Button, Checkbox } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { isUnpaid, pathOf, useRunChange, type PayrollRun } from "../data.ts";

const OutsidePaymentDialog = lazyComponent(
  () => import("../payslip/outside-payment-dialog.tsx"),
  "OutsidePaymentDialog",
);

/**
 * Records that all outstanding payments were made by other means, such as by a bank's file. The
 * dialog stays, with what was typed, when they are sent meanwhile.
 */
export function MarkRunPaid({ run }: { run: PayrollRun }) {
  const [isOpen, setOpen] = useState(false);
  const [mails, setMails] = useState(false);
  const markPaid = useRunChange(markRunPaid);
  const { payment, version, outside_payment_refused } = run;
  const count = run.people - payment.paid - payment.under_way;
  const mayDisburse = useHasPermission("payroll.disburse");
  const isLeft = isUnpaid(run.status) && payment.to_send > 0n;
  const people = formatPeople(count);
  return (
    <>
      {mayDisburse && isLeft && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChecks size={15} aria-hidden />}
          disabled={outside_payment_refused !== null}
          onClick={() => setOpen(true)}
        >
          Mark All as Paid
        </Button>
      )}
      <Suspense>
        {isOpen && (
          <OutsidePaymentDialog
            run={run}
            draft={`run:${run.tenant_id}:${run.id}`}
            title={`Mark as Paid: ${people}`}
            submit="Mark All as Paid"
            onExited={() => setOpen(false)}
            total={payment.to_send}
            example="Bulk payment 0045 of First Bank"
            option={
              <Checkbox
                checked={mails}
                onChange={({ currentTarget }) => setMails(currentTarget.checked)}
                label="Email Everybody Their Payslip"
                description="The email says that the pay was sent to the account on the payslip."
              />
            }
            save={(movement) =>
              markPaid({ ...pathOf(run), version, ...movement, mail_payslips: mails })
            }
            saved={`${people} marked as paid..`}
            meanwhile={
              isLeft
                ? null
                : {
                    text: "Everybody is paid or their payment is on its way, so there is nothing left to record.",
                    ended: true,
                  }
            }
          >
            {formatMoney(payment.to_send)} was paid to {people} through another bank, for example
            with the bank payment file, or in cash. Each payment is posted as a separate entry and
            can be reversed from its payslip. Nothing is sent from the wallet.
          </OutsidePaymentDialog>
        )}
      </Suspense>
    </>
  );
}
