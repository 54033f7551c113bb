import { acceptanceTitles } from "@kontor/contract/salary-advances/advances";
import {
  recordedAcceptances,
  requestAdvance,
  requestAdvanceBody,
} from "@kontor/contract/salary-advances/requests";
import { Group, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import type { MoneyValue } from "../../ui/form/money-input.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { cardOf, offerQuery, pathOf, useAdvanceChange, type Applicant } from "../data.ts";
import {
  AdvanceRequestFields,
  AdvanceTerms,
  amountProblem,
  mayBeAsked,
} from "./advance-request-form.tsx";
import { EmployeePicker } from "./employee-picker.tsx";
import type { AdvanceOffer } from "./offer.ts";

import classes from "./request-dialog.module.css";

type RequestValues = {
  amount: MoneyValue;
  instalments: number;
  accepted_how: (typeof recordedAcceptances)[number] | null;
  note: string;
};

const blank: RequestValues = { amount: null, instalments: 1, accepted_how: null, note: "" };

type RequestDialogProps = {
  /** For whom; null asks, among the active employees. */
  applicant: Applicant | null;
  /** The organization whose employees are offered then; 0 for all. */
  tenantId: number;
  onExited: () => void;
};

/** Records what an employee asks for, for those who do not ask in the portal, and leads to its card. */
export function RequestDialog({ applicant, tenantId, onExited }: RequestDialogProps) {
  const [employee, setEmployee] = useState(applicant);
  const request = useAdvanceChange(requestAdvance);
  const navigate = useNavigate();
  const path = employee && pathOf(employee);
  const offer = useQuery({
    ...offerQuery(path ?? { tenant_id: 0, company_id: 0, id: 0 }),
    enabled: path !== null,
  });
  const contractForm = useContractForm<RequestValues>({
    name: "salary-advance",
    initialValues: blank,
    schemas: requestAdvanceBody.pick({ instalments: true, accepted_how: true, note: true }).shape,
    rules: {
      amount: (amount) => (offer.data ? amountProblem(offer.data, amount, "staff") : undefined),
    },
  });
  const { form, lacks, refuse } = contractForm;
  const { onSubmit, saving } = useSubmit<RequestValues>({
    form,
    refuse,
    save: async ({ amount, instalments, accepted_how, note }) => {
      if (!path || !offer.data || typeof amount !== "bigint" || accepted_how === null) return;
      const terms_version = offer.data.terms.version;
      const asked = { amount, instalments, accepted_how, note, terms_version };
      const advance = await request({ ...path, ...asked });
      notifySuccess(
        advance.status === "APPROVED"
          ? "Salary advance recorded, and approved by the rules.."
          : "Salary advance recorded successfully..",
      );
      dialog.close();
      await navigate(cardOf(advance));
    },
  });
  const dialog = useFormDialog(form, saving);
  // What the rules refuse is shown above, by the offer itself.
  const refused =
    path !== null &&
    (offer.data === undefined ||
      offer.data.ineligible.length > 0 ||
      (lacks() === null && !mayBeAsked(offer.data, form.values)));
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Record Salary Advance Request">
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        {applicant ? (
          <p className={classes.applicant}>{applicant.name}</p>
        ) : (
          <EmployeePicker tenantId={tenantId} selected={employee} onSelect={setEmployee} />
        )}
        {path && (
          <Loaded query={offer} what="What the employee may ask for">
            {(loaded) => <Fields {...contractForm} offer={loaded} />}
          </Loaded>
        )}
        <DialogActions
          dialog={dialog}
          submit="Record Request"
          disabled={refused}
          lacks={path === null ? "Choose the employee." : lacks()}
          sticky
        />
      </form>
    </FormDialog>
  );
}

type FieldsProps = ReturnType<typeof useContractForm<RequestValues>> & { offer: AdvanceOffer };

function Fields({ form, fieldProps, offer }: FieldsProps) {
  return (
    <>
      <AdvanceRequestFields
        offer={offer}
        to="staff"
        asked={form.values}
        amountField={fieldProps("amount")}
        instalmentsError={form.errors["instalments"]}
        onAmount={(amount) => form.setFieldValue("amount", amount)}
        onInstalments={(instalments) => form.setFieldValue("instalments", instalments)}
      />
      {offer.ineligible.length === 0 && (
        <>
          <AdvanceTerms html={offer.terms.html} />
          <Radio.Group
            {...fieldProps("accepted_how")}
            label="How the employee accepted these terms"
            description="An advance is given only to who has accepted them."
            required
            withAsterisk={false}
          >
            <Group mt="xs">
              {recordedAcceptances.map((how) => (
                <Radio key={how} value={how} label={acceptanceTitles[how]} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            {...fieldProps("note")}
            label="Note"
            description="Where the paper or the email is kept, for whoever asks later."
            maxLength={300}
          />
        </>
      )}
    </>
  );
}
