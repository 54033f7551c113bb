import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import type { DataOf } from "@kontor/contract/endpoint";
import type { StatementField } from "@kontor/contract/reference/statement-columns";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../../platform/api.ts";
import { accountingKeys } from "../data.ts";

export type ComparedStatement = DataOf<typeof compareBankStatement>;

type ComparisonInput = {
  tenantId: number;
  ledgerId: number;
  file: File;
  number: number;
  columns: readonly (StatementField | null)[] | undefined;
  until: string | undefined;
};

/**
 * The comparison of a chosen file with the ledger. Posting or changing an entry makes it outdated.
 * The screen shows errors itself. While the same file is compared again with other columns or days,
 * the last comparison stays.
 */
export const comparisonQuery = ({
  tenantId,
  ledgerId,
  file,
  number,
  columns,
  until,
}: ComparisonInput) =>
  queryOptions({
    queryKey: [
      ...accountingKeys.statements,
      "bank",
      number,
      { tenantId, ledgerId, columns, until },
    ],
    queryFn: ({ signal }) =>
      call(
        compareBankStatement,
        {
          tenant_id: tenantId,
          id: ledgerId,
          ...(columns === undefined ? {} : { columns: [...columns] }),
          ...(until === undefined ? {} : { until }),
        },
        { signal, files: { file }, quiet: true },
      ),
    placeholderData: (last, query) =>
      query?.queryKey.includes(number) === true ? last : undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
