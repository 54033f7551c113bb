import { formatDate, formatMoment } from "@kontor/contract/format";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { meQuery, useHasPermission } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { periodsQuery } from "../data.ts";

type LockedNoticeProps = {
  /** The organization of the entry; 0 while that is not chosen. */
  tenantId: number;
  /** The day in the form, `YYYY-MM-DD`; null for none. */
  date: string | null;
  /** The date of the entry; undefined for one that is not posted yet. */
  postedOn: string | undefined;
};

/**
 * Says in advance that the date of an entry is locked, before the server refuses the entry. A user
 * with an exception sees until when it lasts; one who can grant exceptions gets a link to do so.
 */
export function LockedNotice({ tenantId, date, postedOn }: LockedNoticeProps) {
  const me = useQuery(meQuery()).data;
  const entryTenant = tenantId === 0 ? me?.tenant_id : tenantId;
  const mayGrant = useHasPermission("books.close");
  const books = useQuery({
    ...periodsQuery(entryTenant ?? undefined),
    enabled: typeof entryTenant === "number",
  });
  const until = books.data?.lock.locked_until ?? null;
  if (until === null) return null;
  const isLocked = (day: string | null | undefined) =>
    day !== null && day !== undefined && day <= until;
  const isPostedLocked = isLocked(postedOn);
  if (!isPostedLocked && !isLocked(date)) return null;
  const locked = `The books are locked until ${formatDate(until)}`;
  // Exceptions are sorted by their end, so the last one of the user is the longest.
  const exception = books.data?.exceptions.findLast(({ email }) => email === me?.email);
  if (exception) {
    return (
      <Notice icon={IconLock}>
        {locked}. Your exception lets you post there until {formatMoment(exception.until)}.
      </Notice>
    );
  }
  return (
    <Notice icon={IconLock} {...(!isPostedLocked && { role: "alert" })}>
      {isPostedLocked
        ? `${locked}, and this entry falls in the locked period. Reverse it, or `
        : `${locked}. Choose a later date, or `}
      {mayGrant ? (
        <>
          grant an exception at{" "}
          <TextLink
            underline="always"
            to="/app/month-end"
            search={{ tenant_id: entryTenant ?? undefined }}
          >
            Month-end
          </TextLink>
          .
        </>
      ) : (
        "ask a user who can lock periods for an exception."
      )}
    </Notice>
  );
}
