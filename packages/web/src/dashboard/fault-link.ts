import type { LinkProps } from "@tanstack/react-router";

import type { BookProof } from "./data.ts";

/** Where what is at fault is seen: an entry, a ledger's postings, a group; null for what has no page. */
export function faultLink({
  tenant_id,
  subject,
}: Pick<BookProof["faults"][number], "tenant_id" | "subject">): LinkProps | null {
  const [noun = "", id = ""] = subject.split(":");
  const search = { tenant_id };
  if (noun === "entry") {
    return { to: "/app/entries/receipt/edit/$entry_id", params: { entry_id: id }, search };
  }
  if (noun === "ledger") {
    return { to: "/app/ledger-statement/$ledger_id", params: { ledger_id: id }, search };
  }
  if (noun === "group") return { to: "/app/groups/edit/$id", params: { id }, search };
  if (noun === "tenant") return { to: "/app/chart-accounts", search };
  return null;
}
