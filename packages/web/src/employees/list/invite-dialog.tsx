import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount } from "@kontor/contract/format";
import { inviteSeveralToPortal } from "@kontor/contract/portal/invitation";
import { Button, Text } from "@mantine/core";
import { useState } from "react";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { Outcomes, type Outcome } from "../../ui/page/outcomes.tsx";
import { pathOf, useEmployeeChange, type ListedEmployee } from "../data.ts";
import { fullName } from "../employee-texts.ts";

type InviteDialogProps = {
  /** The employees to invite; all are ACTIVE. */
  rows: readonly ListedEmployee[];
  /** Called after the dialog has closed. @param invited whether an invitation was sent. */
  onExited: (invited: boolean) => void;
};

/**
 * Asks before several employees are invited to the portal, and shows the outcome of each
 * afterwards.
 */
export function InviteDialog({ rows, onExited }: InviteDialogProps) {
  const invite = useEmployeeChange(inviteSeveralToPortal);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const { form, refuse } = useContractForm({
    name: "portal-invitations",
    draft: null,
    initialValues: {},
    schemas: {},
  });
  const { onSubmit, saving, refusal } = useSubmit({
    form,
    refuse,
    save: async () => {
      const results = await invite.mutateAsync({ input: { employees: rows.map(pathOf) } });
      // They come in the order of the request.
      setOutcomes(rows.flatMap((row, place) => outcomeOf(row, results[place])));
    },
  });
  const dialog = useFormDialog(form, saving);
  const one = rows.length === 1;
  return (
    <FormDialog
      dialog={dialog}
      onExited={() => onExited(outcomes !== null)}
      title="Invite to Portal"
    >
      {outcomes ? (
        <>
          <Outcomes summary={summaryOf(outcomes)} outcomes={outcomes} />
          <FormActions>
            <Button data-autofocus onClick={dialog.close}>
              Done
            </Button>
          </FormActions>
        </>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Text>
            {one ? "One employee gets" : `${formatCount(rows.length)} employees get`} an email with
            a link to the employee portal, where they can ask for salary advances. Employees who
            have already signed in get no email.
          </Text>
          <DialogActions dialog={dialog} submit="Invite" refusal={refusal} />
        </form>
      )}
    </FormDialog>
  );
}

type Result = DataOf<typeof inviteSeveralToPortal>[number];

const outcomeLabels = {
  INVITED: { tone: "good", word: "INVITED" },
  ALREADY_IN: { tone: "neutral", word: "IN ALREADY" },
  REFUSED: { tone: "bad", word: "REFUSED" },
} as const satisfies Readonly<Record<Result["outcome"], Pick<Outcome, "tone" | "word">>>;

function outcomeOf(row: ListedEmployee, result: Result | undefined): Outcome[] {
  if (result === undefined) return [];
  const why = result.problem?.message ?? "";
  const key = `${row.tenant_id}/${row.id}`;
  return [{ key, name: fullName(row), note: row.staff_no, why, ...outcomeLabels[result.outcome] }];
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const invited = outcomes.filter(({ word }) => word === outcomeLabels.INVITED.word).length;
  return `${formatCount(invited)} of ${formatCount(outcomes.length)} invited.`;
}
