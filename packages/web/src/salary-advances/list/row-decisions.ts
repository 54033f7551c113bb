import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import {
  advanceQuery,
  decisionInput,
  useAdvanceChange,
  type DecisionStatus,
  type ListedAdvance,
} from "../data.ts";
import { hasWarnings } from "../eligibility-texts.ts";
import { cardLink } from "../links.ts";

/** A key that is unique over the advances of all organizations. */
export function advanceKey({ tenant_id, id }: { tenant_id: number; id: number }): string {
  return `${tenant_id}/${id}`;
}

/**
 * Approves and rejects single rows at once; an advance whose card has warnings is opened instead of
 * being approved. A row shows its pending decision until the list has the result. A refusal is shown
 * as a message and leaves the row unchanged.
 *
 * @returns `decide`, and `underway`: the pending decision of a row, undefined if there is none.
 */
export function useRowDecisions() {
  const change = useAdvanceChange(decideAdvance);
  const [deciding, setDeciding] = useState<ReadonlyMap<string, DecisionStatus>>(new Map());
  const warns = useCardWarnings();
  const navigate = useNavigate();
  const decide = async (advance: ListedAdvance, status: DecisionStatus) => {
    const key = advanceKey(advance);
    setDeciding((others) => new Map(others).set(key, status));
    if (status === "APPROVED" && (await warns(advance))) {
      await navigate(cardLink(advance));
    } else if (await succeeds(change(decisionInput(advance, status)))) {
      notifySuccess(`Salary advance ${status.toLowerCase()} successfully..`);
    }
    setDeciding((others) => new Map([...others].filter(([other]) => other !== key)));
  };
  const underway = (advance: ListedAdvance) => {
    const status = deciding.get(advanceKey(advance));
    if (status === undefined) return undefined;
    return `${status === "APPROVED" ? "Approving" : "Rejecting"} ${advance.emp_name}`;
  };
  return { decide, underway };
}

/**
 * Whether the card of an advance has warnings, or cannot be read. The list knows only some of them:
 * net pay and the wallet are too much to calculate for each row.
 */
function useCardWarnings() {
  const client = useQueryClient();
  return async (advance: ListedAdvance): Promise<boolean> => {
    if (advance.warns) return true;
    try {
      return hasWarnings(await client.fetchQuery({ ...advanceQuery(advance), staleTime: 0 }));
    } catch {
      return true;
    }
  };
}
