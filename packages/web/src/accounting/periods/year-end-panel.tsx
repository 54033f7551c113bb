import type { periods } from "@kontor/contract/accounting/periods";
import { formatCounted, formatDate, formatMoment, formatMoney } from "@kontor/contract/format";
import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconCalendarCheck } from "@tabler/icons-react";
import { useState } from "react";
import type { z } from "zod";

import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { entryLink } from "../links.ts";
import { CloseYearDialog, resultName } from "./close-year-dialog.tsx";
import { UndoYearEndDialog } from "./undo-year-end-dialog.tsx";

import classes from "./periods.module.css";

type Periods = z.output<typeof periods>;
type Closing = Periods["closings"][number];

/** The years that were closed, and the step that closes another. */
export function YearEndPanel({
  periods: shown,
  mayClose,
}: {
  periods: Periods;
  mayClose: boolean;
}) {
  const { tenant_id, closings } = shown;
  const { locked_until } = shown.lock;
  const [closing, setClosing] = useState(false);
  const [undoing, setUndoing] = useState<Closing | null>(null);
  // Newest first; only the last one can be reversed.
  const last = closings.find(({ taken_back_at }) => taken_back_at === null);
  return (
    <Panel
      title="Year-end"
      about="Closing a year posts its result to equity and locks the year. The year’s profit and loss does not change."
      aside={
        mayClose && (
          <Button
            leftSection={<IconCalendarCheck size={16} aria-hidden />}
            onClick={() => setClosing(true)}
          >
            Close Year
          </Button>
        )
      }
    >
      {closings.length === 0 && (
        <Text size="sm" c="dimmed">
          No year has been closed yet.
        </Text>
      )}
      <ul className={classes.list}>
        {closings.map((each) => (
          <ClosedYear
            key={each.id}
            tenantId={tenant_id}
            closing={each}
            isLast={each === last}
            mayClose={mayClose}
            onUndo={() => setUndoing(each)}
          />
        ))}
      </ul>
      {closing && (
        <CloseYearDialog
          tenantId={tenant_id}
          lastClosed={last?.year_end ?? null}
          onExited={() => setClosing(false)}
        />
      )}
      {undoing && (
        <UndoYearEndDialog
          tenantId={tenant_id}
          closing={undoing}
          isLocked={locked_until !== null && undoing.year_end <= locked_until}
          onExited={() => setUndoing(null)}
        />
      )}
    </Panel>
  );
}

type ClosedYearProps = {
  tenantId: number;
  closing: Closing;
  /** Whether it is the newest year that is closed; only that one can be reversed. */
  isLast: boolean;
  mayClose: boolean;
  onUndo: () => void;
};

/** A closed year: its result, who closed it, and what was posted to it since. */
function ClosedYear({ tenantId, closing: each, isLast, mayClose, onUndo }: ClosedYearProps) {
  return (
    <li className={classes.row} data-past={each.taken_back_at !== null || undefined}>
      <span className={classes.grow}>
        <strong>Year to {formatDate(each.year_end)}</strong>{" "}
        <span>
          {resultName(each)} {formatMoney(each.result)} to {each.equity_ledger.name}
        </span>
        <span className={classes.detail}>
          <TextLink {...entryLink(tenantId, each.entry_id)} underline="always">
            {each.ent_number}
          </TextLink>{" "}
          · closed by {each.closed_by ?? "the system"}, {formatMoment(each.closed_at)}
          {each.taken_back_at !== null &&
            ` · reversed by ${each.taken_back_by ?? "the system"}, ${formatMoment(each.taken_back_at)}`}
        </span>
        {mayClose && isLast && !each.may_take_back && (
          <span className={classes.detail}>
            To reverse this closing, move the lock back to {formatDate(each.year_end)} first.
          </span>
        )}
      </span>
      {mayClose && each.may_take_back && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={`Reverse the closing of the year to ${formatDate(each.year_end)}`}
          onClick={onUndo}
        >
          Reverse
        </Button>
      )}
      {each.posted_since !== null && (
        <div className={classes.below}>
          <Notice>
            Posted to this year since: {resultName(each.posted_since).toLowerCase()}{" "}
            {formatMoney(each.posted_since.result)} on{" "}
            {formatCounted(each.posted_since.ledgers, "ledger")}, not in {each.equity_ledger.name}{" "}
            yet. Reverse the closing and close the year again.
          </Notice>
        </div>
      )}
    </li>
  );
}
