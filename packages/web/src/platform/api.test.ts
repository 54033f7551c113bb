import { endpoint } from "@kontor/contract/endpoint";
import { moment } from "@kontor/contract/wire/moment";
import { money } from "@kontor/contract/wire/money";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";

import { NoResponse, ApiProblem } from "./api-problem.ts";
import { call, callPaged } from "./api.ts";
import { setOutage } from "./connection.ts";
import { notifyError } from "./message/notify.tsx";
import { onSessionEnd, readToken, startSession } from "./session.ts";

vi.mock("./connection.ts", { spy: true });
vi.mock("./message/notify.tsx", () => ({ notifyError: vi.fn<(message: string) => void>() }));

const read = endpoint({
  method: "GET",
  path: "/thing/{id}",
  summary: "A thing",
  access: "session",
  params: z.strictObject({ id: z.int() }),
  data: z.strictObject({ balance: money, made_at: moment }),
});
const list = endpoint({
  method: "GET",
  path: "/things",
  summary: "Things",
  access: "session",
  query: z.strictObject({ page: z.int().default(1) }),
  data: z.array(z.string()),
  paged: true,
});
const save = endpoint({
  method: "POST",
  path: "/things",
  summary: "Save a thing",
  access: "session",
  body: z.strictObject({ name: z.string() }),
  data: z.strictObject({ done: z.literal(true) }),
  idempotent: true,
});

const upload = endpoint({ ...save, path: "/uploads", files: ["logo"] });

/** An in-memory replacement for the browser's session storage. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  };
}

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

function respond(status: number, body: unknown) {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("reportError", vi.fn<(error: unknown) => void>());
  vi.stubGlobal("window", { location: { pathname: "/app/entries", search: "?page=2" } });
  startSession({ access_token: "secret", user_type: "platform", is_super: true, admin_id: 1 });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  fetched.mockReset();
});

describe("a call", () => {
  test("sends the session, the time zone and the idempotency key, and decodes the response", async () => {
    respond(200, { data: { balance: "90071992547409.93", made_at: "2026-03-05T13:30:00.000Z" } });
    const data = await call(read, { id: 5 });
    expect(data.balance).toBe(9_007_199_254_740_993n);
    expect(data.made_at).toEqual(new Date("2026-03-05T13:30:00Z"));
    const [url, init] = fetched.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe("/api/thing/5");
    expect(headers.get("Authorization")).toBe("Bearer secret");
    expect(headers.get("Timezone")).toBe("Africa/Lagos");
    expect(headers.has("Idempotency-Key")).toBe(false);
  });

  test("sends the given Idempotency-Key", async () => {
    respond(201, { data: { done: true } });
    await call(save, { name: "x" }, { idempotencyKey: "one-submit" });
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get("Idempotency-Key")).toBe("one-submit");
    expect(init?.body).toBe('{"name":"x"}');
  });

  test("returns a list with its page", async () => {
    const meta = { page: 1, per_page: 2, total: 5 };
    respond(200, { data: ["a", "b"], meta });
    expect(await callPaged(list, {})).toEqual({ data: ["a", "b"], meta });
  });
});

describe("a refusal", () => {
  test.each([401, 403])("with %d ends the session and remembers the address", async (status) => {
    const ended = vi.fn<() => void>();
    const stop = onSessionEnd(ended);
    respond(status, { code: "x", message: "Your session was revoked." });
    await expect(call(read, { id: 5 })).rejects.toBeInstanceOf(ApiProblem);
    stop();
    expect(notifyError).toHaveBeenCalledExactlyOnceWith("Your session was revoked.");
    expect(readToken()).toBeNull();
    expect(sessionStorage.getItem("user_type")).toBeNull();
    expect(sessionStorage.getItem("remembered_route")).toBe("/app/entries?page=2");
    expect(ended).toHaveBeenCalledOnce();
  });

  test.each([401, 403])("with %d and no text has its own sentence", async (status) => {
    respond(status, {});
    await expect(call(read, { id: 5 })).rejects.toBeInstanceOf(ApiProblem);
    expect(notifyError).toHaveBeenCalledExactlyOnceWith("Session expired, please login again");
  });

  test("of an earlier session does not end the new one", async () => {
    fetched.mockImplementationOnce(async () => {
      startSession({ access_token: "newer", user_type: "staff", is_super: false, admin_id: 2 });
      return new Response("{}", { status: 401 });
    });
    await expect(call(read, { id: 5 })).rejects.toBeInstanceOf(ApiProblem);
    expect(readToken()).toBe("newer");
    expect(notifyError).not.toHaveBeenCalled();
  });

  test("shows its message and passes on its field errors", async () => {
    const errors = [{ path: "items.0.amount", message: "Give an amount above 0.00." }];
    respond(422, { code: "validation_failed", message: "Check the amount.", errors });
    const problem = await call(save, { name: "x" }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ status: 422, code: "validation_failed", errors });
    expect(notifyError).toHaveBeenCalledExactlyOnceWith("Check the amount.");
    expect(readToken()).toBe("secret");
  });

  test("about linked data is shown as one plain sentence", async () => {
    respond(409, { code: "in_use", message: "The group has foreign links: delete them first." });
    await expect(call(save, { name: "x" })).rejects.toBeInstanceOf(ApiProblem);
    expect(notifyError).toHaveBeenCalledExactlyOnceWith(
      "Item is connected to other table, delete connected data first",
    );
  });

  test("shows nothing when the caller shows the message", async () => {
    respond(404, { code: "not_found", message: "It was not found." });
    await expect(call(read, { id: 5 }, { quiet: true })).rejects.toBeInstanceOf(ApiProblem);
    expect(notifyError).not.toHaveBeenCalled();
  });
});

describe("an upload without a response", () => {
  const file = (readable: boolean) => {
    const chosen = new File(["x"], "logo.png");
    const gone = new DOMException("It could not be found", "NotFoundError");
    if (!readable)
      chosen.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(gone) });
    return { logo: chosen };
  };

  test("is refused at a file that the browser cannot read any more", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const problem = await call(upload, { name: "x" }, { files: file(false) }).catch(
      (error: unknown) => error,
    );
    const message = "This file was changed, moved or deleted. Choose it again.";
    expect(problem).toMatchObject({ errors: [{ path: "logo", message }] });
    expect(notifyError).toHaveBeenCalledExactlyOnceWith(message);
    expect(setOutage).not.toHaveBeenCalled();
  });

  test("counts as a lost connection when all files can be read", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(call(upload, { name: "x" }, { files: file(true) })).rejects.toThrow(NoResponse);
    expect(setOutage).toHaveBeenLastCalledWith("server");
  });
});

describe("any other problem is an error without a notification", () => {
  test("when the connection is lost", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(call(read, { id: 5 })).rejects.toThrow(new NoResponse());
    expect(notifyError).not.toHaveBeenCalled();
  });

  test("when no response begins within two minutes", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    fetched.mockReturnValueOnce(new Promise(() => {}));
    const lost = call(save, { name: "x" }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await lost).toBeInstanceOf(NoResponse);
    expect(setOutage).toHaveBeenLastCalledWith("server");
  });

  test("when a refusal has no message", async () => {
    fetched.mockResolvedValueOnce(new Response("<html>Not there</html>", { status: 404 }));
    await expect(call(read, { id: 5 })).rejects.toThrow("An error occurred");
    expect(notifyError).not.toHaveBeenCalled();
  });

  test.each([
    ["a proxy that cannot reach the server", 502, "<html>Bad gateway</html>"],
    ["a proxy that refuses the request", 413, "<html>Too large</html>"],
    ["a network that wants its users to sign in", 200, "<html>Welcome to the hotel</html>"],
  ])("when %s responds, which counts as a lost connection", async (_who, status, html) => {
    fetched.mockResolvedValueOnce(new Response(html, { status }));
    await expect(call(read, { id: 5 })).rejects.toThrow(new NoResponse());
    expect(setOutage).toHaveBeenLastCalledWith("server");
    expect(notifyError).not.toHaveBeenCalled();
    expect(reportError).not.toHaveBeenCalled();
    respond(500, { code: "internal", message: "Something failed." });
    await expect(call(read, { id: 5 })).rejects.toBeInstanceOf(ApiProblem);
    expect(setOutage).toHaveBeenLastCalledWith(null);
  });

  test("when the response violates the contract, which is also reported", async () => {
    respond(200, { data: { balance: 12.5, made_at: "yesterday" } });
    await expect(call(read, { id: 5 })).rejects.toThrow("An error occurred");
    expect(notifyError).not.toHaveBeenCalled();
    expect(reportError).toHaveBeenCalledOnce();
  });
});

test("a cancelled request stays cancelled", async () => {
  const abort = new AbortController();
  abort.abort();
  fetched.mockRejectedValueOnce(abort.signal.reason);
  await expect(call(read, { id: 5 }, { signal: abort.signal })).rejects.toThrow(/abort/i);
});
