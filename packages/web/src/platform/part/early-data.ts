/** Set when the web is built, for an API at another address. */
const configuredUrl: unknown = import.meta.env["VITE_API_BASE_URL"];
const baseUrl = typeof configuredUrl === "string" && configuredUrl ? configuredUrl : "/api";

/** How long an answer is as good as one that is asked for now, in milliseconds. */
const shelfLife = 30_000;

/** What the first screen of an address asks for, `{tenant}` being the organization that is chosen. */
const lists: Readonly<Record<string, string>> = {
  "/app/dashboard": "/dashboard?tenant_id={tenant}",
  "/app/organizations": "/organizations?page=1&per_page=25",
  "/app/employees": "/employees?tenant_id={tenant}&page=1&per_page=25",
  "/app/payroll": "/payroll-runs?tenant_id={tenant}&page=1&per_page=25",
  "/app/chart-accounts": "/accounts?tenant_id={tenant}&page=1&per_page=10",
};

type Place = Pick<Location, "pathname" | "search">;

/** The calls that the screen of an address is going to make, by their addresses; none outside the app. */
export function callsOf({ pathname, search }: Place): string[] {
  if (!pathname.startsWith("/app/")) return [];
  const list = lists[pathname];
  // Filters in the address are read by the contract, and folded groups are part of the call.
  const isUsual = search === "" && localStorage.getItem("chart_folded") === null;
  if (list === undefined || !isUsual) return ["/wire/me"];
  const chosen = sessionStorage.getItem("organization_filter") ?? "";
  const tenant = /^[1-9]\d{0,14}$/.test(chosen) ? chosen : "0";
  return ["/wire/me", list.replace("{tenant}", tenant)];
}

type Early = {
  token: string;
  requestedAt: number;
  response: Promise<Response>;
  /** The JSON of a successful response, once it is here. */
  read: { body?: unknown };
  /** Resolves when the response is here, whatever it is. */
  arrived: Promise<unknown>;
};

const waiting = new Map<string, Early>();

/**
 * Requests the first data of the address's screen while the code of the screen is still loading,
 * which takes a second on a mobile network. Without a session in this tab it requests nothing.
 */
export function beginEarly(place: Place): void {
  const token = sessionStorage.getItem("token");
  if (token === null) return;
  for (const call of callsOf(place)) {
    const headers = {
      Accept: "application/json",
      Timezone: "Africa/Lagos",
      Authorization: `Bearer ${token}`,
    };
    const response = fetch(baseUrl + call, { method: "GET", headers, cache: "no-store" });
    const read: Early["read"] = {};
    // The caller that takes the response over handles its failure.
    const arrived = readCopy(response, read).catch(() => undefined);
    waiting.set(baseUrl + call, { token, requestedAt: performance.now(), response, read, arrived });
  }
}

/** Reads a copy, so that the response itself can still be taken over. */
async function readCopy(response: Promise<Response>, read: Early["read"]): Promise<void> {
  const received = await response;
  if (received.ok) read.body = await received.clone().json();
}

/** Resolves when all that was asked for early and not taken over yet is here. */
export async function untilEarlyArrived(): Promise<void> {
  await Promise.all([...waiting.values()].map(({ arrived }) => arrived));
}

function isUsable({ token, requestedAt }: Early, currentToken: string | null): boolean {
  return currentToken === token && performance.now() - requestedAt < shelfLife;
}

/**
 * The body of an early response, for the first drawing of the component that needs it; undefined until it has
 * arrived, and when it is of another session or no longer fresh. The response can still be taken over.
 */
export function earlyBody(url: string, token: string | null): unknown {
  const early = waiting.get(url);
  return early !== undefined && isUsable(early, token) ? early.read.body : undefined;
}

/** Whether anything that was asked for early waits to be taken over. */
export function isAnyWaiting(): boolean {
  return waiting.size > 0;
}

/** The response was drawn and must not be used again. */
export function forgetEarly(url: string): void {
  waiting.delete(url);
}

/**
 * The response to a call that was made early, once; undefined where there is none for this very address
 * and session, or none that is still fresh. What is written makes all that was asked for before it outdated.
 */
export function takeEarly(url: string, init: RequestInit): Promise<Response> | undefined {
  if (init.method !== "GET") waiting.clear();
  const early = waiting.get(url);
  if (early === undefined) return undefined;
  waiting.delete(url);
  const currentToken =
    new Headers(init.headers).get("Authorization")?.replace("Bearer ", "") ?? null;
  return isUsable(early, currentToken) ? early.response : undefined;
}

/** Whether an early response is not used yet. */
export function isWaiting(call: string): boolean {
  return waiting.has(baseUrl + call);
}

// Plain functions are tested without a window.
if (typeof window !== "undefined") beginEarly(window.location);
