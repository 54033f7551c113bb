import { setTimeout as pause } from "node:timers/promises";

import { personalNumbers } from "@kontor/api/employees/records/personal-numbers";
import { withOwnerClient } from "@kontor/api/platform/database/database";
import { parseEnvironment } from "@kontor/api/platform/environment";

import { startApi, type ApiProcess } from "./api-process.ts";
import { openBenchDatabase, openBenchSession, type BenchDatabase } from "./database.ts";
import { peakMemoryOf } from "./process-memory.ts";
import { processorTime, type ProcessorTime } from "./processor-time.ts";
import { requestJson, median, p95, print, formatRow, timeKinds } from "./timing.ts";

const people = Number(process.env["KONTOR_BENCH_PEOPLE"] ?? 10_000);
const rounds = 60;
const secret = { KONTOR_SECRET_KEY: "ab".repeat(32) };

type Run = {
  id: number;
  version: number;
  status: string;
  net: string;
  calculation: { state: string };
  payment: { paid: number; failed: number };
};
type Company = { tenant_id: number; company_id: number };

/**
 * Payroll of one organization of 10,000 people through HTTP: first two months, each calculated,
 * approved and posted, then the measured month, so that tax and variance have a history.
 * Calculation is timed from the request that starts the run until it is done, polled every 20 ms.
 */
export async function benchPayroll(): Promise<void> {
  const bench = await openBenchDatabase();
  const api = await startApi(bench.ownerUrl, secret);
  try {
    const token = await openBenchSession(bench.database);
    const company = await organizationOf(api, token);
    await fill(bench, company);
    const year = new Date().getFullYear();
    const month = new Date().getMonth();
    const periods = [month - 1, month, month + 1].map((each) => {
      const day = new Date(Date.UTC(year, each - 1, 1));
      return day.toISOString().slice(0, 7);
    });
    let last: Run | undefined;
    for (const period of periods) last = await runOf(api, token, company, period);
    if (last === undefined) return;
    await printPeak(api, "after the months");
    await timePages(api, token, company, last.id);
    await payAll(api, token, company, last);
    await timePdfs(api, token, company, last.id);
  } finally {
    await api.stop();
    await bench.close();
  }
}

/** A picture of one pixel. */
const onePixelImage =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An organization with its chart, in which one person may take all steps. */
async function organizationOf({ port }: ApiProcess, token: string): Promise<Company> {
  const form = new FormData();
  const fields = {
    name: "Bench",
    code: "bench",
    address: "1 Example Street",
    email: "office@bench.example",
    support_email: "support@bench.example",
    emp_prefix: "BEN",
    admin_name: "Bench",
    admin_email: "manager@bench.example",
    state: "Lagos",
    brand_color: "#004AAD",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("logo", new Blob([Buffer.from(onePixelImage, "base64")]), "logo.png");
  const response = await fetch(`http://127.0.0.1:${port}/api/organizations`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
    body: form,
  });
  const { data, message } = (await response.json()) as { data?: Company; message?: string };
  if (data === undefined) throw new Error(`no organization was made: ${message ?? ""}`);
  const address = `http://127.0.0.1:${port}/api/organizations/${data.tenant_id}/${data.company_id}/payroll-settings`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const settings = (await (await fetch(address, { headers })).json()) as {
    data: Record<string, unknown>;
  };
  const known = Object.entries(settings.data).filter(
    ([name]) => !["tenant_id", "company_id", "level", "version", "updated_at"].includes(name),
  );
  const body = JSON.stringify({ ...Object.fromEntries(known), separate_people: false });
  const saved = await fetch(address, { method: "PUT", headers, body });
  if (!saved.ok) throw new Error(`settings: ${await saved.text()}`);
  return data;
}

/**
 * Bulk inserts in the scope of the tenant: people with pay, an account and, for every fourth, a
 * recurring item.
 */
async function fill(bench: BenchDatabase, { tenant_id, company_id }: Company): Promise<void> {
  const environment = parseEnvironment({ NODE_ENV: "test", ...secret });
  const account = personalNumbers(environment, tenant_id).seal("account_number", "0123456999");
  if (account === null) throw new Error("the account number was not sealed");
  await withOwnerClient(bench.ownerUrl, async (owner) => {
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenant_id)]);
    await owner.query(
      `insert into employees (tenant_id, company_id, staff_no, first_name, last_name, email, start_date, bank_code,
        account_number_sealed, account_number_hash, account_name, has_pay, created_at)
      select $1, $2, 'EMP-' || lpad(n::text, 6, '0'), 'Ada', 'Okafor ' || md5(n::text), 'ada' || n || '@example.com', date '2015-01-01' + n % 3000,
        '058', $4, $5, 'Ada Okafor', true, now()
      from generate_series(1, $3::int) n`,
      [tenant_id, company_id, people, account.sealed, account.hash],
    );
    await owner.query(
      `insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, recorded_at)
      select $1, e.id, e.start_date, 10000000 + e.id % 1000 * 10000, 3000000, 2000000, 1000000, now()
      from employees e where e.tenant_id = $1`,
      [tenant_id],
    );
    await owner.query(
      `insert into pay_items (tenant_id, employee_id, name, kind, amount, taxable, pensionable, from_month, recorded_at)
      select $1, e.id, 'Allowance', 'EARNING', 500000, true, false, date '2026-01-01', now()
      from employees e where e.tenant_id = $1 and e.id % 4 = 0`,
      [tenant_id],
    );
    await owner.query("insert into employee_counts values ($1, $2)", [tenant_id, people]);
    await owner.query("vacuum analyze employees, pay_rates, pay_items");
  });
}

/** Does something, and prints its elapsed time and processor time in seconds. */
async function printTimed<Result>(
  api: ApiProcess,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await processorTime(api.processId);
  const begin = performance.now();
  const result = await work();
  const took = performance.now() - begin;
  const after = await processorTime(api.processId);
  const used = (part: keyof ProcessorTime) =>
    before === null || after === null ? "unknown" : (after[part] - before[part]) / 1000;
  print(formatRow(name, took / 1000, used("api"), used("database")));
  return result;
}

async function runOf(
  api: ApiProcess,
  token: string,
  { tenant_id, company_id }: Company,
  period: string,
): Promise<Run> {
  const path = `organizations/${tenant_id}/${company_id}/payroll-runs`;
  const send = async (address: string, body?: unknown, method?: string) =>
    ((await requestJson(api.port, token, address, body, method)) as { data: Run }).data;
  print(formatRow(`${period}, in s`, "wall", "API", "database"));
  const draft = await printTimed(api, "calculate", async () => {
    let run = await send(path, { period, cycle: "REGULAR" });
    while (run.calculation.state !== "DONE") {
      if (run.calculation.state === "FAILED") throw new Error("the run could not be calculated");
      await pause(20);
      run = await send(`${path}/${run.id}`);
    }
    return run;
  });
  const address = `${path}/${draft.id}`;
  const { version } = draft;
  const pending = await printTimed(api, "submit", () => send(`${address}/submission`, { version }));
  const approval = { version: pending.version, status: "APPROVED" };
  return printTimed(api, "approve and post", () => send(`${address}/approval`, approval, "PUT"));
}

/**
 * Sends everyone's pay from a wallet that covers it, through the sandbox, which takes a second for
 * each, and waits until all have arrived. Everyone has an address, so mails are written for all of
 * them.
 */
async function payAll(
  api: ApiProcess,
  token: string,
  { tenant_id, company_id }: Company,
  { id, version, net }: Run,
): Promise<void> {
  const organization = `organizations/${tenant_id}/${company_id}`;
  const action = { action: "DEPOSIT", amount: net, confirmed_amount: net, description: "Pay" };
  await requestJson(api.port, token, `${organization}/funds`, action);
  const address = `${organization}/payroll-runs/${id}`;
  let run = await printTimed(api, `send ${people} payments: the request`, async () => {
    const sent = await requestJson(api.port, token, `${address}/disbursement`, { version });
    return (sent as { data: Run }).data;
  });
  await printTimed(api, "until all are completed", async () => {
    while (run.status === "DISBURSING") {
      await pause(500);
      run = ((await requestJson(api.port, token, address)) as { data: Run }).data;
    }
  });
  if (run.status !== "PAID")
    throw new Error(`the run ended ${run.status}: ${JSON.stringify(run.payment)}`);
  await printPeak(api, "after the payments");
}

/** Payslips as PDF, four concurrently. */
async function timePdfs(
  { port }: ApiProcess,
  token: string,
  { tenant_id, company_id }: Company,
  id: number,
): Promise<void> {
  const base = `organizations/${tenant_id}/${company_id}/payroll-runs/${id}/payslips`;
  const listed = (await requestJson(port, token, `${base}?per_page=50`)) as {
    data: { id: number }[];
  };
  const waiting = listed.data.values();
  const begin = performance.now();
  const reader = async (): Promise<void> => {
    for (const payslip of waiting) {
      const response = await fetch(`http://127.0.0.1:${port}/api/${base}/${payslip.id}/pdf`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`a PDF answered ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 4 }, reader));
  const seconds = (performance.now() - begin) / 1000;
  print(formatRow("payslips as PDF, a second", listed.data.length / seconds));
}

async function printPeak(api: ApiProcess, when: string): Promise<void> {
  const peak = await peakMemoryOf(api.processId);
  const shown = peak === null ? "not reported by this system" : `${peak} MB`;
  print(`most memory of the API ${when}: ${shown}`);
}

async function timePages(
  api: ApiProcess,
  token: string,
  { tenant_id, company_id }: Company,
  id: number,
): Promise<void> {
  const base = `organizations/${tenant_id}/${company_id}/payroll-runs/${id}`;
  const page = (query: string) => () => `${base}/payslips?${query}`;
  const kinds = [
    { name: "page of payslips, the first", path: page("per_page=25") },
    {
      name: "page of payslips, any",
      path: () => page(`page=${1 + Math.floor((Math.random() * people) / 25)}`)(),
    },
    { name: "page of payslips, by net", path: page("sort=-net") },
    { name: "page of payslips, changed", path: page("show=changed") },
    { name: "page of payslips, one name", path: page("search=EMP-000042") },
    { name: "the run's own page", path: () => base },
  ];
  const times = await timeKinds(api, token, kinds, rounds);
  print(formatRow("in ms", "median", "p95"));
  for (const [name, all] of times) print(formatRow(name, median(all), p95(all)));
}

if (import.meta.main) await benchPayroll();
