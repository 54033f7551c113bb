import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { atMostOne } from "../platform/database/rows.ts";
import type { HandlerResult } from "../platform/http/api-response.ts";
import { authenticate, decode, requirePermission } from "../platform/http/request.ts";
import { route, type Route } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { verifySecret } from "./passwords.ts";
import { clearAttempts, throttle } from "./throttle.ts";

/**
 * Binds an endpoint that could take over an account: it requires the user's password again, in the
 * named field of its body. Wrong passwords are counted and delayed as at sign-in, in separate
 * transactions, so an unlocked screen is not enough.
 *
 * @throws Refusal `password_wrong` at the field, before the handler is called.
 */
export function passwordConfirmedRoute<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<HandlerResult<E>>,
  field: "password" | "present_password" = "password",
): Route {
  const confirmed = route(endpoint, handler);
  return {
    endpoint,
    serve: async (incoming, reply) => {
      const { request, services } = incoming;
      const { database, clock } = services;
      const actor = await database.transaction((tx) => authenticate(incoming, tx));
      requirePermission(incoming, actor);
      const password = String(decode(incoming)[field]);
      const attempt = await throttle({ database, clock, ip: request.ip }, "password", actor.email);
      const { rows } = await database.statement((db) =>
        sql<{ password_hash: string | null }>`
          select password_hash from users where id = ${actor.user_id}`.execute(db),
      );
      if (!(await verifySecret(atMostOne(rows)?.password_hash, password))) {
        throw Refusal.at(field, "password_wrong");
      }
      await database.transaction((tx) => clearAttempts(tx, attempt));
      return confirmed.serve(incoming, reply);
    },
  };
}
