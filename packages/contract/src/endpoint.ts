import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * What an actor may do, one name per capability; reading and writing are separate. The API maps
 * roles to permissions in one place (api/src/platform/permissions.ts) and `GET wire/me` gives the
 * screens the user's permissions.
 */
export const permissions = [
  "organizations.read",
  "organizations.write",
  /** Add organizations to the platform. */
  "organizations.create",
  "accounting.read",
  "accounting.write",
  "books.check",
  /** Lock and open periods of the books, and close years. */
  "books.close",
  "funding.read",
  "funding.write",
  "configuration.read",
  "configuration.write",
  "settings.read",
  "settings.write",
  /** The users of an organization. */
  "users.read",
  "users.write",
  /** The users of the platform itself. */
  "platform-users.read",
  "platform-users.write",
  /** Read the audit log of an organization, and of everything. */
  "audit.read",
  "platform-audit.read",
  "employees.read",
  "employees.write",
  /** What employees earn: rates, items, reliefs, payslips. */
  "employees.pay.read",
  "employees.pay.write",
  "personal-data.manage",
  /** Confirm, as the second person, that an employee's new bank account is right. */
  "bank-accounts.confirm",
  "salary-advances.read",
  "salary-advances.request",
  "salary-advances.decide",
  /** Write off what an employee still owes. */
  "salary-advances.write-off",
  "payroll.read",
  "payroll.prepare",
  "payroll.approve",
  "payroll.disburse",
  /** Record that authorities were paid what payrolls owe them, which posts it. */
  "remittances.record",
  "reports.read",
] as const;

export type Permission = (typeof permissions)[number];

/**
 * Who may call an endpoint: `public` needs no session, `session` any signed-in user, a permission only
 * the users who hold it. `portal` is the employees' own kind of session: it opens these calls and no
 * others, and no user's session opens them.
 */
export type Access = "public" | "session" | "portal" | Permission;

export type Endpoint = {
  readonly method: Method;
  /** Path below `/api` with `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Also open to users who still have to set up the second factor that their role requires. */
  readonly beforeSecondFactor?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Shape of `data` in the response; a list endpoint gives an array schema. */
  readonly data: z.ZodType;
  /** The response carries `meta` with `page`, `per_page` and `total`. */
  readonly paged?: true;
  /** Success status; 200 unless said otherwise. */
  readonly status?: 200 | 201;
  /** The call creates or moves something: it honours the `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** The response depends on nothing but the request: it carries a strong ETag and honours `If-None-Match`. */
  readonly etag?: true;
  /** The body is multipart/form-data; the named fields are image files. */
  readonly files?: readonly string[];
  /** The response is a file of one of these media types and no JSON; `data` is `z.unknown()` then. */
  readonly file?: readonly string[];
};

export type PageMeta = {
  page: number;
  per_page: number;
  total: number;
  /** Where a list that grows meanwhile ends; see the endpoint that takes it back. */
  up_to?: string | undefined;
};

/**
 * Describes one call. The same value makes the route, its OpenAPI entry and the typed client, so
 * that the shape of a call is written once.
 */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

/** A body of files alone has no fields. */
type Decoded<Schema> = Schema extends z.ZodType
  ? string extends keyof z.output<Schema>
    ? unknown
    : z.output<Schema>
  : unknown;

type Part<E, Name extends "params" | "query" | "body"> = E extends {
  readonly [Key in Name]: infer Schema;
}
  ? Decoded<Schema>
  : unknown;

/**
 * The input of a feature function and of the client: params, query and body as one decoded object.
 */
export type InputOf<E> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">;

/** The decoded `data` of a response. */
export type DataOf<E> = E extends { readonly data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never;

/**
 * Sent with polls, such as a count refreshed every minute, when the user may be away: such a call
 * does not keep the session alive.
 */
export const unattendedHeader = "x-unattended";
