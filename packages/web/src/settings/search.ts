import { readCount, readText } from "../platform/list-search.ts";

/** The list of mails: what it is narrowed to, and its page after the first. */
export type MailsSearch = {
  status?: "WAITING" | "SENT" | "FAILED" | undefined;
  search?: string | undefined;
  page?: number | undefined;
};

const statuses = ["WAITING", "SENT", "FAILED"] as const;

/** For `validateSearch`: what means nothing is left out. */
export function readMailsSearch(raw: Readonly<Record<string, unknown>>): MailsSearch {
  const page = readCount(raw["page"]);
  return {
    status: statuses.find((status) => status === raw["status"]),
    search: readText(raw["search"]),
    page: page === 1 ? undefined : page,
  };
}

/** The list of email templates: a text that their names or subjects have in them. */
export function readTemplatesSearch(raw: Readonly<Record<string, unknown>>): {
  search?: string | undefined;
} {
  return { search: readText(raw["search"]) };
}
