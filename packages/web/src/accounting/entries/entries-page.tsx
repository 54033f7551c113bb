import type { Kobo } from "@kontor/books/money";
import type { entryRow } from "@kontor/contract/accounting/entries";
import { listEntries } from "@kontor/contract/accounting/entries";
import { exportEntries } from "@kontor/contract/accounting/exports";
import { entriesList } from "@kontor/contract/accounting/lists";
import { formatCounted, formatRange } from "@kontor/contract/format";
import { Anchor, Button } from "@mantine/core";
import { IconFileOff, IconFilterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { z } from "zod";

import { ApiProblem } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { useListSearch, type ListView } from "../../platform/list-search.ts";
import { notifyBriefError } from "../../platform/message/notify.tsx";
import { allOrganizations, chooseOrganization } from "../../platform/organization/scope-filter.ts";
import { DayRangeInputs } from "../../ui/filter/day-filters.tsx";
import { filterWidth } from "../../ui/filter/filter-width.ts";
import { useMatchesFilters } from "../../ui/filter/use-matches-filters.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { entriesQuery, entryTotalsQuery } from "../data.ts";
import { EntryLink } from "../entry-link.tsx";
import { entryAddress } from "../entry-screens.ts";
import { LedgerPicker } from "../ledger-picker.tsx";
import {
  OrganizationScope,
  useListsSeveralOrganizations,
  useOrganizationScope,
} from "../organization-scope.tsx";
import { defaultEntryRange } from "../search.ts";
import { AddEntryButton } from "./add-entry-button.tsx";

type EntryRow = z.output<typeof entryRow>;
type EntriesView = ListView<typeof listEntries>;

/**
 * The entries of one organization or all, newest first unless sorted otherwise, and their total.
 */
export function EntriesPage() {
  const view = useListSearch(listEntries, { ...defaultEntryRange(), sort: "-date" });
  // A ledger belongs to one organization, so changing the organization clears it.
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id, ledger_id: undefined }, { replace: true });
  const tenantId = useOrganizationScope(view.input.tenant_id, showOrganization);
  const several = useListsSeveralOrganizations(tenantId);
  const { filters, entries, tooMany, count, amount, up_to } = useFoundEntries(view, tenantId);
  const { ledger_id, search } = filters;
  const backwards = view.errors["end_date"];
  const clear = () => {
    chooseOrganization(null);
    view.clear();
  };
  return (
    <Page title="Entries">
      <Toolbar
        filterCount={view.filters}
        folded={formatRange(filters.start_date, filters.end_date)}
        filters={
          <>
            <DayRangeInputs
              key={view.clears}
              range={filters}
              error={backwards}
              onChange={(change) => view.show(change, { replace: true })}
            />
            <OrganizationScope onChoose={showOrganization} />
            <LedgerPicker
              label="Ledger"
              placeholder="All ledgers"
              clearable
              tenantId={tenantId}
              ledgerId={ledger_id ?? null}
              onSelect={(ledger) =>
                view.show(
                  { ...(ledger && { tenant_id: ledger.tenant_id }), ledger_id: ledger?.id },
                  { replace: true },
                )
              }
              space={filterWidth(180)}
            />
            <Button
              variant="default"
              leftSection={<IconFilterOff size={16} aria-hidden />}
              onClick={clear}
            >
              Clear
            </Button>
          </>
        }
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(exportEntries, { ...filters, sort: view.input.sort, format }, options)
              }
            />
            <AddEntryButton />
          </>
        }
      >
        <SearchBox label="Search entries" width={208} {...view.searching} />
      </Toolbar>
      <ListTable
        list={entriesList}
        several={several}
        query={tooMany === null ? entries : { ...entries, isError: false }}
        rows={backwards || tooMany !== null ? [] : entries.data?.data}
        total={count}
        after={count > 0 ? totalOf(count, amount) : []}
        // Later pages show the entries that the first one counted.
        place={{ ...view.place, onPage: (page, options) => view.show({ page, up_to }, options) }}
        rowKey={({ id }) => id}
        open={entryAddress}
        rowEnd={{ header: "Action", cell: entryLink, repeats: true }}
        empty={
          tooMany === null ? (
            <NoEntries onClear={clear} />
          ) : (
            <TooManyEntries
              text={tooMany}
              {...(!search && { onByDate: () => view.show({ sort: "-date" }) })}
            />
          )
        }
      />
    </Page>
  );
}

/**
 * The entries that the address asks for, with what they come to.
 *
 * @param tenantId the organization that is shown, 0 for all.
 * @returns `tooMany`: why a search or an order was refused; `count`: the entries of all pages, 0 while
 *   the filters are invalid; `amount`: their total in kobo; `up_to`: the snapshot of the list, from
 *   which later pages are read.
 */
function useFoundEntries(view: EntriesView, tenantId: number) {
  const { start_date, end_date, search } = view.input;
  // Without an organization in the address, a ledger is ignored.
  const ledger_id = tenantId === allOrganizations ? undefined : view.input.ledger_id;
  const readable = view.errors["end_date"] === undefined;
  const filters = { start_date, end_date, tenant_id: tenantId, ledger_id, search };
  const entries = useQuery({
    ...entriesQuery({ ...view.input, tenant_id: tenantId, ledger_id }),
    enabled: readable,
  });
  const tooMany = tooManyProblem(entries.error);
  useProblemNotice(tooMany === null ? entries.errorUpdatedAt : 0);
  const count = readable && tooMany === null ? (entries.data?.meta.total ?? 0) : 0;
  const totals = useQuery({
    ...entryTotalsQuery({ ...filters, up_to: view.input.up_to }),
    enabled: count > 0,
  });
  const up_to = view.input.up_to ?? entries.data?.meta.up_to;
  // Otherwise the sum of this filter would be shown beside the count of the previous one.
  const counted = useMatchesFilters(entries, filters);
  const amount = counted ? totals.data?.amount : undefined;
  return { filters, entries, tooMany, count, amount, up_to };
}

/** Why a search or an order was refused: too many entries would have to be read. */
function tooManyProblem(error: Error | null): string | null {
  const problems = error instanceof ApiProblem ? error.errors : [];
  return problems.find(({ path }) => path === "search" || path === "sort")?.message ?? null;
}

/** The totals of all entries of the filter; nothing while that is not known. */
function totalOf(count: number, amount: Kobo | null | undefined) {
  if (amount === undefined || amount === null) return [];
  const what = formatCounted(count, "entry", "entries");
  return [{ label: `Total of ${what}`, cells: { amount } }];
}

/** Shows a message each time the list has failed to load. */
function useProblemNotice(failedAt: number): void {
  useEffect(() => {
    if (failedAt > 0) notifyBriefError("Error loading entries");
  }, [failedAt]);
}

/** Shows why, and offers the order that works for any number of entries. */
function TooManyEntries({ text, onByDate }: { text: string; onByDate?: () => void }) {
  return (
    <EmptyState text={text}>
      {onByDate && (
        <Anchor component="button" type="button" size="sm" onClick={onByDate}>
          Sort by date
        </Anchor>
      )}
    </EmptyState>
  );
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

function entryLink({ tenant_id, id, entry_type_id, ent_number, in_reversal, locked }: EntryRow) {
  return (
    <EntryLink
      tenantId={tenant_id}
      id={id}
      typeId={entry_type_id}
      number={ent_number}
      inReversal={in_reversal}
      locked={locked}
    />
  );
}
