import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

import { listGroups } from "@kontor/contract/accounting/groups";
import { login } from "@kontor/contract/session/session";
import { parser } from "@prometheus-io/lezer-promql";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";

import { backgroundWork } from "../../background-work.ts";
import { checkAllBooks } from "../../proof/nightly-check.ts";
import { openBooks, type TestBooks } from "../../testing/books.ts";
import { eventually } from "../../testing/eventually.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import { holdOutgoing, releaseOutgoing } from "../configuration/outgoing.ts";
import { openDatabase, withOwnerClient } from "../database/database.ts";
import { startJobs } from "../jobs/jobs.ts";
import type { JobLog } from "../mail/mailer.ts";
import { enqueueMail, mailBacklog } from "../mail/outbox.ts";
import { recordMaintenance } from "./maintenance.ts";
import { serveMetrics, type MetricsServer } from "./metrics-server.ts";

const folder = new URL("../../../../../docs/operations/monitoring/", import.meta.url);
const silent: JobLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

let world: World;
let books: TestBooks;
let server: MetricsServer;
let end: () => Promise<void>;

beforeAll(async () => {
  world = await openWorld({ KONTOR_METRICS_PORT: "0" });
  books = await openBooks(world);
  const tools = { ...world, log: silent };
  const work = backgroundWork(tools);
  const queues = [{ queue: "mail", backlog: mailBacklog }, ...work];
  const jobs = await startJobs({ ...tools, addresses: world, work });
  const opened = await serveMetrics({ ...tools, queues });
  if (opened === undefined) throw new Error("nothing serves the metrics");
  server = opened;
  end = async () => {
    await server.close();
    await jobs.stop();
    await world.close();
  };
});
afterAll(async () => {
  await end();
});

/** A line of the text format: a name, its labels and its value. */
type Sample = { name: string; labels: Record<string, string>; value: number };

async function scrape(url = server.url): Promise<Sample[]> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const lines = (await response.text()).split("\n");
  return lines.flatMap((line): Sample[] => {
    const [, name, given = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = given.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
    const labels = Object.fromEntries([...pairs].map(([, label, text]) => [label, text]));
    return [{ name, labels, value: Number(value) }];
  });
}

const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, is]) => sample.labels[label] === is))
    .reduce((sum, { value }) => sum + value, 0);

describe("/metrics", () => {
  test("counts requests by route and status, without any path in the labels", async () => {
    const before = await scrape();
    const { nobody } = world;
    await books.staff.call(listGroups, { query: { search: "private matters" } });
    await nobody.attempt(listGroups);
    await nobody.send("GET", "/wire/nowhere/4711");
    // A request is counted when its response has been sent, which its caller may see slightly
    // earlier.
    const after = await eventually(async () => {
      const samples = await scrape();
      expect(valueOf(samples, "kontor_http_requests_in_progress")).toBe(0);
      return samples;
    });
    const grown = (labels: Record<string, string>) =>
      valueOf(after, "kontor_http_requests_total", labels) -
      valueOf(before, "kontor_http_requests_total", labels);
    expect(grown({ method: "GET", route: "/api/groups", status: "200" })).toBe(1);
    expect(grown({ method: "GET", route: "/api/groups", status: "401" })).toBe(1);
    expect(grown({ status: "404" })).toBe(1);
    expect(
      valueOf(after, "kontor_http_request_duration_seconds_count", { route: "/api/groups" }),
    ).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(after.map(({ labels }) => labels))).not.toMatch(/private|4711/);
  });

  test.for(["before the body is whole", "before the response"])(
    "a request whose caller goes away %s is no longer in progress",
    async (when) => {
      const inProgress = async () => valueOf(await scrape(), "kontor_http_requests_in_progress");
      const { hostname, port } = new URL(world.url);
      const body = JSON.stringify({ email: "ada@example.com", password: "not the password" });
      const whole = when === "before the response";
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      socket.write(
        [
          `POST ${new URL(world.url).pathname.replace(/\/$/, "")}${login.path} HTTP/1.1`,
          `host: ${hostname}`,
          "content-type: application/json",
          `content-length: ${body.length}`,
          "",
          whole ? body : body.slice(0, 5),
        ].join("\r\n"),
      );
      // A complete request may get its response before the metrics are read, so it is only given a
      // moment.
      await (whole ? setTimeout(2) : vi.waitUntil(async () => (await inProgress()) === 1, 10_000));
      socket.destroy();
      await eventually(async () => expect(await inProgress()).toBe(0));
    },
  );

  test("counts entries once they are committed, and how many shared a transaction", async () => {
    const before = await scrape();
    const post = () =>
      books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
    await Promise.all([post(), post(), post(), post()]);
    const rolledBack = books.post(books.ledger("bank_clearing"), 999_999_999, "10.00");
    await expect(rolledBack).rejects.toThrow("404");
    const after = await scrape();
    const grown = (name: string) => valueOf(after, name) - valueOf(before, name);
    expect(grown("kontor_entries_posted_total")).toBe(4);
    expect(grown("kontor_group_commit_size_sum")).toBe(4);
    expect(valueOf(after, "kontor_group_commit_waiting")).toBe(0);
  });

  test("shows waiting work with its age, and the last check of the books with its faults", async () => {
    const { clock, database } = world;
    const mail = { label: "notice", to_name: "", subject: "Notice", html: "<p>.</p>", text: "." };
    const empty = valueOf(await scrape(), "kontor_queue_depth", { queue: "mail" });
    await database.transaction((tx) =>
      enqueueMail(tx, { ...mail, tenant_id: null, to_email: "ada@example.com" }, clock.now()),
    );
    clock.advance(90_000);
    await checkAllBooks({ ...world, log: silent });
    const samples = await scrape();
    expect(valueOf(samples, "kontor_queue_depth", { queue: "mail" })).toBe(empty + 1);
    expect(
      valueOf(samples, "kontor_queue_oldest_seconds", { queue: "mail" }),
    ).toBeGreaterThanOrEqual(90);
    const check = { kind: "books_check" };
    expect(valueOf(samples, "kontor_maintenance_faults", check)).toBe(0);
    expect(valueOf(samples, "kontor_maintenance_finished_timestamp_seconds", check)).toBe(
      clock.now().getTime() / 1000,
    );
    await withOwnerClient(world.ownerUrl, async (owner) => {
      await owner.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', false)`);
      await owner.query("update ledgers set balance = balance + 1 where code = '01-01-0002'");
    });
    const logged: string[] = [];
    clock.advance(1000);
    await checkAllBooks({
      ...world,
      log: { ...silent, error: (fault) => logged.push(JSON.stringify(fault)) },
    });
    expect(valueOf(await scrape(), "kontor_maintenance_faults", check)).toBe(2);
    expect(logged.join("")).toContain("ledger_balance_wrong");
    await withOwnerClient(world.ownerUrl, async (owner) => {
      await owner.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', false)`);
      await owner.query("update ledgers set balance = balance - 1 where code = '01-01-0002'");
    });
  });

  test("shows whether emails and transfers are on hold", async () => {
    const { clock, database } = world;
    expect(valueOf(await scrape(), "kontor_outgoing_held")).toBe(0);
    await database.transaction((tx) => holdOutgoing(tx, "RESTORED", clock.now()));
    expect(valueOf(await scrape(), "kontor_outgoing_held")).toBe(1);
    await database.transaction(releaseOutgoing);
  });

  test("responds without a database, reports that, and leaves out what it cannot read", async () => {
    const nowhere = openDatabase({
      url: "postgres://kontor:secret@127.0.0.1:1/kontor",
      connections: 1,
      onError: () => undefined,
    });
    const queues = [{ queue: "mail", backlog: mailBacklog }];
    const alone = await serveMetrics({ ...world, database: nowhere, queues });
    onTestFinished(async () => {
      await alone?.close();
      await nowhere.close();
    });
    const samples = await scrape(alone?.url);
    expect(valueOf(samples, "kontor_database_up")).toBe(0);
    for (const unknown of ["kontor_queue_depth", "kontor_outgoing_held"]) {
      expect(samples.some(({ name }) => name === unknown)).toBe(false);
    }
    expect(samples.some(({ name }) => name === "nodejs_eventloop_lag_p99_seconds")).toBe(true);
  });

  test("is served only on its own port, and not at all without one", async () => {
    expect((await fetch(new URL("/", server.url))).status).toBe(404);
    expect((await fetch(server.url, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${world.url}/metrics`)).headers.get("content-type")).not.toContain(
      "version=0.0.4",
    );
    const environment = { metricsPort: undefined, metricsHost: "127.0.0.1" };
    expect(await serveMetrics({ ...world, environment, queues: [] })).toBeUndefined();
  });
});

/** Labels that Prometheus itself adds to scraped metrics, and one of its own metrics. */
const addedLabels = new Set(["instance", "job"]);
const ownMetrics = new Set(["up"]);

type Selector = { name: string; labels: { label: string; operator: string; value: string }[] };
type Query = { where: string; selectors: Selector[]; grouping: string[]; broken: boolean };

/** The metrics and labels in a PromQL query, by the grammar of Prometheus' own editor. */
function readQuery(where: string, expression: string): Query {
  const query: Query = { where, selectors: [], grouping: [], broken: false };
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      const text = expression.slice(from, to);
      if (type.isError) query.broken = true;
      if (type.name === "VectorSelector") {
        query.selectors.push({ name: text.split("{", 1)[0] ?? "", labels: [] });
      }
      if (type.name === "UnquotedLabelMatcher") {
        const [, label = "", operator = "", value = ""] =
          /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text) ?? [];
        query.selectors.at(-1)?.labels.push({ label, operator, value });
      }
      if (type.name === "GroupingLabels") {
        query.grouping.push(...(text.match(/\w+/g) ?? []));
      }
    },
  });
  return query;
}

type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] };
type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };

async function queriesOfDocs(): Promise<Query[]> {
  const dashboard = JSON.parse(
    await readFile(new URL("grafana-dashboard.json", folder), "utf8"),
  ) as Dashboard;
  const alerts = parse(await readFile(new URL("alerts.yaml", folder), "utf8")) as Alerts;
  const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => readQuery(title, expr)),
  );
  const alarming = alerts.groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }) => readQuery(alert, expr)),
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(alarming.length).toBeGreaterThan(10);
  return [...shown, ...alarming];
}

/** The problems of a query, given the scraped samples. */
function problemsOf(query: Query, samples: readonly Sample[]): string[] {
  const problems = query.broken ? ["is no query"] : [];
  if (query.selectors.length === 0) problems.push("asks for nothing");
  const found = query.selectors.map(({ name }) => samples.filter((one) => one.name === name));
  for (const [index, { name, labels }] of query.selectors.entries()) {
    const those = found[index] ?? [];
    if (ownMetrics.has(name)) continue;
    if (those.length === 0) problems.push(`there is no ${name}`);
    for (const { label, operator, value } of labels) {
      const isThere = those.some((one) =>
        operator === "=" ? one.labels[label] === value : label in one.labels,
      );
      if (!isThere) problems.push(`no ${name} has ${label}${operator}${value}`);
    }
  }
  for (const label of query.grouping) {
    const isThere = found.some((those) => those.some((one) => label in one.labels));
    if (!isThere && !addedLabels.has(label)) problems.push(`nothing has the label ${label}`);
  }
  return problems;
}

test("each query of the dashboard and the alerts uses existing metrics and labels", async () => {
  const { clock, database } = world;
  await checkAllBooks({ ...world, log: silent });
  await database.transaction((tx) =>
    recordMaintenance(tx, {
      kind: "backup",
      finishedAt: clock.now(),
      milliseconds: 4200,
      faults: 0,
    }),
  );
  const samples = await scrape();
  const made = valueOf(samples, "kontor_maintenance_finished_timestamp_seconds", {
    kind: "backup",
  });
  expect(made).toBe(clock.now().getTime() / 1000);
  // A later failed run does not count as a backup.
  const later = new Date(clock.now().getTime() + 60_000);
  await database.transaction((tx) =>
    recordMaintenance(tx, { kind: "backup", finishedAt: later, milliseconds: 1, faults: 1 }),
  );
  const failed = await scrape();
  expect(valueOf(failed, "kontor_maintenance_finished_timestamp_seconds", { kind: "backup" })).toBe(
    made,
  );
  expect(valueOf(failed, "kontor_maintenance_faults", { kind: "backup" })).toBe(1);
  const problems = (await queriesOfDocs()).flatMap((query) =>
    problemsOf(query, samples).map((problem) => `${query.where}: ${problem}`),
  );
  expect(problems).toEqual([]);
  await database.transaction((tx) => sql`delete from maintenance_runs`.execute(tx));
});

test.for([
  ["sum(rate(kontor_nothing_total[5m]))", "there is no kontor_nothing_total"],
  ['kontor_jobs_total{outcome="lost"}', "no kontor_jobs_total has outcome=lost"],
  ["sum by (color) (kontor_queue_depth)", "nothing has the label color"],
  ["sum by (queue) (kontor_queue_depth", "is no query"],
] as const)("the check of queries reports %s", async ([expression, problem]) => {
  expect(problemsOf(readQuery("here", expression), await scrape())).toContain(problem);
});
