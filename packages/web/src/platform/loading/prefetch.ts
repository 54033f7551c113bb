/** Set when the web is built for an API at another address. */
const configuredUrl: unknown = import.meta.env["VITE_API_BASE_URL"];
const baseUrl = typeof configuredUrl === "string" && configuredUrl ? configuredUrl : "/api";

/** How long a prefetched response stays fresh, in milliseconds. */
const maxAge = 30_000;

/**
 * The first call of the screen at each address, and the permission that it needs. `{tenant}` is
 * replaced by the chosen organization.
 */
const firstCalls: Readonly<Record<string, readonly [call: string, permission?: string]>> = {
  "/app/dashboard": ["/dashboard?tenant_id={tenant}"],
  "/app/organizations": ["/organizations?page=1&per_page=25", "organizations.read"],
  "/app/employees": ["/employees?tenant_id={tenant}&page=1&per_page=25", "employees.read"],
  "/app/payroll": ["/payroll-runs?tenant_id={tenant}&page=1&per_page=25", "payroll.read"],
  "/app/chart-accounts": ["/accounts?tenant_id={tenant}&page=1&per_page=10", "accounting.read"],
};

/**
 * Whether the user of this tab may make a call, by the permissions of the last load. They are
 * unknown only in a tab that has not loaded its user yet. Without any, everything is refused.
 */
function isPermitted(permission: string | undefined): boolean {
  const known = sessionStorage.getItem("permissions");
  if (known === null) return true;
  return known !== "" && (permission === undefined || known.split(" ").includes(permission));
}

type PageAddress = Pick<Location, "pathname" | "search">;

/** The URLs of the calls that the screen of an address will make; none outside the app. */
export function prefetchCallsOf({ pathname, search }: PageAddress): string[] {
  if (!pathname.startsWith("/app/")) return [];
  const [list, permission] = firstCalls[pathname] ?? [];
  // Filters in the address need the contract to parse them, and folded groups are part of the call.
  const isUsual = search === "" && localStorage.getItem("chart_folded") === null;
  if (list === undefined || !isUsual || !isPermitted(permission)) return ["/wire/me"];
  const chosen = sessionStorage.getItem("organization_filter") ?? "";
  const tenant = /^[1-9]\d{0,14}$/.test(chosen) ? chosen : "0";
  return ["/wire/me", list.replace("{tenant}", tenant)];
}

type Prefetched = {
  token: string;
  requestedAt: number;
  response: Promise<Response>;
  /** The JSON of a successful response, once it has arrived. */
  read: { body?: unknown };
  /** Resolves when a response of any kind has arrived. */
  arrived: Promise<unknown>;
};

const prefetches = new Map<string, Prefetched>();

/**
 * Prefetches the first data of the address's screen while the code of the screen is still loading,
 * which takes a second on a mobile network. Requests nothing when this tab has no session.
 */
export function prefetch(place: PageAddress): void {
  const token = sessionStorage.getItem("token");
  if (token === null) return;
  for (const call of prefetchCallsOf(place)) {
    const headers = {
      Accept: "application/json",
      Timezone: "Africa/Lagos",
      Authorization: `Bearer ${token}`,
    };
    const response = fetch(baseUrl + call, { method: "GET", headers, cache: "no-store" });
    const read: Prefetched["read"] = {};
    // The caller that takes the response over handles its failure.
    const arrived = readCopy(response, read).catch(() => undefined);
    prefetches.set(baseUrl + call, {
      token,
      requestedAt: performance.now(),
      response,
      read,
      arrived,
    });
  }
}

/** Reads a copy, so that the response itself can still be taken over. */
async function readCopy(response: Promise<Response>, read: Prefetched["read"]): Promise<void> {
  const received = await response;
  if (received.ok) read.body = await received.clone().json();
}

/** Resolves when all prefetched responses that are not taken over yet have arrived. */
export async function allPrefetched(): Promise<void> {
  await Promise.all([...prefetches.values()].map(({ arrived }) => arrived));
}

function isUsable({ token, requestedAt }: Prefetched, currentToken: string | null): boolean {
  return currentToken === token && performance.now() - requestedAt < maxAge;
}

/**
 * The body of a prefetched response, for the first render of the component that needs it. Undefined
 * until it has arrived, and when it belongs to another session or is no longer fresh. The response
 * can still be taken over.
 */
export function prefetchedBody(url: string, token: string | null): unknown {
  const prefetched = prefetches.get(url);
  return prefetched !== undefined && isUsable(prefetched, token) ? prefetched.read.body : undefined;
}

/** Whether any prefetched response has not been taken over yet. */
export function hasPrefetched(): boolean {
  return prefetches.size > 0;
}

/** Drops a response that has been rendered and must not be used again. */
export function discardPrefetched(url: string): void {
  prefetches.delete(url);
}

/**
 * Takes over the prefetched response of a call, once. Undefined when there is none for exactly this
 * URL and session, or when it is no longer fresh. Any call that writes discards all prefetched
 * responses.
 */
export function takePrefetched(url: string, init: RequestInit): Promise<Response> | undefined {
  if (init.method !== "GET") prefetches.clear();
  const prefetched = prefetches.get(url);
  if (prefetched === undefined) return undefined;
  prefetches.delete(url);
  const currentToken =
    new Headers(init.headers).get("Authorization")?.replace("Bearer ", "") ?? null;
  return isUsable(prefetched, currentToken) ? prefetched.response : undefined;
}

/** Whether a prefetched response of this call has not been used yet. */
export function isPrefetched(call: string): boolean {
  return prefetches.has(baseUrl + call);
}

// Tests of the plain functions run without a window.
if (typeof window !== "undefined") prefetch(window.location);
