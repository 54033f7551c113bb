import { confirmEmail } from "@kontor/contract/session/password-reset";
import {
  discardMail,
  discardMails,
  getMail,
  listMails,
  mailSorts,
  retryMail,
} from "@kontor/contract/settings/mails";
import { sendTestEmailTemplate } from "@kontor/contract/templates/templates";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { exactlyOne } from "../platform/database/rows.ts";
import {
  claimMails,
  enqueueMail,
  markSent,
  markUnsent,
  type Mail,
} from "../platform/mail/outbox.ts";
import { setAllTenantsReadable } from "../platform/scope.ts";
import { openFileWorld } from "../testing/harness.ts";
import { expectInert } from "../testing/markup.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";

const world = await openFileWorld({ KONTOR_PUBLIC_URL: "https://kontor.example" });
const platform = await world.signIn("platform");
const staff = await world.signIn("staff");
let acme: { tenant_id: number; company_id: number };

beforeAll(async () => {
  const { tenant_id, company_id } = await addTestOrganization(platform, { name: "Acme Limited" });
  acme = { tenant_id, company_id };
});
beforeEach(async () => {
  await run(sql`update mails set status = 'SENT', sent_at = ${world.clock.now()}, to_email = 'old@example.com',
    to_name = '', subject = 'Old'`);
});

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  world.database.transaction((tx) => statement.execute(tx));

async function put(
  changes: Partial<Mail> & { status?: string; tries?: number } = {},
): Promise<number> {
  const { status = "WAITING", tries = 0, ...mail } = changes;
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const plain = { tenant_id: null, label: "new_notice", to_name: "Demo Person" };
    const content = {
      to_email: "demo@example.com",
      subject: "News",
      html: "<p>News</p>",
      text: "News",
    };
    await enqueueMail(tx, { ...plain, ...content, ...mail }, now);
    const { rows } = await sql<{ id: number }>`
      update mails set status = ${status}, tries = ${tries}, last_error = ${status === "FAILED" ? "550 no" : null},
        next_try_at = ${new Date(now.getTime() + 3_600_000)}
      where id = (select max(id) from mails) returning id`.execute(tx);
    return exactlyOne(rows).id;
  });
}

const retry = (id: number) => platform.attempt(retryMail, { params: { id } });

describe("the list of mails", () => {
  test("shows one status or all, newest first, page by page, with counts", async () => {
    const before = (await platform.list(listMails, { query: { status: "SENT" } })).meta.total;
    const failed = await put({ status: "FAILED", tries: 8 });
    const waiting = await put({ tenant_id: acme.tenant_id });
    const later = await put({ label: "an_older_label", subject: "Later" });
    const { data, meta } = await platform.list(listMails, { query: { per_page: 2 } });
    expect(data.rows.map(({ id }) => id)).toEqual([later, waiting]);
    expect(data.counts).toEqual({ WAITING: 2, SENT: before, FAILED: 1, DISCARDED: 0 });
    expect(data.newest_id).toBe(later);
    expect(meta).toMatchObject({ page: 1, per_page: 2, total: before + 3 });
    const second = await platform.list(listMails, { query: { per_page: 2, page: 2 } });
    expect(second.data.rows[0]?.id).toBe(failed);
    expect(data.rows).toMatchObject([
      { label: "an_older_label", title: "an_older_label", organization_name: null },
      { title: "New Notice", tenant_id: acme.tenant_id, organization_name: "Acme Limited" },
    ]);
    const onlyFailed = await platform.list(listMails, { query: { status: "FAILED" } });
    expect(onlyFailed.meta.total).toBe(1);
    expect(onlyFailed.data.rows[0]).toMatchObject({
      id: failed,
      status: "FAILED",
      tries: 8,
      next_try_at: null,
      last_error: "550 no",
      sent_at: null,
      can_retry: true,
    });
    expect(onlyFailed.data.counts).toEqual(data.counts);
  });

  test("can be sorted by each column in both directions, without repeated rows", async () => {
    for (const to_name of ["sort Bee", "Sort ant", "sort Cat", "sort bee"]) await put({ to_name });
    const names = async (query: object) => {
      const { data } = await platform.list(listMails, { query: { search: "sort ", ...query } });
      return data.rows.map(({ to_name }) => to_name);
    };
    expect(await names({ sort: "to" })).toEqual(["Sort ant", "sort Bee", "sort bee", "sort Cat"]);
    expect(await names({ sort: "date" })).toEqual(["sort Bee", "Sort ant", "sort Cat", "sort bee"]);
    for (const sort of mailSorts) {
      const pages = await Promise.all([1, 2].map((page) => names({ sort, per_page: 2, page })));
      expect([sort, pages.flat()]).toEqual([
        sort,
        (await names({ sort: `-${sort}` })).toReversed(),
      ]);
    }
  });

  test("searches receivers and subjects, and matches wildcards literally", async () => {
    const id = await put({ to_email: "50%_off@example.com", to_name: "Zed", subject: "Hundred" });
    for (const search of ["50%_OFF", "zed", "hundred"]) {
      const { data } = await platform.list(listMails, { query: { search } });
      expect(data.rows.map((row) => row.id)).toEqual([id]);
    }
    expect((await platform.list(listMails, { query: { search: "5_%" } })).meta.total).toBe(0);
  });

  test.for([
    [{ status: "LOST" }, "status", "Choose WAITING, SENT, FAILED or DISCARDED."],
    [{ page: 0 }, "page", "Give a page number from 1."],
    [{ per_page: 1000 }, "per_page", "Ask for 1 to 100 rows a page."],
    [
      { sort: "id" },
      "sort",
      "Sort by one of: date, subject, to, status (put - before it to turn the order).",
    ],
  ] as const)("refuses %j", async ([query, path, message]) => {
    const reply = await platform.attempt(listMails, { query });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({ path, message });
  });
});

describe("one mail", () => {
  test("is shown with both parts, its logo from this server", async () => {
    await platform.call(sendTestEmailTemplate.organization, {
      params: { ...acme, id: 22 },
      body: {},
    });
    const [row] = (await platform.list(listMails)).data.rows;
    const mail = await platform.call(getMail, { params: { id: row?.id ?? 0 } });
    expect(mail).toMatchObject({ ...row, withheld: false });
    expect(mail.html).toMatch(/<img src="\/api\/files\/[0-9a-f]{32}\.png"/);
    expectInert(mail.html ?? "");
    expect(mail.text).toContain("Sent by Acme Limited with Kontor.");
  });

  test("with a code does not show it", async () => {
    const { email } = (
      await run(sql<{ email: string }>`select email from users where id = ${staff.user_id}`)
    ).rows[0] ?? { email: "" };
    await world.nobody.call(confirmEmail, { body: { email } });
    const { rows } = await run(
      sql<{ id: number; text: string }>`select id, text from mails order by id desc limit 1`,
    );
    const code = /\d{6}/.exec(rows[0]?.text ?? "")?.[0] ?? "none";
    const reply = await platform.attempt(getMail, { params: { id: exactlyOne(rows).id } });
    expect(reply.body).toMatchObject({
      data: { label: "password_reset", html: null, text: null, withheld: true },
    });
    expect(JSON.stringify(reply.body)).not.toContain(code);
  });

  test("about pay does not show it", async () => {
    const attachment = { kind: "payslip", id: 1 } as const;
    const id = await put({ tenant_id: acme.tenant_id, attachment, text: "Your pay: ₦1" });
    const content = { html: null, text: null, withheld: true };
    expect(await platform.call(getMail, { params: { id } })).toMatchObject(content);
  });
});

test("a confidential mail shows no subject, and is not found by it", async () => {
  const id = await put({
    label: "password_reset",
    subject: "Your code is 042137",
    expires_at: new Date(world.clock.now().getTime() + 60_000),
  });
  const { data } = await platform.list(listMails, { query: { status: "WAITING" } });
  expect(data.rows.find((row) => row.id === id)?.subject).toBe("Password Reset");
  expect((await platform.call(getMail, { params: { id } })).subject).toBe("Password Reset");
  const bySubject = await platform.list(listMails, { query: { search: "042137" } });
  expect(bySubject.meta.total).toBe(0);
  const byReceiver = await platform.list(listMails, { query: { search: "demo@example" } });
  expect(JSON.stringify(byReceiver)).not.toContain("042137");
});

describe("retrying", () => {
  test("makes a failed mail due at once with all its attempts, and wakes the worker", async () => {
    const id = await put({ status: "FAILED", tries: 8 });
    let woken = 0;
    onTestFinished(world.database.onCommit("mail", () => (woken += 1)));
    const mail = await platform.call(retryMail, { params: { id } });
    expect(mail).toMatchObject({
      id,
      status: "WAITING",
      tries: 0,
      next_try_at: world.clock.now(),
      can_retry: true,
    });
    expect(woken).toBe(1);
    const { rows } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return sql<{ subject: string }>`
        select subject from audit_log where action = 'mail.retried'`.execute(tx);
    });
    expect(rows).toEqual([{ subject: `mail:${id}` }]);
    const { data } = await platform.list(listPlatformAudit, { query: { subject: `mail:${id}` } });
    expect(data.map(({ record }) => record)).toEqual([mail.subject]);
  });

  test("skips the pause of a waiting mail, whose attempts still count", async () => {
    const id = await put({ tries: 3 });
    expect(await platform.call(retryMail, { params: { id } })).toMatchObject({
      status: "WAITING",
      tries: 3,
      next_try_at: world.clock.now(),
    });
  });

  test("is refused for a mail that was sent, has expired or does not exist", async () => {
    const sent = await retry(await put({ status: "SENT" }));
    expect([sent.status, sent.problem.code]).toEqual([409, "mail_already_sent"]);
    const past = new Date(world.clock.now().getTime() - 1);
    const late = await retry(await put({ status: "FAILED", expires_at: past }));
    expect([late.status, late.problem.code]).toEqual([409, "mail_too_late"]);
    const emptied = await retry(await put({ status: "FAILED", html: "", text: "" }));
    expect([emptied.status, emptied.problem.code]).toEqual([409, "mail_too_late"]);
    expect((await retry(999_999)).status).toBe(404);
  });
});

/** The mails that are due now, claimed for sending. */
function claimed() {
  return world.database.transaction((tx) =>
    claimMails(tx, { now: world.clock.now(), lease: 1000, most: 10 }),
  );
}

describe("discarding", () => {
  const discard = (id: number) => platform.attempt(discardMail, { params: { id } });
  const makeDue = () =>
    run(sql`update mails set next_try_at = ${world.clock.now()} where status = 'WAITING'`);

  test("keeps a waiting mail from being sent, until it is retried with all its attempts", async () => {
    const id = await put({ tries: 3 });
    await makeDue();
    const discarded = { id, status: "DISCARDED", can_retry: true, can_discard: false };
    expect(await platform.call(discardMail, { params: { id } })).toMatchObject(discarded);
    expect(await claimed()).toEqual([]);
    // Asking twice changes nothing and is recorded once.
    expect(await platform.call(discardMail, { params: { id } })).toMatchObject(discarded);
    const { data } = await platform.list(listPlatformAudit, { query: { subject: `mail:${id}` } });
    expect(data.map(({ action }) => action)).toEqual(["mail.discarded"]);
    expect(await platform.call(retryMail, { params: { id } })).toMatchObject({
      status: "WAITING",
      tries: 0,
    });
    expect((await claimed()).map((mail) => mail.id)).toEqual([id]);
  });

  test("clears a mail with a code, which cannot be sent any more", async () => {
    const id = await put({
      label: "password_reset",
      text: "042137",
      expires_at: new Date(world.clock.now().getTime() + 60_000),
      via_sealed: "v1.former",
    });
    expect(await platform.call(discardMail, { params: { id } })).toMatchObject({
      status: "DISCARDED",
      can_retry: false,
    });
    expect((await retry(id)).problem.code).toBe("mail_too_late");
    // The password of a former mail server is cleared as well.
    const { rows } = await run(sql`select html, text, via_sealed from mails where id = ${id}`);
    expect(rows).toEqual([{ html: "", text: "", via_sealed: null }]);
  });

  test("leaves a mail that is being sent to its outcome", async () => {
    const [failing, sending] = [await put(), await put()];
    await makeDue();
    const mails = await claimed();
    for (const id of [failing, sending]) expect((await discard(id)).status).toBe(200);
    await world.database.transaction(async (tx) => {
      const [one] = mails;
      if (one !== undefined) await markUnsent(tx, one, "450 later", world.clock.now());
      await markSent(tx, sending, world.clock.now());
    });
    const statusOf = async (id: number) =>
      (await platform.call(getMail, { params: { id } })).status;
    expect([await statusOf(failing), await statusOf(sending)]).toEqual(["DISCARDED", "SENT"]);
  });

  test("is refused for a mail that was sent or does not exist", async () => {
    const sent = await discard(await put({ status: "SENT" }));
    expect([sent.status, sent.problem.code]).toEqual([409, "mail_already_sent"]);
    expect((await discard(999_999)).status).toBe(404);
  });

  test("all of one status that match a search keeps the others, and those written since", async () => {
    const waiting = await put({ subject: "Payslip 1" });
    const other = await put({ subject: "News" });
    const failed = await put({ subject: "Payslip 2", status: "FAILED" });
    const query = { search: "payslip" };
    const { newest_id } = (await platform.list(listMails, { query })).data;
    expect(newest_id).toBe(failed);
    const since = await put({ subject: "Payslip 3" });
    const discardAll = (status: "WAITING" | "FAILED", search?: string) =>
      platform.call(discardMails, { body: { status, search, newest_id: failed } });
    expect(await discardAll("WAITING", "payslip")).toEqual({ discarded: 1 });
    const shown = await platform.list(listMails, { query: { status: "DISCARDED" } });
    expect(shown.data.rows.map(({ id }) => id)).toEqual([waiting]);
    expect(await discardAll("WAITING")).toEqual({ discarded: 1 });
    expect((await platform.call(getMail, { params: { id: other } })).status).toBe("DISCARDED");
    expect(await discardAll("FAILED")).toEqual({ discarded: 1 });
    expect(await discardAll("FAILED")).toEqual({ discarded: 0 });
    const left = await platform.list(listMails, { query: { status: "WAITING" } });
    expect(left.data.rows.map(({ id }) => id)).toEqual([since]);
    expect(left.data.counts).toMatchObject({ WAITING: 1, FAILED: 0, DISCARDED: 3 });
    const { rows } = await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      return sql`
        select subject, detail from audit_log where action = 'mails.discarded' order by id`.execute(
        tx,
      );
    });
    expect(rows).toEqual([
      { subject: "platform", detail: { status: "WAITING", count: 1, search: "payslip" } },
      { subject: "platform", detail: { status: "WAITING", count: 1 } },
      { subject: "platform", detail: { status: "FAILED", count: 1 } },
    ]);
  });

  test.for([
    [{ status: "SENT", newest_id: 1 }, "status"],
    [{ status: "WAITING" }, "newest_id"],
  ] as const)("all is refused with %j", async ([body, path]) => {
    const reply = await platform.attempt(discardMails, { body });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((each) => each.path)).toEqual([path]);
  });

  test("all is refused without the permission", async () => {
    const body = { status: "WAITING", newest_id: await put() };
    expect((await world.nobody.attempt(discardMails, { body })).status).toBe(401);
    expect((await staff.attempt(discardMails, { body })).status).toBe(403);
    const insider = await world.signIn("organization", acme.tenant_id);
    expect((await insider.attempt(discardMails, { body })).status).toBe(403);
    const { data } = await platform.list(listMails, { query: { status: "WAITING" } });
    expect(data.counts.WAITING).toBe(1);
  });
});

describe("permissions", () => {
  test.for([listMails, getMail, retryMail, discardMail] as const)(
    "$method $path",
    async (endpoint) => {
      const params = { id: await put() };
      expect((await world.nobody.attempt(endpoint, { params })).status).toBe(401);
      expect((await staff.attempt(endpoint, { params })).status).toBe(403);
      const insider = await world.signIn("organization", acme.tenant_id);
      expect((await insider.attempt(endpoint, { params })).status).toBe(403);
      expect((await platform.attempt(endpoint, { params })).status).toBe(200);
    },
  );

  test.for([getMail, retryMail, discardMail] as const)(
    "$method $path returns 404 for an unknown mail",
    async (endpoint) => {
      expect((await platform.attempt(endpoint, { params: { id: 999_999 } })).status).toBe(404);
      expect((await platform.attempt(endpoint, { params: { id: "x" } })).status).toBe(422);
    },
  );
});
