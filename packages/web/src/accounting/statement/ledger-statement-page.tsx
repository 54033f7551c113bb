import { exportStatement } from "@kontor/contract/accounting-exports";
import { formatDate } from "@kontor/contract/format";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";

import { callFile } from "../../platform/api.ts";
import { useOrganizationChoice } from "../../platform/scope-filter.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page, Toolbar } from "../../ui/page/page.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { perPage, statementQuery } from "../data.ts";
import { LedgerPicker } from "../ledger-picker.tsx";
import { StatementHeader } from "./statement-header.tsx";
import { StatementRange } from "./statement-range.tsx";
import { StatementTable } from "./statement-table.tsx";

const route = getRouteApi("/app/ledger-statement/$ledger_id");

/** Every posting of a ledger in order, with the balance after each. */
export function LedgerStatementPage() {
  const id = Number(route.useParams().ledger_id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { tenantId } = useOrganizationChoice();
  const page = search.page ?? 1;
  const { start_date, end_date } = search;
  const { data, isFetching, isPending, isPlaceholderData, isError, refetch } = useQuery(
    statementQuery({ id, start_date, end_date, page }),
  );
  const range = start_date && end_date ? { start_date, end_date } : null;

  // An entry may have moved to another day or ledger while its page was open elsewhere.
  const pastTheEnd = !isFetching && page > 1 && data?.data.rows.length === 0;
  useEffect(() => {
    if (pastTheEnd) void navigate({ search: { ...search, page: undefined }, replace: true });
  }, [pastTheEnd, navigate, search]);

  return (
    <Page title="Ledger Statement" backTo="/app/chart-accounts">
      <Toolbar>
        <LedgerPicker
          label="Choose a ledger"
          tenantId={tenantId}
          ledgerId={id}
          onSelect={(ledger) => {
            if (ledger && ledger.id !== id) {
              void navigate({ params: { ledger_id: String(ledger.id) }, search: range ?? {} });
            }
          }}
          w={{ base: "100%", sm: 340 }}
        />
        <StatementRange
          key={`${id} ${start_date} ${end_date}`}
          range={range}
          onRange={(next) => void navigate({ search: next ?? {} })}
        />
      </Toolbar>
      {data ? (
        <>
          <StatementHeader
            statement={data.data}
            actions={
              <>
                <ExportMenu
                  onExport={(format, options) =>
                    callFile(exportStatement, { id, ...range, format }, options)
                  }
                  onPrint={() =>
                    void navigate({
                      to: "/app/ledger-statement/$ledger_id/print",
                      params: { ledger_id: String(id) },
                      search: range ?? {},
                    })
                  }
                />
                <ButtonLink
                  variant="default"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  to="/app/ledgers/edit/$ledger_id"
                  params={{ ledger_id: String(id) }}
                >
                  Edit Ledger
                </ButtonLink>
              </>
            }
          />
          <StatementTable
            statement={data.data}
            empty={
              range
                ? `No entries from ${formatDate(range.start_date)} to ${formatDate(range.end_date)}`
                : "No entries on this ledger yet"
            }
            loading={isPending || isPlaceholderData}
            failed={isError}
            onRetry={() => void refetch()}
            paging={{
              page,
              perPage,
              total: data.meta.total,
              onPage: (next) => void navigate({ search: { ...search, page: next } }),
            }}
          />
        </>
      ) : (
        <NotLoaded what="The statement" failed={isError} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
