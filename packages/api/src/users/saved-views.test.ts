import {
  addSavedView,
  changeSavedView,
  deleteSavedView,
  listSavedViews,
  maxSavedViews,
} from "@kontor/contract/users/saved-views";
import { beforeAll, expect, test } from "vitest";

import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
let owner: Caller;
let colleague: Caller;
let stranger: Caller;

beforeAll(async () => {
  const home = await openOrganization(world, "Home");
  const other = await openOrganization(world, "Other");
  owner = await world.signInAs(["OWNER"], home.tenant_id);
  colleague = await world.signInAs(["VIEWER"], home.tenant_id);
  stranger = await world.signInAs(["OWNER"], other.tenant_id);
});

const view = (more: object = {}) => ({
  list: "/employees",
  name: "Leavers",
  search: { status: "LEFT", tenant_id: 3, bank_change_waiting: true, sort: "-name" },
  is_default: false,
  ...more,
});
const add = (caller: Caller, more: object = {}) => caller.call(addSavedView, { body: view(more) });
const refusal = async (caller: Caller, body: object) => {
  const { status, problem } = await caller.attempt(addSavedView, { body });
  return [status, problem.code, problem.errors?.[0]?.path];
};

test("a view is saved, renamed and deleted only by its user", async () => {
  const added = await add(owner);
  expect(added).toMatchObject(view());
  const params = { id: added.id };
  const body = { name: "Who left", is_default: false };
  expect(await owner.call(changeSavedView, { params, body })).toMatchObject(view(body));
  expect(await owner.call(listSavedViews)).toEqual([{ ...added, ...body }]);
  for (const caller of [colleague, stranger, await world.signIn("platform")]) {
    expect(await caller.call(listSavedViews)).toEqual([]);
    expect((await caller.attempt(changeSavedView, { params, body })).status).toBe(404);
    expect((await caller.attempt(deleteSavedView, { params })).status).toBe(404);
  }
  const { nobody } = world;
  expect((await nobody.attempt(listSavedViews)).status).toBe(401);
  expect((await nobody.attempt(addSavedView, { body: view() })).status).toBe(401);
  expect((await nobody.attempt(changeSavedView, { params, body })).status).toBe(401);
  expect((await nobody.attempt(deleteSavedView, { params })).status).toBe(401);
  await owner.call(deleteSavedView, { params });
  expect(await owner.call(listSavedViews)).toEqual([]);
});

test("a search is kept to the letter, and half a character is refused", async () => {
  const search = { search: String.raw`\u0000 "50%"` };
  const { id } = await add(owner, { search });
  expect(await owner.call(listSavedViews)).toMatchObject([{ search }]);
  await owner.call(deleteSavedView, { params: { id } });
  for (const broken of ["a\u0000b", "\ud800"]) {
    const body = view({ search: { search: broken } });
    expect(await refusal(owner, body)).toEqual([422, "validation_failed", "search.search"]);
  }
});

test("one view of a list is its default, and names differ", async () => {
  const first = await add(owner, { is_default: true });
  const second = await add(owner, { name: "All", is_default: true });
  const elsewhere = await add(owner, { list: "/entries", is_default: true });
  const defaults = async () =>
    (await owner.call(listSavedViews)).filter(({ is_default }) => is_default).map(({ id }) => id);
  expect(await defaults()).toEqual([second.id, elsewhere.id]);
  const params = { id: first.id };
  await owner.call(changeSavedView, { params, body: { name: "Leavers", is_default: true } });
  expect(await defaults()).toEqual([first.id, elsewhere.id]);
  expect(await refusal(owner, view({ name: "leavers" }))).toEqual([
    409,
    "saved_view_name_taken",
    "name",
  ]);
  const renamed = await owner.attempt(changeSavedView, {
    params,
    body: { name: "ALL", is_default: true },
  });
  expect([renamed.status, renamed.problem.code]).toEqual([409, "saved_view_name_taken"]);
  // A refusal changes nothing.
  expect(await defaults()).toEqual([first.id, elsewhere.id]);
});

test("an invalid view is refused, and a user has a limited number for a list", async () => {
  for (const [more, path] of [
    [{ name: " " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ list: "employees" }, "list"],
    [{ search: { status: { deep: true } } }, "search.status"],
    [{ search: { status: "x".repeat(201) } }, "search.status"],
    [{ is_default: "yes" }, "is_default"],
  ] as const) {
    const [status, , at] = await refusal(colleague, view(more));
    expect([status, at]).toEqual([422, path]);
  }
  for (let number = 1; number <= maxSavedViews; number += 1) {
    await add(colleague, { name: `View ${number}` });
  }
  expect((await refusal(colleague, view())).slice(0, 2)).toEqual([409, "saved_views_full"]);
  await add(colleague, { list: "/entries" });
});
