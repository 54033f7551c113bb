import { acceptanceTitles } from "@kontor/contract/salary-advances/advances";
import {
  recordedAcceptances,
  requestAdvance,
  requestAdvanceBody,
} from "@kontor/contract/salary-advances/requests";
import { Group, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import type { MoneyValue } from "../../ui/form/money-input.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import {
  offerQuery,
  pathOf,
  useAdvanceChange,
  type Applicant,
  type ListedAdvance,
} from "../data.ts";
import { cardLink } from "../links.ts";
import {
  AdvanceRequestFields,
  AdvanceTerms,
  amountProblem,
  canRequest,
  plannedPayback,
} from "./advance-request-form.tsx";
import { EmployeePicker } from "./employee-picker.tsx";
import type { AdvanceOffer } from "./offer.ts";

import classes from "./request-dialog.module.css";

type RequestValues = {
  employee: Applicant | null;
  amount: MoneyValue;
  instalments: number;
  accepted_how: (typeof recordedAcceptances)[number] | null;
  note: string;
};

type RequestForm = ReturnType<typeof useDialogForm<RequestValues, ListedAdvance>>;

const blank = { amount: null, instalments: 1, accepted_how: null, note: "" } as const;

type RequestDialogProps = {
  /** The employee; with null the user chooses an active employee. */
  applicant: Applicant | null;
  /** The organization whose employees can be chosen; 0 for all. */
  tenantId: number;
  onExited: () => void;
};

/** Records the request of an employee who does not use the portal, and opens its card. */
export function RequestDialog({ applicant, tenantId, onExited }: RequestDialogProps) {
  const request = useAdvanceChange(requestAdvance);
  const navigate = useNavigate();
  const [initialValues] = useState(() => ({ ...blank, employee: applicant }));
  const edit: RequestForm = useDialogForm<RequestValues, ListedAdvance>({
    name: "salary-advance",
    draft: applicant ? `${applicant.tenant_id}:${applicant.id}` : `new:${tenantId}`,
    initialValues,
    schemas: requestAdvanceBody.pick({ instalments: true, accepted_how: true, note: true }).shape,
    rules: {
      employee: (chosen) => (chosen ? undefined : "Choose the employee."),
      amount: (amount) => (offer.data ? amountProblem(offer.data, amount, "staff") : undefined),
    },
    save: async ({ amount, instalments, accepted_how, note }, submits) => {
      if (!path || !offer.data || typeof amount !== "bigint" || accepted_how === null) return false;
      const terms_version = offer.data.terms.version;
      const payback_amount = plannedPayback(offer.data, { amount, instalments });
      const requested = { amount, instalments, accepted_how, note, terms_version };
      return request({ ...path, ...requested, payback_amount }, submits);
    },
    onSaved: async (advance) => {
      notifySuccess(
        advance.status === "APPROVED"
          ? "Salary advance recorded and approved automatically.."
          : "Salary advance recorded successfully..",
      );
      await navigate(cardLink(advance));
    },
  });
  const { form, missing } = edit;
  const path = form.values.employee && pathOf(form.values.employee);
  const offer = useQuery({
    ...offerQuery(path ?? { tenant_id: 0, company_id: 0, id: 0 }),
    enabled: path !== null,
  });
  // The offer itself shows above why the rules refuse a request.
  const refused =
    path !== null &&
    (offer.data === undefined ||
      offer.data.ineligible.length > 0 ||
      (missing() === null && !canRequest(offer.data, form.values)));
  return (
    <DialogForm
      edit={edit}
      what="this request"
      onExited={onExited}
      title="Record Salary Advance Request"
      submit="Record Request"
      disabled={refused}
      missing={path === null ? "Choose the employee." : missing()}
      sticky
    >
      {applicant ? (
        <p className={classes.applicant}>{applicant.name}</p>
      ) : (
        <EmployeePicker
          tenantId={tenantId}
          selected={form.values.employee}
          onSelect={(employee) => form.setFieldValue("employee", employee)}
        />
      )}
      {path && (
        <Loaded query={offer} what="What the employee can ask for">
          {(loaded) => <Fields {...edit} offer={loaded} />}
        </Loaded>
      )}
    </DialogForm>
  );
}

type FieldsProps = RequestForm & { offer: AdvanceOffer };

function Fields({ form, fieldProps, offer }: FieldsProps) {
  return (
    <>
      <AdvanceRequestFields offer={offer} to="staff" form={form} fieldProps={fieldProps} />
      {offer.ineligible.length === 0 && (
        <>
          <AdvanceTerms html={offer.terms.html} />
          <Radio.Group
            {...fieldProps("accepted_how")}
            label="How the employee accepted these terms"
            description="Only an employee who has accepted them gets an advance."
            required
            withAsterisk={false}
          >
            <Group mt="xs">
              {recordedAcceptances.map((how) => (
                <Radio key={how} value={how} label={acceptanceTitles[how]} />
              ))}
            </Group>
          </Radio.Group>
          <LineInput
            {...fieldProps("note")}
            label="Note"
            description="Where the paper or the email is kept, for later reference."
            limit={300}
          />
        </>
      )}
    </>
  );
}
