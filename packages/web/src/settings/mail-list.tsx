import { formatCount, formatMoment } from "@kontor/contract/format";
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { succeeds } from "../platform/api-problem.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { Toolbar } from "../ui/page/page.tsx";
import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import { DataTable, type Column } from "../ui/table/data-table.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { mailsQuery, perPage, useRetryMail, type Mail } from "./data.ts";
import { MailDialog } from "./mail-dialog.tsx";

import classes from "./settings.module.css";

const route = getRouteApi("/app/settings/mail");

const tones: Record<Mail["status"], StatusTone> = {
  WAITING: "waiting",
  SENT: "good",
  FAILED: "bad",
};

const statuses = [
  { status: "WAITING", label: "Waiting" },
  { status: "SENT", label: "Sent" },
  { status: "FAILED", label: "Failed" },
] as const;

const columns: readonly Column<Mail>[] = [
  {
    key: "subject",
    header: "Mail",
    wrap: true,
    cell: ({ subject, title, organization_name }) => (
      <span>
        <span className={classes.subject}>{subject}</span>
        <span className={classes.below}>
          {title} · {organization_name ?? "The platform"}
        </span>
      </span>
    ),
  },
  {
    key: "to",
    header: "To",
    wrap: true,
    cell: ({ to_name, to_email }) => (
      <span>
        {to_name}
        <span className={classes.below}>{to_email}</span>
      </span>
    ),
  },
  { key: "status", header: "Status", cell: (mail) => <MailStatus mail={mail} /> },
];

/** Where a mail stands, since when and, when it did not go out, why. */
function MailStatus({ mail }: { mail: Mail }) {
  const { status, created_at, sent_at, last_error, next_try_at } = mail;
  const moment = sent_at ?? created_at;
  return (
    <span>
      <StatusChip tone={tones[status]}>{status}</StatusChip>
      <time dateTime={moment.toISOString()} className={classes.below}>
        {formatMoment(moment)}
      </time>
      {last_error !== null && status !== "SENT" && (
        <span className={classes.error}>{last_error}</span>
      )}
      {next_try_at !== null && (
        <span className={classes.below}>Next try {formatMoment(next_try_at)}</span>
      )}
    </span>
  );
}

/** The mails sent, waiting and failed, newest first. */
export function MailList({ mayWrite }: { mayWrite: boolean }) {
  const { status, search, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mails = useQuery(mailsQuery({ status, search, page }));
  const retry = useRetryMail();
  const [viewed, setViewed] = useState<number | null>(null);
  const counts = mails.data?.data.counts;
  const tryAgain = async ({ id }: Mail) => {
    if (await succeeds(retry.mutateAsync({ input: { id } }))) {
      notifySuccess("The mail is sent again.");
    }
  };
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search mails"
          value={search ?? ""}
          onSearch={(text) => void navigate({ search: { status, search: text || undefined } })}
        />
        <SegmentedControl
          aria-label="Status of mails"
          value={status ?? ""}
          data={[
            { value: "", label: "All" },
            ...statuses.map(({ status: value, label }) => ({
              value,
              label: counts ? `${label} (${formatCount(counts[value])})` : label,
            })),
          ]}
          onChange={(value) => {
            const next = statuses.find((each) => each.status === value)?.status;
            void navigate({ search: { status: next, search } });
          }}
        />
      </Toolbar>
      <DataTable
        label="Mails"
        columns={columns}
        rows={mails.data?.data.rows}
        rowKey={({ id }) => id}
        rowName={({ subject }) => subject}
        loading={mails.isPending || mails.isPlaceholderData}
        failed={mails.isError}
        onRetry={() => void mails.refetch()}
        empty={status || search ? "No mail found" : "No mail has been written yet"}
        actions={(mail) => [
          { label: "View", onClick: () => setViewed(mail.id) },
          ...(mail.can_retry && mayWrite
            ? [{ label: "Retry", onClick: () => void tryAgain(mail) }]
            : []),
        ]}
        paging={{
          page,
          perPage,
          total: mails.data?.meta.total ?? 0,
          onPage: (next) => void navigate({ search: { status, search, page: next } }),
        }}
      />
      {viewed !== null && <MailDialog id={viewed} onClose={() => setViewed(null)} />}
    </>
  );
}
