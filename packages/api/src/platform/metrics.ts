import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The metrics of this process, named as Prometheus recommends: a counter ends in `_total`, and a
 * unit is part of the name and is a base unit. No label identifies a tenant or a person.
 */
export const metrics = new Registry();

const registers = [metrics];

/** Memory, processor, garbage collection, and event loop lag (`nodejs_eventloop_lag_*`). */
collectDefaultMetrics({ register: metrics });

/** Responses by method, registered route, and status. */
export const requestsTotal = new Counter({
  name: "kontor_http_requests_total",
  help: "Requests responded to",
  labelNames: ["method", "route", "status"] as const,
  registers,
});

/** From the first byte of a request to the last of its response. */
export const requestSeconds = new Histogram({
  name: "kontor_http_request_duration_seconds",
  help: "Time from a request to the end of its response",
  labelNames: ["method", "route"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/** Exported lists, by the server that they were read from: `replica` or `primary`. */
export const exportsTotal = new Counter({
  name: "kontor_exports_total",
  help: "Exports, by the server that they were read from",
  labelNames: ["source"] as const,
  registers,
});
for (const source of ["replica", "primary"]) exportsTotal.inc({ source }, 0);

export const requestsInProgress = new Gauge({
  name: "kontor_http_requests_in_progress",
  help: "Requests that are being worked on",
  registers,
});

/** Entries and revisions, counted once their transaction has committed. */
export const entriesPosted = new Counter({
  name: "kontor_entries_posted_total",
  help: "Entries and revisions posted to the books",
  registers,
});

export const groupSize = new Histogram({
  name: "kontor_group_commit_size",
  help: "Requests that shared a transaction",
  buckets: [1, 2, 5, 10, 20, 30, 40, 50],
  registers,
});

export const groupWaiting = new Gauge({
  name: "kontor_group_commit_waiting",
  help: "Requests that wait for the next transaction of their tenant",
  registers,
});

/** `sent`, `retried` for a failed attempt that will be repeated, `given_up`. */
export const mailsTotal = new Counter({
  name: "kontor_mails_total",
  help: "Attempts to send a mail, by what came of them",
  labelNames: ["outcome"] as const,
  registers,
});

// A series that begins with its first event hides that event from rates.
for (const outcome of ["sent", "retried", "given_up"]) mailsTotal.inc({ outcome }, 0);

/** `ok` or `failed`. */
export const jobsTotal = new Counter({
  name: "kontor_jobs_total",
  help: "Runs of background work, by queue and outcome",
  labelNames: ["queue", "outcome"] as const,
  registers,
});

export const jobSeconds = new Histogram({
  name: "kontor_job_duration_seconds",
  help: "Time that a run of background work took",
  labelNames: ["queue"] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers,
});

/** Writes of requests and of background work, so that one of them notices at any hour. */
export const diskFullTotal = new Counter({
  name: "kontor_disk_full_total",
  help: "Writes that the database refused because its disk is full",
  registers,
});
