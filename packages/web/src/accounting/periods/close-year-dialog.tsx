import { addDays, addMonths } from "@kontor/books/calendar-date";
import { kobo, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { closeYear, type previewYearEnd } from "@kontor/contract/accounting/periods";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney, formatNet } from "@kontor/contract/format";
import { Select, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { yearEndQuery } from "../data.ts";
import { useCloseYear } from "../mutations.ts";

import classes from "./periods.module.css";

type CloseYearDialogProps = {
  tenantId: number;
  /** The last day of the newest closed year; null when none is closed. */
  lastClosed: string | null;
  onExited: () => void;
};

type CloseYearValues = {
  year_end: string | null;
  /** Null for the proposed one. */
  equity_ledger_id: string | null;
  reason: string;
};

type CloseYearForm = ReturnType<typeof useDialogForm<CloseYearValues>>;

const equityMissing = "Choose an equity ledger.";

/** Closes a year in one step, and shows first its result or why it cannot be closed. */
export function CloseYearDialog({ tenantId, lastClosed, onExited }: CloseYearDialogProps) {
  const close = useCloseYear();
  const edit: CloseYearForm = useDialogForm<CloseYearValues>({
    name: "close-year",
    draft: String(tenantId),
    initialValues: {
      year_end: proposedYearEnd(lastClosed),
      equity_ledger_id: null,
      reason: "",
    },
    schemas: closeYear.body.pick({ reason: true }).shape,
    rules: {
      year_end: (day) => (dateOrNull(day) === null ? "Enter the last day of the year." : undefined),
    },
    save: async ({ year_end: day, reason }, submits) => {
      if (day === null || chosen === null) {
        form.setFieldError("equity_ledger_id", equityMissing);
        return false;
      }
      return close.mutateAsync({
        input: { tenant_id: tenantId, year_end: day, equity_ledger_id: Number(chosen), reason },
        submits,
      });
    },
    onSaved: () => notifySuccess("Year closed successfully.."),
  });
  const { form, fieldProps } = edit;
  const yearEnd = dateOrNull(form.values.year_end);
  const previewed = useQuery({
    ...yearEndQuery({ tenant_id: tenantId, year_end: yearEnd ?? "" }),
    enabled: yearEnd !== null,
  });
  const preview = previewed.data;
  const chosen = form.values.equity_ledger_id ?? preview?.equity_ledger?.id.toString() ?? null;
  // Once the closing is sent, it is itself what prevents another.
  const sent = close.isPending || close.isSuccess;
  const obstacle = sent ? null : (preview?.obstacle ?? null);
  return (
    <DialogForm
      edit={edit}
      what="this closing"
      onExited={onExited}
      title="Close Year"
      submit="Close Year"
      disabled={obstacle !== null || preview?.ledgers === 0}
      missing={edit.missing(preview && chosen === null ? { equity_ledger_id: equityMissing } : {})}
    >
      <DateInput
        {...fieldProps("year_end")}
        label="Last Day of the Year"
        maxDate={addDays(today(), -1)}
        required
        withAsterisk={false}
      />
      <YearResult previewed={previewed} obstacle={obstacle} />
      <Select
        {...fieldProps("equity_ledger_id")}
        value={chosen}
        label="Posted To"
        description="The equity ledger that the result is posted to."
        data={preview?.equity_ledgers.map(({ id, code, name }) => ({
          value: String(id),
          label: `${name} (${code})`,
        }))}
        required
        withAsterisk={false}
      />
      <ReasonField
        {...fieldProps("reason")}
        description="Why the year can be closed now, for example that the audit is complete."
      />
    </DialogForm>
  );
}

/** A year after the last closed one, if it is over; otherwise the last calendar year. */
function proposedYearEnd(lastClosed: string | null): string {
  const next = lastClosed === null ? null : addMonths(lastClosed, 12);
  if (next !== null && next < today()) return next;
  return `${Number(today().slice(0, 4)) - 1}-12-31`;
}

type YearResultProps = {
  previewed: UseQueryResult<DataOf<typeof previewYearEnd>>;
  /** Why the year cannot be closed; null if it can. */
  obstacle: string | null;
};

/** The result that the closing posts, or why there is none. */
function YearResult({ previewed, obstacle }: YearResultProps) {
  const { data: preview, isError, isFetching, error, refetch } = previewed;
  if (preview === undefined) {
    return isError ? (
      <NotLoaded
        what="The balances of the year"
        failed={!isFetching}
        error={error}
        onRetry={() => void refetch()}
      />
    ) : null;
  }
  return (
    <>
      <ClosingPreview preview={preview} />
      {obstacle !== null && (
        <Notice icon={IconLock} role="alert">
          {obstacle}
        </Notice>
      )}
      {obstacle === null && preview.ledgers === 0 && (
        <Text size="sm" c="dimmed">
          No income or expense ledger has a balance on this day.
        </Text>
      )}
    </>
  );
}

/** What a closing brings to zero, and the result that it posts. */
function ClosingPreview({ preview }: { preview: DataOf<typeof previewYearEnd> }) {
  return (
    <dl data-surface="inset" className={classes.preview} aria-label="What is closed">
      <div>
        <dt>Income</dt>
        <dd>{formatNet(netOn("CR", preview.income, preview.income_dc))}</dd>
      </div>
      <div>
        <dt>Expenses</dt>
        <dd>{formatNet(netOn("DR", preview.expenses, preview.expenses_dc))}</dd>
      </div>
      <div>
        <dt>{resultName(preview)}</dt>
        <dd>{formatMoney(preview.result)}</dd>
      </div>
    </dl>
  );
}

/** A balance on its usual side; negative on the other. */
function netOn(usual: Side, amount: Kobo, side: Side): Kobo {
  return side === usual ? amount : kobo(-amount);
}

/** The name of a result; zero is neither a profit nor a loss. */
export function resultName({ result, result_dc }: { result: bigint; result_dc: Side }): string {
  if (result === 0n) return "Result";
  return result_dc === "CR" ? "Profit" : "Loss";
}
