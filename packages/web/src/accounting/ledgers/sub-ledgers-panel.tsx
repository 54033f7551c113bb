import { listSubLedgers, type ledger, type subLedger } from "@kontor/contract/accounting/accounts";
import { subLedgersList } from "@kontor/contract/accounting/lists";
import { formatBalance } from "@kontor/contract/format";
import { Text, Title } from "@mantine/core";
import { IconListDetails, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import type { z } from "zod";

import { useListSearch } from "../../platform/list-search.ts";
import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { AfterToday, Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { subLedgersQuery } from "../data.ts";

import classes from "./sub-ledgers-panel.module.css";

type Ledger = z.output<typeof ledger>;
type SubLedger = z.output<typeof subLedger>;

type SubLedgersPanelProps = {
  ledger: Ledger;
  ref: Ref<HTMLElement>;
};

/** The sub-ledgers of a ledger, and their sum. */
export function SubLedgersPanel({ ledger, ref }: SubLedgersPanelProps) {
  const view = useListSearch(listSubLedgers, {}, { keepScroll: true });
  const found = useQuery(
    subLedgersQuery({ ...view.input, tenant_id: ledger.tenant_id, id: ledger.id }),
  );
  const mayHaveSome = ledger.parent_ledger_id === null;
  const mayWrite = useHasPermission("accounting.write");
  const searched = view.searching.value;
  const nothingBelow = mayHaveSome
    ? "No sub-ledgers"
    : "A sub-ledger cannot have sub-ledgers of its own";
  return (
    <section
      id="sub-ledgers"
      ref={ref}
      tabIndex={-1}
      aria-label="Sub-ledgers"
      className={classes.panel}
    >
      <div className={classes.head}>
        <Title order={2} size="h4">
          Sub-ledgers
        </Title>
        {ledger.count_sub_ledgers > 0 && (
          <ButtonLink
            variant="default"
            size="xs"
            leftSection={<IconListDetails size={14} aria-hidden />}
            to="/app/ledger-statement/$ledger_id"
            params={{ ledger_id: String(ledger.id) }}
            search={{ tenant_id: ledger.tenant_id, with_sub_ledgers: true }}
          >
            Statement with sub-ledgers
          </ButtonLink>
        )}
        {mayHaveSome && mayWrite && (
          <ButtonLink
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            to="/app/ledgers/add"
            search={{
              tenant_id: ledger.tenant_id,
              group_id: ledger.group_id,
              parent_ledger_id: ledger.id,
            }}
          >
            Add Sub-Ledger
          </ButtonLink>
        )}
      </div>
      {ledger.count_sub_ledgers > 0 && (
        <SearchBox label="Search sub-ledgers" value={searched} onSearch={view.searching.onSearch} />
      )}
      <ListTable
        list={subLedgersList}
        query={found}
        rows={found.data?.data}
        total={found.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        cells={{ cl_balance: closingCell }}
        open={({ tenant_id, id }) => ({
          to: "/app/ledger-statement/$ledger_id",
          params: { ledger_id: String(id) },
          search: { tenant_id },
        })}
        {...(mayWrite && { rowEnd: { header: "Action", cell: editLink } })}
        empty={
          searched === "" ? (
            nothingBelow
          ) : (
            <EmptyState text="No sub-ledgers found" onClear={view.clear} />
          )
        }
      />
      <Balances ledger={ledger} />
    </section>
  );
}

/** The closing balance includes the sub-ledgers; the ledger's own is shown too when it differs. */
function Balances({ ledger }: { ledger: Ledger }) {
  const { own_balance, own_balance_dc, cl_balance, cl_balance_dc } = ledger;
  if (own_balance === cl_balance && own_balance_dc === cl_balance_dc) return null;
  return (
    <Text size="sm" c="dimmed">
      Closing balance with sub-ledgers {formatBalance(cl_balance, cl_balance_dc)}; the ledger’s own{" "}
      {formatBalance(own_balance, own_balance_dc)}
    </Text>
  );
}

function closingCell(row: SubLedger) {
  return (
    <span>
      <Money amount={row.cl_balance} side={row.cl_balance_dc} />
      <AfterToday of={row} />
    </span>
  );
}

function editLink({ tenant_id, id, name }: SubLedger) {
  return (
    <TextLink
      to="/app/ledgers/edit/$ledger_id"
      params={{ ledger_id: String(id) }}
      search={{ tenant_id }}
      aria-label={`Edit Ledger ${name}`}
    >
      Edit Ledger
    </TextLink>
  );
}
