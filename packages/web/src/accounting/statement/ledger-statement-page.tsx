import { exportStatement } from "@kontor/contract/accounting/exports";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import { formatRange } from "@kontor/contract/format";
import { IconFileUpload, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

import { ApiProblem } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { useListSearch, type ListPlace } from "../../platform/list-search.ts";
import {
  allOrganizations,
  useOrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { statementQuery, statementSearchQuery, type RecordKey } from "../data.ts";
import { LedgerPicker } from "../ledger-picker.tsx";
import { RecordedNote } from "../recorded-filter.tsx";
import { RequireOrganization } from "../require-organization.tsx";
import { StatementBooks } from "./statement-books.tsx";
import { StatementHeader } from "./statement-header.tsx";
import { StatementRange } from "./statement-range.tsx";
import { StatementTable } from "./statement-table.tsx";

const route = getRouteApi("/app/ledger-statement/$ledger_id");

/** Every posting of a ledger in order, with the balance after each. */
export function LedgerStatementPage() {
  const id = Number(route.useParams().ledger_id);
  return (
    <RequireOrganization what="ledger" title="Ledger Statement" backTo="/app/chart-accounts">
      {(tenantId) => <StatementPage ledger={{ tenant_id: tenantId, id }} />}
    </RequireOrganization>
  );
}

function StatementPage({ ledger }: { ledger: RecordKey }) {
  const { tenant_id, id } = ledger;
  const request = useStatementRequest(ledger);
  const { view, range, recorded, closing, asItIs, together, whole } = request;
  const input = { ...whole, ...request.books };
  // Users mostly need the latest postings: without a page in the address, the last one is shown.
  const newest = route.useSearch({ select: (search) => search.page === undefined });
  const { page, per_page } = view.input;
  const statement = useQuery(
    statementQuery({ ...input, page, per_page, ...(newest && { newest: true }) }),
  );
  const { data } = statement;
  const searched = useStatementSearch(recorded === undefined, whole);
  const navigate = route.useNavigate();
  const showPage: ListPlace["onPage"] = (next, { replace = false } = {}) =>
    void navigate({ search: (search) => ({ ...search, page: next }), replace, resetScroll: false });

  return (
    <Page title="Ledger Statement" of={data?.data.ledger.name} backTo="/app/chart-accounts">
      <StatementToolbar request={request} loaded={data?.data.ledger}>
        <StatementLedgerPicker ledger={ledger} request={request} />
        {searched.box}
      </StatementToolbar>
      {data ? (
        <>
          <RecordedNote
            recorded={recorded}
            tenantId={tenant_id ?? data.data.ledger.tenant_id}
            narrowed={{ ledger_id: id, ...range }}
            asItIs={asItIs}
          />
          <StatementHeader
            statement={data.data}
            together={together}
            closing={closing}
            recorded={asItIs ? undefined : recorded}
            actions={
              <>
                <ExportMenu
                  onExport={(format, options) =>
                    callFile(exportStatement, { ...input, format }, options)
                  }
                />
                {data.data.ledger.bank && <BankStatementLink ledger={ledger} />}
                <EditLedgerLink ledger={ledger} />
              </>
            }
          />
          <StatementTable
            loaded={data}
            recorded={recorded}
            empty={emptyText(range)}
            query={statement}
            place={{ ...view.place, page: data.meta.page, onPage: showPage }}
            {...searched.table}
          />
        </>
      ) : (
        <NoStatement tenantId={tenant_id} query={statement} />
      )}
    </Page>
  );
}

/**
 * The statement that the address requests: its days, the moment as of which it is shown, and what
 * it includes.
 */
function useStatementRequest({ tenant_id, id }: RecordKey) {
  const view = useListSearch(getStatement, {}, { keepScroll: true });
  const { start_date, end_date, recorded_up_to, as_it_is, closing } = view.input;
  // One day without the other, and days out of order, are ignored.
  const range =
    start_date && end_date && !view.errors["end_date"] ? { start_date, end_date } : null;
  const asItIs = recorded_up_to !== undefined && as_it_is === true;
  const together = view.input.with_sub_ledgers === true;
  return {
    view,
    id,
    range,
    recorded: recorded_up_to,
    closing,
    asItIs,
    together,
    books: { recorded_up_to, as_it_is: asItIs || undefined },
    /** The request without the moment as of which the books are shown. */
    whole: {
      tenant_id,
      id,
      ...range,
      closing,
      ...(together && { with_sub_ledgers: true as const }),
    },
  };
}

type StatementRequest = ReturnType<typeof useStatementRequest>;

type StatementToolbarProps = {
  request: StatementRequest;
  /** The ledger of the statement, once that is loaded. */
  loaded: ComponentProps<typeof StatementBooks>["ledger"];
  children: ReactNode;
};

function StatementToolbar({ request, loaded, children }: StatementToolbarProps) {
  const { view, id, range, recorded, closing, asItIs, together } = request;
  return (
    <Toolbar
      filterCount={[range, recorded, closing, together].filter(Boolean).length}
      filters={
        <>
          <StatementRange
            key={id}
            range={range}
            onRange={(next) => view.show(next ?? { start_date: undefined, end_date: undefined })}
          />
          <StatementBooks
            ledger={loaded}
            {...{ recorded, asItIs, together, closing }}
            onChange={view.show}
          />
        </>
      }
    >
      {children}
    </Toolbar>
  );
}

type StatementLedgerPickerProps = { ledger: RecordKey; request: StatementRequest };

/** Opens the statement of another ledger for the same days and state. */
function StatementLedgerPicker({ ledger: { tenant_id, id }, request }: StatementLedgerPickerProps) {
  const navigate = route.useNavigate();
  const { tenantId } = useOrganizationChoice();
  const { range, books, closing } = request;
  return (
    <LedgerPicker
      label="Ledger"
      placeholder="Choose a ledger"
      // Among the ledgers of all organizations, each names its own; otherwise it is this one.
      tenantId={tenantId === allOrganizations ? tenantId : (tenant_id ?? tenantId)}
      ledgerId={id}
      ledgerTenantId={tenant_id}
      onSelect={(ledger) => {
        if (ledger && ledger.id !== id) {
          void navigate({
            params: { ledger_id: String(ledger.id) },
            search: { tenant_id: ledger.tenant_id, ...range, ...books, closing },
          });
        }
      }}
      space={{ w: { base: "100%", sm: 340 } }}
    />
  );
}

function EditLedgerLink({ ledger: { tenant_id, id } }: { ledger: RecordKey }) {
  if (!useHasPermission("accounting.write")) return null;
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      to="/app/ledgers/edit/$ledger_id"
      params={{ ledger_id: String(id) }}
      search={{ tenant_id }}
    >
      Edit Ledger
    </ButtonLink>
  );
}

/** Leads to the comparison with a file of the bank. */
function BankStatementLink({ ledger: { tenant_id, id } }: { ledger: RecordKey }) {
  if (!useHasPermission("accounting.write")) return null;
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconFileUpload size={16} aria-hidden />}
      to="/app/ledger-statement/$ledger_id/bank"
      params={{ ledger_id: String(id) }}
      search={{ tenant_id }}
    >
      Bank Statement
    </ButtonLink>
  );
}

function emptyText(range: { start_date: string; end_date: string } | null): string {
  if (range === null) return "No entries on this ledger yet";
  const { start_date, end_date } = range;
  return `No entries ${start_date === end_date ? "on" : "from"} ${formatRange(start_date, end_date)}`;
}

type StatementSearchInput = {
  tenant_id: number | undefined;
  id: number;
  start_date?: string;
  end_date?: string;
  closing?: "without" | undefined;
  with_sub_ledgers?: true;
};

/**
 * Searches a statement: the box, and what the table shows while something is searched for. Earlier
 * states cannot be searched.
 */
function useStatementSearch(offered: boolean, statement: StatementSearchInput) {
  const { place, searching } = useListSearch(searchStatement, {}, { keepScroll: true });
  const active = offered && searching.value !== "";
  const input = {
    ...statement,
    search: searching.value,
    page: place.page,
    per_page: place.perPage,
  };
  const lines = useQuery({ ...statementSearchQuery(input), enabled: active });
  const problems = lines.error instanceof ApiProblem ? lines.error.errors : [];
  const tooMany = problems.find(({ path }) => path === "search")?.message;
  const table = {
    found: {
      rows: tooMany === undefined ? lines.data?.data : [],
      total: lines.data?.meta.total ?? 0,
    },
    query: tooMany === undefined ? lines : { ...lines, isError: false },
    place,
    empty: (
      <EmptyState
        text={tooMany ?? "No line of this statement matches the search"}
        {...(tooMany === undefined && { onClear: () => searching.onSearch("") })}
      />
    ),
  };
  return {
    box: offered && <SearchBox label="Search statement" width={208} {...searching} />,
    table: active ? table : {},
  };
}

type NoStatementProps = {
  tenantId: number | undefined;
  query: { error: Error | null; isError: boolean; refetch: () => unknown };
};

/**
 * Shown while there is no statement: that it is loading, a retry, or that there is no such ledger.
 */
function NoStatement({ tenantId, query: { error, isError, refetch } }: NoStatementProps) {
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <NotLoaded
      what={missing ? "The ledger" : "The statement"}
      failed={isError}
      error={error}
      onRetry={() => void refetch()}
    >
      <TextLink to="/app/chart-accounts" search={{ tenant_id: tenantId }}>
        Chart of Accounts
      </TextLink>
    </NotLoaded>
  );
}
