import type { DataOf } from "@kontor/contract/endpoint";
import type { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { isAuthority } from "@kontor/contract/payroll/remittances";
import { useState } from "react";

import { useHasPermission } from "../../session/data.ts";
import type { BulkAction } from "../../ui/table/row-selection.tsx";
import { RemittancesDialog } from "./remittance-dialog.tsx";

type Due = DataOf<typeof statutoryDuesReport.read>["rows"][number];

type PendingRemittance = { dues: readonly [Due, ...Due[]]; answer: (recorded: boolean) => void };

/** Whether something is left to remit, to a known authority. */
function isPayable({ scheme, authority, left }: Due): boolean {
  return left.amount > 0n && !left.negative && isAuthority(scheme, authority);
}

/**
 * The bulk action that records remittances of all that is left of the ticked dues, with its dialog.
 * There is none for several organizations, because each pays from its own bank.
 */
export function useBulkRemittance(several: boolean) {
  const mayRecord = useHasPermission("remittances.record");
  const [chosen, setChosen] = useState<PendingRemittance | null>(null);
  const recordAll: BulkAction<Due> = {
    label: "Record Remittances",
    fits: isPayable,
    onRun: async ([first, ...others]) => {
      if (first === undefined) return false;
      return new Promise<boolean>((answer) => setChosen({ dues: [first, ...others], answer }));
    },
  };
  const dialog = chosen && (
    <RemittancesDialog
      dues={chosen.dues}
      onExited={(recorded) => {
        chosen.answer(recorded);
        setChosen(null);
      }}
    />
  );
  return { bulk: mayRecord && !several ? [recordAll] : [], dialog };
}
