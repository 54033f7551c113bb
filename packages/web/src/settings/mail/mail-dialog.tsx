import { formatCounted, formatMoment } from "@kontor/contract/format";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { HtmlFrame } from "../../ui/rich-text/html-frame.tsx";
import { mailQuery, type MailDetail } from "../data.ts";

import classes from "../settings.module.css";

/** One mail as its recipient sees it. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(mailQuery(id));
  return (
    <Dialog opened onClose={onClose} title={query.data?.subject ?? "Mail"} width="wide">
      <Loaded query={query} what="The mail">
        {(mail) => <Content mail={mail} />}
      </Loaded>
    </Dialog>
  );
}

function Content({ mail }: { mail: MailDetail }) {
  const { to_name, to_email, title, status, tries, created_at, sent_at, last_error } = mail;
  return (
    <>
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>
          {to_name} &lt;{to_email}&gt;
        </dd>
        <dt>Kind</dt>
        <dd>{title}</dd>
        <dt>Status</dt>
        <dd>
          {status}, {formatCounted(tries, "try", "tries")}
        </dd>
        <dt>Written</dt>
        <dd>{formatMoment(created_at)}</dd>
        {sent_at && (
          <>
            <dt>Sent</dt>
            <dd>{formatMoment(sent_at)}</dd>
          </>
        )}
        {last_error !== null && status !== "SENT" && (
          <>
            <dt>Last failure</dt>
            <dd>{last_error}</dd>
          </>
        )}
      </dl>
      <Body mail={mail} />
    </>
  );
}

function Body({ mail }: { mail: MailDetail }) {
  if (mail.withheld) {
    return (
      <EmptyState text="The text is not shown because this email contains a code, a link or pay details for its recipient only." />
    );
  }
  if (mail.html !== null) return <HtmlFrame title="The mail" html={mail.html} />;
  if (mail.text !== null) return <Text className={classes.plain}>{mail.text}</Text>;
  return <EmptyState text="The content of this email is no longer stored." />;
}
