import { ZERO } from "@kontor/books/money";
import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";
import type { DataOf, Endpoint, InputOf, PageMeta } from "@kontor/contract/endpoint";
import { countNotifications } from "@kontor/contract/notifications/notifications";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getPayslipTotals } from "@kontor/contract/payroll/payslips";
import { countWaitingRuns, getRunTotals } from "@kontor/contract/payroll/runs";
import { getBookProof, getPlatformProof } from "@kontor/contract/proof/proof";
import {
  countPendingAdvances,
  getSalaryAdvanceTotals,
} from "@kontor/contract/salary-advances/advances";
import { getMe } from "@kontor/contract/session/session";
import { listSavedViews } from "@kontor/contract/users/saved-views";

import { ConnectionLost, problemResponse, Refusal } from "./refusal.ts";
import { uncheckedProof, emptyDashboard } from "./samples/dashboard.ts";
import { matchRequest, decodeRequest, encodeReply, type ReceivedRequest } from "./wire.ts";

/**
 * The result of a handler, by the contract: a file, a page of a list with its total, or plain data.
 */
export type Reply<E> = E extends { readonly file: readonly string[] }
  ? File
  : E extends { readonly paged: true }
    ? { data: DataOf<E>; total: number; up_to?: PageMeta["up_to"]; page?: number }
    : DataOf<E>;

/** One received request: its decoded input, its headers, and the files of a multipart form. */
export type Call<E = Endpoint> = {
  input: InputOf<E>;
  headers: Headers;
  files: Readonly<Record<string, File>>;
};

/** The signed-in user, as `GET wire/me` returns it. */
export type User = DataOf<typeof getMe>;

/** The bearer token of every page test's session. */
export const token = "token-of-a-page-test";

/** The bearer token of an employee who is signed in to the portal. */
export const portalToken = "portal-token-of-a-page-test";

/**
 * The API of a page test. It replaces the web app's only `fetch`; everything between the page and
 * the wire is real. Like the real API it refuses calls without a session or without the permission,
 * and input that violates the endpoint's schemas. A violation of the contract itself fails the
 * test: a call without a handler, a reply that violates the schema, an idempotent call without a
 * key.
 */
export type FakeApi = {
  /**
   * Handles an endpoint from now on. The handler receives the decoded input and returns what the
   * contract defines, or throws by `refuse`, `refuseAt` and `loseConnection`. A later handler
   * replaces an earlier one.
   */
  on: <E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, call: Call<E>) => Reply<E> | Promise<Reply<E>>,
  ) => void;
  /**
   * Holds the responses of an endpoint back, like a slow server. @returns a function that releases
   * them.
   */
  hold: (endpoint: Endpoint) => () => void;
  /** The calls of an endpoint so far. */
  calls: <E extends Endpoint>(endpoint: E) => readonly Call<E>[];
  /** Accepts the session of this user from now on. */
  signIn: (user: User) => void;
  /** Accepts an employee's portal session from now on. */
  signInToPortal: () => void;
  /** Ends all sessions: every call that is not public gets a 401. */
  endSession: () => void;
  /**
   * Ends the visit: calls that still wait for a response, and later ones, lose the connection and do
   * not fail the test. A call without an end would count as pending in all later tests.
   */
  endVisit: () => void;
  /** The replacement for `fetch`. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** @throws when anything violated the contract. */
  expectNoBreaches: () => void;
};

/** The sessions that the API accepts. */
type Sessions = { user: User | null; inPortal: boolean };

type Handler = (input: unknown, call: Call) => unknown;

export function createFakeApi(): FakeApi {
  const handlers = new Map<Endpoint, Handler>();
  const delayed = new Map<Endpoint, Promise<void>>();
  const arrived: { endpoint: Endpoint; call: Call }[] = [];
  const breaches: string[] = [];
  let sessions: Sessions = { user: null, inPortal: false };
  const visit = new AbortController();

  async function answer(arrival: ReceivedRequest): Promise<Response> {
    const { endpoint } = arrival;
    const headers = new Headers(arrival.init.headers);
    const { input, files } = decodeRequest(arrival);
    const call = { input, headers, files };
    arrived.push({ endpoint, call });
    await delayed.get(endpoint);
    checkHeaders(endpoint, headers);
    checkAccess(endpoint, headers, sessions);
    return encodeReply(endpoint, input, await handlers.get(endpoint)?.(input, call));
  }

  async function answerOrRefuse(url: string, init: RequestInit): Promise<Response> {
    const arrival = matchRequest([...handlers.keys()], url, init);
    if (!arrival) throw new Error(`nothing answers ${init.method} ${url}`);
    try {
      return await answer(arrival);
    } catch (error) {
      if (error instanceof Refusal) return problemResponse(error);
      throw error;
    } finally {
      init.signal?.throwIfAborted();
    }
  }

  const on: FakeApi["on"] = (endpoint, handler) => {
    handlers.set(endpoint, (input, call) => handler(input as never, call));
  };

  handleCommonCalls(on);

  return {
    on,
    hold: (endpoint) => holdResponse(delayed, endpoint),
    calls: (endpoint) =>
      arrived.filter((each) => each.endpoint === endpoint).map(({ call }) => call as never),
    signIn: (user) => {
      sessions = { ...sessions, user };
      on(getMe, () => user);
    },
    signInToPortal: () => {
      sessions = { ...sessions, inPortal: true };
    },
    endSession: () => {
      sessions = { user: null, inPortal: false };
    },
    endVisit: () => visit.abort(),
    fetch: async (url, init) => {
      if (visit.signal.aborted) throw new ConnectionLost();
      try {
        return await Promise.race([answerOrRefuse(url, init), rejectWhenEnded(visit.signal)]);
      } catch (error) {
        const isExpected = error instanceof ConnectionLost || init.signal?.aborted;
        if (!isExpected) breaches.push(`${init.method} ${url}: ${String(error)}`);
        throw error;
      }
    },
    expectNoBreaches: () => {
      if (breaches.length > 0) throw new Error(`Against the contract:\n${breaches.join("\n")}`);
    },
  };
}

const zeroAmount = { amount: ZERO, negative: false };
const noPayslips = {
  payslips: 0,
  gross: zeroAmount,
  deductions: zeroAmount,
  net: zeroAmount,
  employer: ZERO,
};

/** @returns a promise that is only ever rejected, when the visit ends. */
function rejectWhenEnded(visit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    visit.addEventListener("abort", () => reject(new ConnectionLost()), { once: true });
  });
}

/** Handlers for the calls of the pages on which most tests begin, and of the app shell. */
function handleCommonCalls(on: FakeApi["on"]): void {
  // The sidebar and the header of every page make these calls.
  on(countPendingAdvances, () => ({ pending: 0 }));
  on(countWaitingRuns, () => ({ waiting: 0 }));
  on(countNotifications, () => ({ unread: 0 }));
  // Every list requests its saved views once.
  on(listSavedViews, () => []);
  // Totals of lists, which most tests do not need.
  on(getEmployeeTotals, () => null);
  on(getSalaryAdvanceTotals, () => null);
  on(getRunTotals, () => ({ runs: 0, gross: ZERO, net: ZERO, cost: ZERO }));
  on(getPayslipTotals, () => noPayslips);
  // The dashboard, where many tests begin.
  on(getDashboard, () => emptyDashboard());
  on(getBookProof, () => uncheckedProof());
  on(getPlatformProof, () => ({
    checked_at: new Date(0),
    backup_at: null,
    faults: [],
    chain: null,
  }));
  on(listOrganizations, () => ({ data: [], total: 0 }));
}

function holdResponse(delayed: Map<Endpoint, Promise<void>>, endpoint: Endpoint): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  delayed.set(endpoint, promise);
  return resolve;
}

function checkHeaders(endpoint: Endpoint, headers: Headers): void {
  if (headers.get("Timezone") !== "Africa/Lagos") throw new Error("it carries no time zone");
  if (endpoint.idempotent && !headers.has("Idempotency-Key")) {
    throw new Error("it carries no Idempotency-Key");
  }
}

/** Checks access like the real API. @throws Refusal 401 or 403. */
function checkAccess({ access }: Endpoint, headers: Headers, { user, inPortal }: Sessions): void {
  if (access === "public") return;
  if (access === "portal") {
    const fits = inPortal && headers.get("Authorization") === `Bearer ${portalToken}`;
    if (!fits) throw new Refusal("session_missing");
    return;
  }
  if (!user || headers.get("Authorization") !== `Bearer ${token}`) {
    throw new Refusal("session_missing");
  }
  if (access !== "session" && !user.permissions.includes(access)) throw new Refusal("forbidden");
}
