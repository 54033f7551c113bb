import { addEmployee } from "@kontor/contract/employees/employees";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { expect } from "vitest";

import type { Caller, Reply, World } from "./harness.ts";
import { openOrganization, type TestOrganization } from "./organizations.ts";

export type TestEmployee = DataOf<typeof addEmployee>;
type Wire = { params: object; query?: object; body?: unknown };

/** Two organizations, and callers who keep the staff records of the first. */
export type Staff = {
  home: TestOrganization;
  other: TestOrganization;
  hr: Caller;
  /** Another user of the same organization, for decisions that need a second person. */
  second: Caller;
  stranger: Caller;
  /** Adds an employee of `home`. */
  add: (staffNo: string, fields?: object) => Promise<TestEmployee>;
};

export async function openStaff(world: World): Promise<Staff> {
  const home = await openOrganization(world, "Home");
  const other = await openOrganization(world, "Other");
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const needed = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
  return {
    home,
    other,
    hr,
    second: await world.signInAs(["HR"], home.tenant_id),
    stranger: await world.signInAs(["HR"], other.tenant_id),
    add: (staff_no, fields = {}) =>
      hr.call(addEmployee, { params: home.path, body: { ...needed, staff_no, ...fields } }),
  };
}

/** The path parameters of an employee. */
export function pathOf({ tenant_id, company_id, id }: TestEmployee): {
  tenant_id: number;
  company_id: number;
  id: number;
} {
  return { tenant_id, company_id, id };
}

/** The status of a refusal and the fields that it names. */
export function refusedFields(reply: Reply): (number | string)[] {
  return [reply.status, ...(reply.problem.errors ?? []).map(({ path }) => path)];
}

/**
 * Expects each call on an employee to be refused: 401 for anonymous callers, 403 for staff who may
 * only read the directory, 404 for a user of another organization by any path.
 */
export async function expectGuarded(
  world: World,
  staff: Staff,
  calls: readonly (readonly [Endpoint, Wire])[],
): Promise<void> {
  const reader = await world.signInAs(["VIEWER"]);
  for (const [endpoint, wire] of calls) {
    const name = `${endpoint.method} ${endpoint.path}`;
    expect([name, (await world.nobody.attempt(endpoint, wire)).status]).toEqual([name, 401]);
    const read = (await reader.attempt(endpoint, wire)).status;
    if (endpoint.access !== "employees.read") expect([name, read]).toEqual([name, 403]);
    // A call on a whole organization is allowed to a stranger in their own organization.
    const ofOne = endpoint.path.includes("{id}");
    for (const path of [staff.home.path, ...(ofOne ? [staff.other.path] : [])]) {
      const params = { ...wire.params, ...path };
      const { status } = await staff.stranger.attempt(endpoint, { ...wire, params });
      expect([name, status]).toEqual([name, 404]);
    }
  }
}
