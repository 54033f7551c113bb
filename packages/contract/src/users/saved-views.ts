import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { id, idOut } from "../wire/ids.ts";
import { line } from "../wire/text.ts";

/** The maximum number of views that a user may have of one list. */
export const maxSavedViews = 30;

const searchSentence = "Send the fields of the list’s address.";

/** A parameter of the address: a text, a number, or a boolean. */
const field = z.union(
  [
    z.string().max(200, searchSentence),
    z.number().min(-1e15, searchSentence).max(1e15, searchSentence),
    z.boolean(),
  ],
  { error: searchSentence },
);

/**
 * The parameters of a list's address: search, order, rows per page and filters, without the page.
 */
export const viewSearch = z
  .record(z.string().regex(/^\w{1,40}$/, searchSentence), field, { error: searchSentence })
  .refine((search) => Object.keys(search).length <= 30, { error: searchSentence });

/** The path of the list's endpoint, which identifies the list. */
const list = z
  .string({ error: "Send the path of the list." })
  .regex(/^\/[\w/{}-]{1,120}$/, "Send the path of the list.");

export const viewName = line("a name", 60);

const isDefault = z.boolean({ error: "Say whether the view is the default one." });

export const savedView = z.strictObject({
  id: idOut,
  list: z.string(),
  name: z.string(),
  search: viewSearch,
  /** Whether the list uses it when opened without filters. */
  is_default: z.boolean(),
});

export const listSavedViews = endpoint({
  method: "GET",
  path: "/saved-views",
  summary: "The caller’s own views of all lists, by name",
  access: "session",
  data: z.array(savedView),
});

export const addSavedView = endpoint({
  method: "POST",
  path: "/saved-views",
  summary: "Save the current view of a list under a name",
  access: "session",
  body: z.strictObject({ list, name: viewName, search: viewSearch, is_default: isDefault }),
  data: savedView,
  status: 201,
  idempotent: true,
});

export const changeSavedView = endpoint({
  method: "PUT",
  path: "/saved-views/{id}",
  summary: "Rename a view, or set or unset it as the default of its list",
  access: "session",
  params: z.strictObject({ id }),
  body: z.strictObject({ name: viewName, is_default: isDefault }),
  data: savedView,
});

export const deleteSavedView = endpoint({
  method: "DELETE",
  path: "/saved-views/{id}",
  summary: "Delete a view",
  access: "session",
  params: z.strictObject({ id }),
  data: done,
});
