import { formatCount, formatMoment } from "@kontor/contract/format";
import { listMails, mailsList } from "@kontor/contract/settings/mails";
import { NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { now } from "../../platform/clock.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { meQuery } from "../../session/data.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { useOnPhone } from "../../ui/screen-width.ts";
import { StatusChip, type StatusTone } from "../../ui/status-chip.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { mailSettingsQuery, mailsQuery, type Mail, type Mails } from "../data.ts";
import { DiscardAll } from "./discard-all.tsx";
import { FailedMails } from "./failed-mails.tsx";
import { useMailActions } from "./mail-actions.ts";
import { MailDialog } from "./mail-dialog.tsx";

import classes from "../settings.module.css";

const tones: Record<Mail["status"], StatusTone> = {
  WAITING: "waiting",
  SENT: "good",
  FAILED: "bad",
  DISCARDED: "neutral",
};

const statuses = [
  { status: "WAITING", label: "Waiting" },
  { status: "SENT", label: "Sent" },
  { status: "FAILED", label: "Failed" },
  { status: "DISCARDED", label: "Discarded" },
] as const;

function subject({ subject: text, title, organization_name }: Mail) {
  return (
    <span>
      <span className={classes.subject}>{text}</span>
      <span className={classes.below}>
        {title} · {organization_name ?? "The platform"}
      </span>
    </span>
  );
}

function to({ to_name, to_email }: Mail) {
  return (
    <span>
      {to_name}
      <span className={classes.below}>{to_email}</span>
    </span>
  );
}

/**
 * The status of a mail. The reason for a failure is in the banner and in the mail's dialog. A mail
 * that is due has no time of its next try: it waits for its turn, or for a mail server.
 */
function status({ status: word, sent_at, next_try_at }: Mail) {
  return (
    <span>
      <StatusChip tone={tones[word]}>{word}</StatusChip>
      {sent_at !== null && (
        <time dateTime={sent_at.toISOString()} className={classes.below}>
          {formatMoment(sent_at)}
        </time>
      )}
      {next_try_at !== null && next_try_at > now() && (
        <span className={classes.below}>Next try {formatMoment(next_try_at)}</span>
      )}
    </span>
  );
}

function NoMailServer() {
  return (
    <Notice title="There is no mail server">
      Emails wait until a server is set up in{" "}
      <TextLink to="/app/settings/mail" underline="always">
        Manage Mail
      </TextLink>
      .
    </Notice>
  );
}

type StatusFilterProps = {
  shown: Mail["status"] | undefined;
  /** The number of mails in each status, once it is known. */
  counts: Mails["counts"] | undefined;
  onChange: (status: Mail["status"] | undefined) => void;
};

function StatusFilter({ shown, counts, onChange }: StatusFilterProps) {
  const onPhone = useOnPhone();
  // Discarded mails are rare: most lists do without a choice for them.
  const offered = statuses.filter(
    ({ status: each }) =>
      each !== "DISCARDED" || shown === each || (counts !== undefined && counts.DISCARDED > 0),
  );
  const choice = {
    "aria-label": "Status of emails",
    value: shown ?? "",
    data: [
      { value: "", label: onPhone ? "All emails" : "All" },
      ...offered.map(({ status: value, label }) => ({
        value,
        label: counts ? `${label} (${formatCount(counts[value])})` : label,
      })),
    ],
  };
  const choose = (value: string) =>
    onChange(statuses.find((each) => each.status === value)?.status);
  // The statuses beside each other are wider than a phone once some thousand mails were sent.
  if (onPhone) {
    return (
      <NativeSelect {...choice} onChange={({ currentTarget }) => choose(currentTarget.value)} />
    );
  }
  return <SegmentedControl {...choice} onChange={choose} />;
}

/** The mails of the outbox, newest first, and what can be done with those that were not sent. */
export function MailList({ mayWrite }: { mayWrite: boolean }) {
  const view = useListSearch(listMails);
  const { status: shown, search } = view.input;
  const mails = useQuery(mailsQuery(view.input));
  const { retry, discard } = useMailActions();
  const [viewed, setViewed] = useState<number | null>(null);
  const counts = mails.data?.data.counts;
  const isWaiting = counts !== undefined && counts.WAITING > 0;
  const server = useQuery({ ...mailSettingsQuery(), enabled: isWaiting });
  const isWithoutServer = isWaiting && server.data?.source === "none";
  const isHeld = useQuery(meQuery()).data?.outgoing_held === true;
  const mayRetry = mayWrite && !isWithoutServer && !isHeld;
  return (
    <>
      {isWithoutServer && <NoMailServer />}
      {counts !== undefined && counts.FAILED > 0 && (
        <FailedMails
          count={counts.FAILED}
          rows={mails.data?.data.rows ?? []}
          onShow={shown === "FAILED" ? undefined : () => view.show({ status: "FAILED" })}
        />
      )}
      <Toolbar
        actions={
          mayWrite && (
            <DiscardAll
              mails={mails.data?.data}
              isOutdated={mails.isPlaceholderData}
              status={shown}
              search={search}
            />
          )
        }
      >
        <SearchBox label="Search emails" {...view.searching} />
        <StatusFilter
          shown={shown}
          counts={counts}
          onChange={(chosen) => view.show({ status: chosen })}
        />
      </Toolbar>
      <ListTable
        list={mailsList}
        cells={{ subject, to, status }}
        query={mails}
        rows={mails.data?.data.rows}
        total={mails.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        rowName={({ subject: text }) => text}
        open={({ id }) =>
          () =>
            setViewed(id)
          }
        actions={(mail) => [
          { label: "View", onClick: () => setViewed(mail.id) },
          ...(mail.can_retry && mayRetry
            ? [{ label: "Retry", onClick: () => void retry([mail]) }]
            : []),
          ...(mail.can_discard && mayWrite
            ? [{ label: "Discard", onClick: () => void discard([mail]) }]
            : []),
        ]}
        bulk={[
          ...(mayRetry
            ? [{ label: "Retry", fits: ({ can_retry }: Mail) => can_retry, onRun: retry }]
            : []),
          ...(mayWrite
            ? [{ label: "Discard", fits: ({ can_discard }: Mail) => can_discard, onRun: discard }]
            : []),
        ]}
        empty={
          shown || search ? (
            <EmptyState text="No emails found" onClear={view.clear} />
          ) : (
            <EmptyState
              text="No emails yet"
              about="Invitations, decisions and payslips are sent from here, and retried when a mail server rejects them."
            />
          )
        }
      />
      {viewed !== null && <MailDialog id={viewed} onClose={() => setViewed(null)} />}
    </>
  );
}
