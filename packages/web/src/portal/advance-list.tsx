import { formatDate, formatDay, formatMoney } from "@kontor/contract/format";
import { withdrawPortalAdvance } from "@kontor/contract/portal/advances";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";

import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { succeeds, useEndpointMutation } from "../platform/mutation.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import { advancesKey, advancesQuery, type PortalAdvance } from "./data.ts";

import classes from "./advances.module.css";

/** The number of requests shown at first, and added by each click. */
const perClick = 10;
/** The maximum number of requests shown. */
const maxShown = 100;

/** The employee's own requests, latest first. */
export function AdvanceList() {
  const [shown, setShown] = useState(perClick);
  const { id: named } = useParams({ strict: false });
  const list = useQuery(advancesQuery({ page: 1, per_page: shown }));
  return (
    <Panel title="Your requests">
      <Loaded query={list} what="Your requests">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState text="You have not asked for an advance yet" />
          ) : (
            <>
              <ul className={classes.requests}>
                {data.map((advance) => (
                  <li key={advance.id}>
                    <Request advance={advance} named={String(advance.id) === named} />
                  </li>
                ))}
              </ul>
              {meta.total > data.length && shown < maxShown && (
                <Button
                  variant="default"
                  fullWidth
                  mt="sm"
                  loading={list.isFetching}
                  onClick={() => setShown(Math.min(maxShown, shown + perClick))}
                >
                  Show older requests
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const tones: Readonly<Record<PortalAdvance["status"], StatusTone>> = {
  PENDING: "waiting",
  APPROVED: "busy",
  REJECTED: "bad",
  PAID: "good",
};

/** Scrolls to the request that a mail linked to, once. */
function scrollToCenter(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}

type RequestProps = {
  advance: PortalAdvance;
  /** Whether the address names this request. */
  named: boolean;
};

function Request({ advance, named }: RequestProps) {
  const { number, status, amount, payback_amount, interest, interest_rate, instalments } = advance;
  return (
    <article
      ref={named ? scrollToCenter : null}
      className={classes.request}
      data-named={named || undefined}
      aria-label={`Request ${number}`}
    >
      <div className={classes.head}>
        <span className={classes.amount}>{formatMoney(amount)}</span>
        <StatusChip tone={tones[status]}>{status}</StatusChip>
      </div>
      <p className={classes.label}>
        {number}, asked for on {formatDay(advance.requested_at)}
      </p>
      <p className={classes.what} role="status">
        {statusSentence(advance)}
      </p>
      {status !== "REJECTED" && (
        <details className={classes.plan}>
          <summary>
            {formatMoney(payback_amount)} {isRepaid(advance) ? "paid back" : "to pay back"} in{" "}
            {instalments.length === 1 ? "1 instalment" : `${instalments.length} instalments`}
          </summary>
          <ul>
            {instalments.map((part) => (
              <li key={part.number}>
                <span>{formatDate(part.due)}</span>
                <span>{formatMoney(part.amount)}</span>
                <span className={classes.label}>{repaidText(part)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.label}>
            {interest === 0n
              ? "Without interest."
              : `With ${formatMoney(interest)} interest, at ${interest_rate}% a year.`}
          </p>
        </details>
      )}
      {status === "PENDING" && <WithdrawButton advance={advance} />}
    </article>
  );
}

function isRepaid({ status, outstanding, written_off }: PortalAdvance): boolean {
  return status === "PAID" && outstanding === 0n && written_off === 0n;
}

function repaidText({ amount, repaid }: PortalAdvance["instalments"][number]): string {
  if (repaid === 0n) return "";
  return repaid >= amount ? "paid back" : `${formatMoney(repaid)} paid back`;
}

/** Where the money of an approved advance is, as a sentence. */
export function sendingSentence({ on_its_way }: Pick<PortalAdvance, "on_its_way">): string {
  return on_its_way
    ? "The money is on its way to your bank account."
    : "The money will be sent to your bank account as soon as possible.";
}

/** The status of a request, as a sentence. */
function statusSentence(advance: PortalAdvance): string {
  const { status, withdrawn, revoked, reason, outstanding, paid_at } = advance;
  const { payback_amount, written_off } = advance;
  if (status === "PENDING") return "Waiting for a decision.";
  if (status === "APPROVED") return `Approved. ${sendingSentence(advance)}`;
  if (withdrawn) return "You withdrew this request.";
  if (revoked) return `It was approved, but the approval was later revoked: ${reason}`;
  if (status === "REJECTED") return reason === "" ? "Rejected." : `Rejected: ${reason}`;
  const arrived = paid_at === null ? "Paid out." : `Paid out on ${formatDay(paid_at)}.`;
  if (outstanding === 0n && written_off > 0n) {
    return `${arrived} Nothing is left to pay back: ${formatMoney(written_off)} was written off.`;
  }
  if (outstanding === 0n) return `${arrived} Paid back in full.`;
  if (outstanding === payback_amount) return arrived;
  return `${arrived} ${formatMoney(outstanding)} left to pay back.`;
}

function WithdrawButton({ advance: { id, amount } }: { advance: PortalAdvance }) {
  const withdraw = useEndpointMutation(withdrawPortalAdvance, [advancesKey]);
  const confirmWithdrawal = async () => {
    const sure = await confirm(
      "Withdraw this request?",
      `Your request for ${formatMoney(amount)} will not be considered. You can ask again.`,
    );
    if (sure && (await succeeds(withdraw.mutateAsync({ input: { id } })))) {
      notifySuccess("Your request has been withdrawn.");
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      loading={withdraw.isPending}
      onClick={() => void confirmWithdrawal()}
    >
      Withdraw
    </Button>
  );
}
