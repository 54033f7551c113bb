import type { entryRow } from "@kontor/contract/accounting-entries";
import { exportEntries } from "@kontor/contract/accounting-exports";
import { formatDate } from "@kontor/contract/format";
import { Anchor, Button } from "@mantine/core";
import { IconFileOff, IconFilterOff, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import type { z } from "zod";

import { callFile } from "../../platform/api.ts";
import { notifyBriefError } from "../../platform/message/notify.tsx";
import { allOrganizations, chooseOrganization } from "../../platform/scope-filter.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";
import { Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page, Toolbar } from "../../ui/page/page.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { entriesQuery, perPage } from "../data.ts";
import { EntryLink } from "../entry-link.tsx";
import { LedgerPicker } from "../ledger-picker.tsx";
import { OrganizationScope, useOrganizationScope } from "../organization-scope.tsx";
import { entriesRange, type EntriesSearch } from "../search.ts";

import classes from "./entries-page.module.css";

const route = getRouteApi("/app/entries");

type EntryRow = z.output<typeof entryRow>;

/** The entries of one organization or all, newest first. */
export function EntriesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (next: EntriesSearch) =>
    void navigate({
      search: { ...search, page: undefined, up_to: undefined, ...next },
      replace: true,
    });
  // A ledger belongs to one organization, so that another organization cannot keep it.
  const showOrganization = (tenant_id: number | undefined) =>
    filter({ tenant_id, ledger_id: undefined });
  const tenantId = useOrganizationScope(search.tenant_id, showOrganization);
  const { start_date, end_date } = entriesRange(search);
  const backwards = start_date !== null && end_date !== null && start_date > end_date;
  const page = search.page ?? 1;
  const shown = {
    start_date: start_date ?? undefined,
    end_date: end_date ?? undefined,
    tenant_id: tenantId,
    ledger_id: search.ledger_id,
  };
  const entries = useQuery({
    ...entriesQuery({ ...shown, page, up_to: search.up_to }),
    enabled: !backwards,
  });
  useTellProblem(entries.errorUpdatedAt);

  const upTo = search.up_to ?? entries.data?.meta.up_to;
  const clear = () => {
    chooseOrganization(null);
    void navigate({ search: { start_date: "", end_date: "" } });
  };
  return (
    <Page title="Entries">
      <Toolbar
        actions={
          <>
            <ExportMenu
              onExport={(format, options) => callFile(exportEntries, { ...shown, format }, options)}
            />
            <ButtonLink
              to="/app/entries/receipt/add"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Add Entry
            </ButtonLink>
          </>
        }
      >
        <DateInput
          label="Start Date"
          value={start_date}
          onChange={(day) => filter({ start_date: day ?? "" })}
          w={{ base: "100%", sm: 140 }}
        />
        <DateInput
          label="End Date"
          value={end_date}
          onChange={(day) => filter({ end_date: day ?? "" })}
          error={backwards && "The end date lies before the start date."}
          w={{ base: "100%", sm: 140 }}
        />
        <OrganizationScope onChoose={showOrganization} />
        <LedgerPicker
          label="Ledger"
          placeholder="All ledgers"
          clearable
          tenantId={tenantId}
          ledgerId={search.ledger_id ?? null}
          onSelect={(ledger) => filter({ ledger_id: ledger?.id })}
          w={{ base: "100%", sm: 180 }}
        />
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={clear}
        >
          Clear
        </Button>
      </Toolbar>
      <DataTable
        label="Entries"
        columns={columnsFor(tenantId)}
        rows={backwards ? [] : entries.data?.data}
        rowKey={({ id }) => id}
        loading={entries.isFetching && (entries.isPending || entries.isPlaceholderData)}
        failed={entries.isError}
        onRetry={() => void entries.refetch()}
        empty={<NoEntries onClear={clear} />}
        paging={{
          page,
          perPage,
          total: backwards ? 0 : (entries.data?.meta.total ?? 0),
          onPage: (next) => void navigate({ search: { ...search, page: next, up_to: upTo } }),
        }}
      />
    </Page>
  );
}

/** Says so each time the list has failed to load. */
function useTellProblem(failedAt: number): void {
  useEffect(() => {
    if (failedAt > 0) notifyBriefError("Error loading entries");
  }, [failedAt]);
}

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={<IconFileOff size={22} />} text="No entries found for the selected criteria">
      <Anchor component="button" type="button" size="sm" onClick={onClear}>
        Clear filters to see all entries
      </Anchor>
    </EmptyState>
  );
}

function columnsFor(tenantId: number): Column<EntryRow>[] {
  return [
    { key: "date", header: "Date", cell: ({ date }) => formatDate(date) },
    {
      key: "number",
      header: "Entry No.",
      cell: ({ ent_number, organization_name }) => (
        <span className={classes.pair}>
          <span>{ent_number}</span>
          {tenantId === allOrganizations && (
            <span className={classes.quiet}>{organization_name}</span>
          )}
        </span>
      ),
    },
    {
      key: "debit",
      header: "Debit Ledger",
      cell: ({ debit_name, debit_code }) => <Ledger name={debit_name} code={debit_code} />,
    },
    {
      key: "credit",
      header: "Credit Ledger",
      cell: ({ credit_name, credit_code }) => <Ledger name={credit_name} code={credit_code} />,
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: "narration",
      header: "Narration",
      wrap: true,
      cell: ({ narration }) => narration || "–",
    },
    {
      key: "action",
      header: "Action",
      align: "center",
      cell: ({ id, entry_type_id, ent_number }) => (
        <EntryLink id={id} typeId={entry_type_id} number={ent_number} />
      ),
    },
  ];
}

function Ledger({ name, code }: { name: string; code: string }) {
  return (
    <span className={classes.pair}>
      <span>{name}</span>
      <span className={classes.quiet}>{code}</span>
    </span>
  );
}
