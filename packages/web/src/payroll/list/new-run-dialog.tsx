import { startRun, startRunBody, type runCycles } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsFrom, monthsLater, type Month } from "@kontor/payroll/month";
import { NativeSelect, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { OrganizationPicker } from "../../accounting/organization-scope.tsx";
import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import {
  allOrganizations,
  type OrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { meQuery } from "../../session/data.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { runLink, runsQuery, useRunChange, type PayrollRun } from "../data.ts";
import { PeoplePicker, type Person } from "./people-picker.tsx";

import classes from "./runs.module.css";

type NewRunValues = {
  organization: OrganizationChoice | null;
  cycle: (typeof runCycles)[number];
  /** Null until a month is chosen; the proposed month applies. */
  period: Month | null;
  title: string;
  whom: "all" | "some";
  employee_ids: readonly Person[];
};

type NewRunForm = ReturnType<typeof useDialogForm<NewRunValues, PayrollRun>>;

/**
 * How many past months are offered for a new run. The server decides which of them may still be
 * paid.
 */
const monthsBack = 12;
const monthsAhead = 1;

function blankFor(tenantId: number): NewRunValues {
  return {
    organization: tenantId === allOrganizations ? null : { tenantId, name: "" },
    cycle: "REGULAR",
    period: null,
    title: "",
    whom: "all",
    employee_ids: [],
  };
}

/** Whether the run is for chosen employees. */
function isForChosenEmployees({ cycle, whom }: NewRunValues): boolean {
  return cycle === "OFF_CYCLE" && whom === "some";
}

type NewRunDialogProps = {
  /** The organization that the list is filtered by; with 0 the dialog asks for one. */
  tenantId: number;
  onExited: () => void;
};

/** Starts a regular or an off-cycle run and opens its page, where it is calculated. */
export function NewRunDialog({ tenantId, onExited }: NewRunDialogProps) {
  const start = useRunChange(startRun);
  const navigate = useNavigate();
  const [blank] = useState(() => blankFor(tenantId));
  const edit: NewRunForm = useDialogForm<NewRunValues, PayrollRun>({
    name: "payroll-run",
    draft: String(tenantId),
    initialValues: blank,
    schemas: { title: startRunBody.shape.title },
    rules: {
      organization: (value) => (value ? undefined : "Choose the organization."),
      title: (value) =>
        edit.form.getValues().cycle === "OFF_CYCLE" && value.trim() === ""
          ? "Enter what the run is for."
          : undefined,
      employee_ids: (people) =>
        isForChosenEmployees(edit.form.getValues()) && people.length === 0
          ? "Add at least one person, or pay everybody with something due."
          : undefined,
    },
    save: async ({ cycle, period: chosen, title, whom, employee_ids }, submits) => {
      if (company === undefined) return false;
      const period = chosen ?? proposed;
      // A refusal stays at the proposed month until another month is chosen.
      edit.form.setFieldValue("period", period);
      const chosenEmployees =
        whom === "some" ? { employee_ids: employee_ids.map(({ id }) => id) } : {};
      const offCycle = cycle === "OFF_CYCLE" ? { title, ...chosenEmployees } : {};
      return start({ ...company, cycle, period, ...offCycle }, submits);
    },
    onSaved: async (run) => {
      notifySuccess("Payroll run started successfully..");
      await navigate(runLink(run));
    },
  });
  const company = useCompany(edit.form.values.organization);
  const proposed = useProposedMonth(edit.form.values.cycle, company?.tenant_id);
  return (
    <DialogForm
      edit={edit}
      what="this run"
      onExited={onExited}
      title="New Payroll Run"
      submit="Start and Calculate"
      missing={edit.missing() ?? (company === undefined ? "Loading the organization." : null)}
      sticky
    >
      <RunFields
        {...edit}
        asksOrganization={blank.organization === null}
        tenantId={company?.tenant_id}
        proposed={proposed}
      />
    </DialogForm>
  );
}

/** The ids of an organization that was chosen, as calls name it. */
function useCompany(organization: OrganizationChoice | null) {
  const me = useQuery(meQuery()).data;
  const tenant_id = organization?.tenantId ?? allOrganizations;
  const isOwn = me?.tenant_id === tenant_id;
  const found = useQuery({
    ...organizationIdentityQuery(tenant_id),
    enabled: tenant_id !== allOrganizations && !isOwn,
  }).data;
  const company_id = isOwn ? me.company_id : (found?.companyId ?? null);
  return organization && company_id !== null ? { tenant_id, company_id } : undefined;
}

type RunFieldsProps = NewRunForm & {
  asksOrganization: boolean;
  tenantId: number | undefined;
  proposed: Month;
};

function RunFields(props: RunFieldsProps) {
  const { form, fieldProps, asksOrganization, tenantId, proposed } = props;
  const { organization, cycle, period, employee_ids } = form.values;
  const present = monthOf(today());
  const months = monthsFrom(
    monthsLater(present, -monthsBack),
    monthsLater(present, monthsAhead),
  ).toReversed();
  return (
    <>
      {asksOrganization && (
        <OrganizationPicker
          selected={organization}
          onSelect={(choice) => {
            form.setFieldValue("organization", choice);
            form.setFieldValue("employee_ids", []);
          }}
          error={form.errors["organization"]}
          path={fieldProps("organization")["data-path"]}
        />
      )}
      <Radio.Group {...fieldProps("cycle")} label="Cycle">
        <div className={classes.cycles}>
          <Radio
            value="REGULAR"
            label="Regular"
            description="Monthly pay for everybody employed in the month."
          />
          <Radio
            value="OFF_CYCLE"
            label="Off-cycle"
            description="Pay outside the monthly run, such as a bonus or an employee who was excluded. Salary advances are recovered only from a month’s pay or the last pay."
          />
        </div>
      </Radio.Group>
      <NativeSelect
        {...fieldProps("period")}
        label="Month"
        value={period ?? proposed}
        data={months.map((month) => ({ value: month, label: monthName(month) }))}
      />
      {cycle === "OFF_CYCLE" && (
        <>
          <LineInput
            {...fieldProps("title")}
            label="Purpose"
            placeholder="Leave allowances"
            limit={80}
            required
            withAsterisk={false}
          />
          <Radio.Group {...fieldProps("whom")} label="Who Is Paid">
            <div className={classes.cycles}>
              <Radio
                value="all"
                label="Everybody with something due"
                description="For example, a one-off item in this month."
              />
              <Radio value="some" label="Only these people" />
            </div>
          </Radio.Group>
          {form.values.whom === "some" && tenantId !== undefined && (
            <PeoplePicker
              tenantId={tenantId}
              people={employee_ids}
              onChange={(people) => form.setFieldValue("employee_ids", people)}
              error={form.errors["employee_ids"]}
              path={fieldProps("employee_ids")["data-path"]}
            />
          )}
        </>
      )}
    </>
  );
}

/** The month after the last regular run; before the first run, and off cycle, the present one. */
function useProposedMonth(cycle: NewRunValues["cycle"], tenantId: number | undefined): Month {
  const latest = useQuery({
    ...runsQuery({
      tenant_id: tenantId ?? allOrganizations,
      cycle: "REGULAR",
      sort: "-period",
      per_page: 1,
    }),
    enabled: tenantId !== undefined,
  });
  const last = latest.isPlaceholderData ? undefined : latest.data?.data[0];
  const present = monthOf(today());
  if (cycle === "OFF_CYCLE" || last === undefined) return present;
  const next = last.status === "REVERSED" ? last.period : monthsLater(last.period, 1);
  return next <= monthsLater(present, monthsAhead) ? next : present;
}
