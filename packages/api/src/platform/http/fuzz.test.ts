import { connect } from "node:net";

import type { Endpoint } from "@kontor/contract/endpoint";
import { errorCodes, type Problem } from "@kontor/contract/error-codes";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";

import { allRoutes } from "../../app.ts";
import { receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { sendRequest } from "../../testing/http-client.ts";
import { picture } from "../../testing/images.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { requestVariants, type RequestVariant } from "../../testing/request-variants.ts";
import { setAllTenantsReadable } from "../scope.ts";

/**
 * The maximum number of accepted and refused requests for each call. `KONTOR_TEST_REQUESTS` raises
 * the former.
 */
const most = { accepted: Number(process.env["KONTOR_TEST_REQUESTS"] ?? 10), refused: 6 };
/** Fewer for calls that make an image, a document or a password hash. */
const costly = { accepted: 5, refused: 6 };
/** The number of concurrent requests. */
const sideBySide = 6;
/** The longest time that an invalid request may keep the server busy, in milliseconds. */
const timeout = 10_000;

const world = await openFileWorld();
const home = await openOrganization(world);
const admin = await world.signIn("platform");
const logo = await picture();

beforeAll(async () => {
  await post();
});

const ledgerOf = (purpose: "paye_payable" | "bank_clearing") => home.ledgers[purpose];

async function post(): Promise<void> {
  const body = receiptBody(ledgerOf("paye_payable"), ledgerOf("bank_clearing"), "25.00", {
    tenant_id: home.tenant_id,
  });
  const reply = await admin.send("POST", "/entries", body);
  expect(reply.status).toBe(201);
}

/** A valid value for a field of that name, so that only the replaced place is wrong. */
function validValue(endpoint: Endpoint, name: string): unknown {
  if (name === "id") return idFor(endpoint.path);
  if (name === "code" && endpoint.path.startsWith("/wire/")) return "123456";
  return values()[name];
}

function idFor(path: string): unknown {
  if (path.includes("/modules")) return "payroll";
  if (path.startsWith("/groups")) return 1;
  if (path.startsWith("/ledgers")) return ledgerOf("paye_payable");
  return 1;
}

function values(): Record<string, unknown> {
  const receipt = receiptBody(ledgerOf("paye_payable"), ledgerOf("bank_clearing"), "25.00");
  return {
    ...receipt,
    ...home.path,
    entries: [receipt],
    ledger_id: ledgerOf("paye_payable"),
    group_id: 1,
    email: "a@example.com",
    support_email: "a@example.com",
    admin_email: "a@example.com",
    password: "four words in a row",
    password_confirmation: "four words in a row",
    reset_token: "x".repeat(43),
    name: "Fuzz",
    address: "1 Fuzz Street",
    admin_name: "Fuzz",
    emp_prefix: "FZ",
    state: "Lagos",
    state_id: 1,
    brand_color: "#004AAD",
    about: "<p>About</p>",
    employee_benefits: "<p>Lunch</p>",
    enabled: true,
    class: "01",
    start_date: "2026-03-01",
    end_date: "2026-03-31",
    page: 1,
    per_page: 10,
    search: "a",
    sort: "name",
    amount: "25.00",
    action: "DEPOSIT",
    description: "Fuzz",
    op_balance: "10.00",
    op_balance_dc: "DR",
    notes: "Fuzz",
    max_percentage: 50,
    interest_rate: 12.5,
    terms: "<p>Terms</p>",
    auto_approval: 0,
    subject: "Fuzz",
    body: "<p>Fuzz {{company_name}}</p>",
    keys: ["statuses"],
    host: "mail.example.com",
    port: 587,
    security: "starttls",
    username: "fuzz",
    sender_name: "Fuzz",
    sender_email: "a@example.com",
    reply_to: "",
    public_url: "https://kontor.example",
    provider: "sandbox",
    secret_key: "0123456789abcdef",
  };
}

type Answered = { status: number; headers: Headers; text: string };

async function send(endpoint: Endpoint, variant: RequestVariant): Promise<Answered> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent((variant.params[name] ?? "").toWellFormed()).replace(/^\.{1,2}$/, "%2e"),
  );
  const files = endpoint.files !== undefined;
  const body = files ? formOf(variant.fields) : variant.body;
  const { status, headers, bytes } = await sendRequest(`${world.url}/api${path}?${variant.query}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${await tokenFor(endpoint)}`,
      ...(body === undefined || files ? {} : { "content-type": "application/json" }),
    },
    body,
    timeout,
  });
  return { status, headers, text: new TextDecoder().decode(bytes) };
}

/** Signing out ends the session, so each attempt gets its own. */
async function tokenFor({ path }: Endpoint): Promise<string> {
  const caller = path === "/wire/logout" ? await world.signIn("platform") : admin;
  return caller.token ?? "";
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      form.append(name, typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  form.append("logo", new Blob([new Uint8Array(logo)]), "logo.png");
  return form;
}

/** Describes the fault of a response; undefined when it is correct. */
function faultOf(
  endpoint: Endpoint,
  { fields }: RequestVariant,
  { status, headers, text }: Answered,
): string | undefined {
  if (status < 400) {
    if (endpoint.file === undefined && status !== 304) {
      endpoint.data.decode((JSON.parse(text) as { data: unknown }).data);
    }
    return undefined;
  }
  if (status >= 500) return `status ${status}`;
  const type = headers.get("content-type") ?? "";
  if (!type.startsWith("application/problem+json")) return `status ${status} as ${type}`;
  const problem = JSON.parse(text) as Problem;
  if (!(problem.code in errorCodes) || problem.message === "") return "no code or no message";
  if (problem.status !== status) return "two statuses";
  const { errors = [] } = problem;
  if (problem.code === "amount_out_of_range" && !/amount|balance/.test(JSON.stringify(fields))) {
    return "an amount is blamed that was not sent";
  }
  if (problem.code === "validation_failed" && errors.length === 0) return "no field is named";
  return errors.some(({ path, message }) => typeof path !== "string" || !message)
    ? "an error without a path or a message"
    : undefined;
}

/** A request with the middle of its long texts left out. */
function shortened(request: RequestVariant): string {
  return JSON.stringify(request).replaceAll(/(.{60}).{200,}?(?=")/g, "$1…");
}

/** Sends all requests, a few at a time. @returns the faults, each with its request. */
async function faultsOf(
  endpoint: Endpoint,
  requests: readonly RequestVariant[],
): Promise<string[]> {
  const faults: string[] = [];
  const waiting = requests.values();
  const work = async (): Promise<void> => {
    for (const request of waiting) {
      const answer = await send(endpoint, request);
      const fault = faultOf(endpoint, request, answer);
      if (fault !== undefined) {
        faults.push(`${fault}: ${shortened(request)} → ${answer.text.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return faults;
}

describe("unusual requests are refused and never cause a fault", () => {
  const endpoints = allRoutes
    .map(({ endpoint }) => endpoint)
    // It takes no input, and it contacts the mail server.
    .filter(({ path }) => path !== "/settings/mail/test");

  test.for(endpoints.map((each) => [`${each.method} ${each.path}`, each] as const))(
    "%s",
    async ([, endpoint]) => {
      const { access, file, files } = endpoint;
      const requests = requestVariants(
        endpoint,
        (field) => validValue(endpoint, field),
        access === "public" || file || files ? costly : most,
      );
      expect((await faultsOf(endpoint, requests)).slice(0, 3)).toEqual([]);
    },
  );
});

describe("requests that reach no route are answered with a problem too", () => {
  test.for([
    ["a percent sign that escapes nothing", "GET /api/groups/%zz HTTP/1.1", 400, "malformed"],
    ["half of a character", "GET /api/groups/%ff HTTP/1.1", 400, "malformed"],
    ["an endless id", `GET /api/groups/${"1".repeat(300)} HTTP/1.1`, 414, "address_too_long"],
    [
      "an endless address",
      `GET /api/groups?search=${"a".repeat(20_000)} HTTP/1.1`,
      431,
      "headers_too_long",
    ],
    [
      "an endless header",
      `GET /api/groups HTTP/1.1\r\nx: ${"a".repeat(20_000)}`,
      431,
      "headers_too_long",
    ],
    ["another protocol", "EHLO mail.example.com", 400, "malformed"],
    [
      "two lengths",
      "POST /api/groups HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2",
      400,
      "malformed",
    ],
  ] as const)("%s", async ([, head, status, code]) => {
    const answer = await exchange(`${head}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const [top = "", body = ""] = answer.split("\r\n\r\n");
    expect(top).toMatch(
      new RegExp(`^HTTP/1.1 ${status} .*content-type: application/problem\\+json`, "is"),
    );
    expect(JSON.parse(body)).toMatchObject({
      status,
      code,
      message: expect.stringMatching(/^.+\.$/),
    });
  });
});

test("a request that is never completed holds its connection for five minutes at most", () => {
  expect(world.app.server.requestTimeout).toBe(300_000);
});

/** Sends exactly these bytes. @returns the whole response. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  socket.write(bytes);
  const pieces: Buffer[] = [];
  // A server that has responded may close the connection while data is still being sent.
  socket.on("error", () => undefined).on("data", (piece) => pieces.push(piece));
  await new Promise((resolve) => void socket.on("close", resolve));
  return Buffer.concat(pieces).toString();
}

test("leaves nothing half stored: the books agree and every organization is complete", async () => {
  await expectCoherentBooks(world);
  const parts = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ incomplete: number }>`
      select count(*)::int as incomplete from companies c
      where not exists (select from pay_accounts a where a.tenant_id = c.tenant_id and a.company_id = c.id)
        or not exists (select from group_counters g where g.tenant_id = c.tenant_id)`.execute(tx);
    return rows;
  });
  expect(parts).toEqual([{ incomplete: 0 }]);
});
