import { testPassword } from "./people.ts";
import type { FieldValues } from "./valid-requests.ts";

/** Ids of users in calls about a member of an organization and about one of the platform. */
export function userIds(member: number, colleague: number): FieldValues {
  const calls = [
    "GET",
    "PUT /roles",
    "POST /deactivate",
    "POST /reactivate",
    "POST /invitation",
    "POST /second-factor/reset",
  ];
  const values: Record<string, unknown> = {};
  for (const call of calls) {
    const [method = "", rest = ""] = call.split(" ");
    values[`${method} /settings/users/{id}${rest} id`] = colleague;
    values[`${method} /organizations/{tenant_id}/{company_id}/users/{id}${rest} id`] = member;
  }
  values["PUT /settings/users/{id}/roles version"] = 1;
  values["PUT /settings/sign-in-rules version"] = 0;
  values["PUT /settings/mail present_password"] = testPassword;
  values["PUT /settings/bank-credentials present_password"] = testPassword;
  values["PUT /organizations/{tenant_id}/{company_id}/sign-in-rules version"] = 0;
  return values;
}
