import { formatCounted } from "@kontor/contract/format";
import { Alert, Button } from "@mantine/core";
import { IconMailX } from "@tabler/icons-react";

import { TextLink } from "../../ui/text-link.tsx";
import type { Mail } from "../data.ts";

import classes from "../settings.module.css";

/** The maximum number of reasons in the banner. Most mails fail for the same reason. */
const maxReasons = 3;

type FailedMailsProps = {
  /** How many mails have failed, on all pages of the list. */
  count: number;
  /** The mails on the current page. */
  rows: readonly Mail[];
  /** Filters the list by failed mails; absent if it already is. */
  onShow: (() => void) | undefined;
};

/** One banner for all mails that failed, with each reason on the page once. */
export function FailedMails({ count, rows, onShow }: FailedMailsProps) {
  const failed = rows.filter(({ status }) => status === "FAILED");
  const reasons = [...new Set(failed.flatMap(({ last_error }) => last_error ?? []))];
  const others = reasons.length - maxReasons;
  return (
    <Alert
      color="red"
      role="note"
      icon={<IconMailX size={18} aria-hidden />}
      title={`${formatCounted(count, "email was", "emails were")} not sent`}
    >
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.slice(0, maxReasons).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {others > 0 && <li>Other reasons ({others}): open an email to see its reason.</li>}
        </ul>
      )}
      <div className={classes.failedMails}>
        <span>
          If all emails fail for the same reason, check the server in{" "}
          <TextLink to="/app/settings/mail" underline="always">
            Manage Mail
          </TextLink>
          . Discard those that nobody needs any more.
        </span>
        {onShow && (
          <Button variant="default" size="xs" onClick={onShow}>
            Show failed emails
          </Button>
        )}
      </div>
    </Alert>
  );
}
