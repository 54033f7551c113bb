import { startRun, startRunBody, type runCycles } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, type Month } from "@kontor/payroll/month";
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
import { Notice } from "../../ui/page/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { runsQuery, useRunChange, type PayrollRun } from "../data.ts";
import { runLink } from "../links.ts";
import { PeoplePicker, type Person } from "./people-picker.tsx";
import {
  anyRunMonths,
  regularRunMonths,
  type BlockedMonths,
  type RunMonths,
} from "./run-months.ts";

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
      if (company === undefined || "blockedBy" in offer) return false;
      const period = monthAmong(offer, chosen);
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
  const { offer, waits } = useRunMonths(edit.form.values.cycle, company?.tenant_id);
  const loading =
    company === undefined ? "Loading the organization." : waits ? "Loading the runs." : null;
  return (
    <DialogForm
      edit={edit}
      what="this run"
      onExited={onExited}
      title="New Payroll Run"
      submit="Start and Calculate"
      missing={edit.missing() ?? loading}
      disabled={"blockedBy" in offer}
      sticky
    >
      <RunFields
        {...edit}
        asksOrganization={blank.organization === null}
        tenantId={company?.tenant_id}
        offer={offer}
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

/** The chosen month, unless the months of another cycle or organization lack it. */
function monthAmong({ months, proposed }: RunMonths, chosen: Month | null): Month {
  return chosen !== null && months.includes(chosen) ? chosen : proposed;
}

type RunFieldsProps = NewRunForm & {
  asksOrganization: boolean;
  tenantId: number | undefined;
  offer: RunMonths | BlockedMonths;
};

function RunFields(props: RunFieldsProps) {
  const { form, fieldProps, asksOrganization, tenantId, offer } = props;
  const { organization, cycle, period, employee_ids } = form.values;
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
      {"blockedBy" in offer ? (
        <Notice title="No regular run can be started now">
          {offer.sentence}{" "}
          <TextLink {...runLink(offer.blockedBy)} underline="always">
            Open {offer.blockedBy.number}
          </TextLink>
        </Notice>
      ) : (
        <NativeSelect
          {...fieldProps("period")}
          label="Month"
          value={monthAmong(offer, period)}
          data={offer.months.map((month) => ({ value: month, label: monthName(month) }))}
        />
      )}
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

/** How many of the last regular runs decide about the months of the next; most are not reversed. */
const runsLookedAt = 12;

/**
 * The months of a run of this cycle. Until the regular runs are known, and if they cannot be
 * loaded, any month can be chosen.
 *
 * @returns `waits` while they are being loaded
 */
function useRunMonths(cycle: NewRunValues["cycle"], tenantId: number | undefined) {
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...runsQuery({
      tenant_id: tenantId ?? allOrganizations,
      cycle: "REGULAR",
      sort: "-period",
      per_page: runsLookedAt,
    }),
    enabled: tenantId !== undefined,
  });
  const present = monthOf(today());
  const runs = isPlaceholderData ? undefined : data?.data;
  if (cycle === "OFF_CYCLE") return { offer: anyRunMonths(present), waits: false };
  if (runs === undefined) return { offer: anyRunMonths(present), waits: isFetching };
  return { offer: regularRunMonths(runs, present), waits: false };
}
