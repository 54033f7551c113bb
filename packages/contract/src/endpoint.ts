import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The capabilities of an actor, one name each; reading and writing are separate. The API maps roles
 * to permissions in one place (api/src/platform/permissions.ts), and `GET wire/me` returns the
 * user's permissions to the screens.
 */
export const permissions = [
  "organizations.read",
  "organizations.write",
  /** Create organizations. */
  "organizations.create",
  /** Suspend organizations and resume them. */
  "organizations.suspend",
  "accounting.read",
  "accounting.write",
  "books.check",
  /** Lock and unlock periods of the books, and close years. */
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
  /** Read the audit log of an organization, or of the whole platform. */
  "audit.read",
  "platform-audit.read",
  "employees.read",
  "employees.write",
  /** Upload files of employees; importing a column needs the permission to write what it holds. */
  "employees.import",
  /** Employees' pay: rates, items, reliefs, payslips. */
  "employees.pay.read",
  "employees.pay.write",
  "personal-data.manage",
  /** Confirm an employee's new bank account as the second person. */
  "bank-accounts.confirm",
  "salary-advances.read",
  "salary-advances.request",
  "salary-advances.decide",
  /** Write off what an employee still owes on an advance. */
  "salary-advances.write-off",
  "payroll.read",
  "payroll.prepare",
  "payroll.approve",
  "payroll.disburse",
  /** Record payments of payroll liabilities to authorities, which posts them. */
  "remittances.record",
  "reports.read",
] as const;

export type Permission = (typeof permissions)[number];

/**
 * Who may call an endpoint: `public` needs no session, `session` any signed-in user, a permission
 * only users who hold it. `portal` needs the employees' own kind of session, which opens only these
 * calls; a user's session never opens them.
 */
export type Access = "public" | "session" | "portal" | Permission;

export type Endpoint = {
  readonly method: Method;
  /** Path below `/api` with `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Also open to users who must still set up the second factor that their role requires. */
  readonly beforeSecondFactor?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The schema of `data` in the response; for a list endpoint an array schema. */
  readonly data: z.ZodType;
  /** The response carries `meta` with `page`, `per_page` and `total`. */
  readonly paged?: true;
  /** Success status; 200 by default. */
  readonly status?: 200 | 201;
  /** The call creates or moves something, and honours the `Idempotency-Key` header. */
  readonly idempotent?: true;
  /**
   * The body of an `idempotent` call has a password, or numbers that are stored only encrypted. The
   * hash by which a repeated request is recognized is then keyed: a plain one could be reversed by
   * trying all numbers, or likely passwords.
   */
  readonly confidential?: true;
  /**
   * The response depends only on the request: it carries a strong ETag and honours `If-None-Match`.
   */
  readonly etag?: true;
  /** The body is multipart/form-data; the named fields are image files. */
  readonly files?: readonly string[];
  /**
   * The response is a file of one of these media types instead of JSON; `data` is then
   * `z.unknown()`.
   */
  readonly file?: readonly string[];
};

export type PageMeta = {
  page: number;
  per_page: number;
  total: number;
  /**
   * Marks the end of a list that grows between pages; pass it back to the endpoint for later pages.
   */
  up_to?: string | undefined;
};

/**
 * Describes one call. The route, its OpenAPI entry and the typed client are all derived from this
 * value, so the shape of a call is written once.
 */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

/** A body that consists only of files has no fields. */
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
 * The input of a feature function and of the client: params, query and body combined into one
 * decoded object.
 */
export type InputOf<E> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">;

/** The decoded `data` of a response. */
export type DataOf<E> = E extends { readonly data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never;

/**
 * Header of polls, such as a count refreshed every minute, which are sent even when the user is
 * away: such a call does not extend the session.
 */
export const unattendedHeader = "x-unattended";
