import type { ledger, subLedger } from "@kontor/contract/accounting";
import { formatBalance } from "@kontor/contract/format";
import { Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import type { z } from "zod";

import { ButtonLink } from "../../ui/button-link.tsx";
import { Money } from "../../ui/money.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { perPage, subLedgersQuery } from "../data.ts";

import classes from "./sub-ledgers-panel.module.css";

type Ledger = z.output<typeof ledger>;
type SubLedger = z.output<typeof subLedger>;

const columns: readonly Column<SubLedger>[] = [
  { key: "code", header: "Code", cell: ({ code }) => code },
  {
    key: "name",
    header: "Name",
    wrap: true,
    cell: ({ id, name }) => (
      <TextLink to="/app/ledger-statement/$ledger_id" params={{ ledger_id: String(id) }}>
        {name}
      </TextLink>
    ),
  },
  {
    key: "op_balance",
    header: "O/P Balance",
    align: "end",
    cell: ({ op_balance, op_balance_dc }) => <Money amount={op_balance} side={op_balance_dc} />,
  },
  {
    key: "cl_balance",
    header: "C/L Balance",
    align: "end",
    cell: ({ cl_balance, cl_balance_dc }) => <Money amount={cl_balance} side={cl_balance_dc} />,
  },
  {
    key: "action",
    header: "Action",
    align: "center",
    cell: ({ id, name }) => (
      <TextLink
        to="/app/ledgers/edit/$ledger_id"
        params={{ ledger_id: String(id) }}
        aria-label={`Edit Ledger ${name}`}
      >
        Edit Ledger
      </TextLink>
    ),
  },
];

type SubLedgersPanelProps = {
  ledger: Ledger;
  page: number;
  onPage: (page: number) => void;
  ref: Ref<HTMLElement>;
};

/** The ledgers below a ledger, and what all of them come to together. */
export function SubLedgersPanel({ ledger, page, onPage, ref }: SubLedgersPanelProps) {
  const found = useQuery(subLedgersQuery({ id: ledger.id, page }));
  const mayHaveSome = ledger.parent_ledger_id === null;
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
        {mayHaveSome && (
          <ButtonLink
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            to="/app/ledgers/add"
            search={{ group_id: ledger.group_id, parent_ledger_id: ledger.id }}
          >
            Add Sub-Ledger
          </ButtonLink>
        )}
      </div>
      <DataTable
        label="Sub-ledgers"
        columns={columns}
        rows={found.data?.data}
        rowKey={({ id }) => id}
        loading={found.isPending || found.isPlaceholderData}
        failed={found.isError}
        onRetry={() => void found.refetch()}
        empty={mayHaveSome ? "No sub-ledgers" : "A sub-ledger has no ledgers of its own below it"}
        paging={{ page, perPage, total: found.data?.meta.total ?? 0, onPage }}
      />
      <Balances ledger={ledger} />
    </section>
  );
}

/** The closing balance is its own and theirs together; both are shown where they differ. */
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
