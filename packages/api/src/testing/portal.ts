import { randomUUID } from "node:crypto";

import { addEmployee, getEmployee } from "@kontor/contract/employees/employees";
import { saveModule } from "@kontor/contract/modules/modules";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { portalSignIn, sendPortalCode } from "@kontor/contract/portal/session";

import { openStaff, pathOf, type Staff, type TestEmployee } from "./employees.ts";
import type { Caller, World } from "./harness.ts";
import { leaveOn, suspend } from "./leaving.ts";
import type { TestOrganization } from "./organizations.ts";
import { changeOrganizationStatus, mailsTo, type StoredMail } from "./people.ts";

/** The mails to an address with a code. */
export async function codeMailsTo(world: World, email: string): Promise<StoredMail[]> {
  return (await mailsTo(world, email)).filter(({ label }) => label === "portal_code");
}

/** The code in a mail. @throws Error when there is no mail or no code in it. */
export function codeIn(mail: StoredMail | undefined): string {
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
  if (code === undefined) throw new Error("no code was mailed");
  return code;
}

/** Requests a code and reads it from the latest mail to the address. */
export async function requestPortalCode(world: World, email: string): Promise<string> {
  await world.nobody.call(sendPortalCode, { body: { email } });
  return codeIn((await codeMailsTo(world, email)).at(-1));
}

/** Signs in with a code, to the chosen employment if there are several. */
export async function signInWithCode(
  world: World,
  body: {
    email: string;
    code: string;
    employment?: { tenant_id: number; employee_id: number };
  },
): Promise<Caller> {
  const signedIn = await world.nobody.call(portalSignIn, { body });
  if (!("portal_token" in signedIn)) throw new Error("the address belongs to several employments");
  return world.callerWith(signedIn.portal_token, 0);
}

/** Requests a code and signs in with it. */
export async function signInToPortal(world: World, email: string): Promise<Caller> {
  return signInWithCode(world, { email, code: await requestPortalCode(world, email) });
}

const person = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };

/** Adds an employee of an organization and invites them to the portal. */
export async function addInvitedEmployee(
  world: World,
  { path, tenant_id }: TestOrganization,
  fields: { staff_no: string; email: string },
): Promise<TestEmployee> {
  const hr = await world.signInAs(["HR"], tenant_id);
  const added = await hr.call(addEmployee, { params: path, body: { ...person, ...fields } });
  await hr.call(inviteToPortal, { params: { ...path, id: added.id } });
  return added;
}

/**
 * Adds and invites another employee with their own address. Advances the clock by 61 minutes first:
 * all calls come from one network, whose failures are forgotten after an hour.
 */
export async function inviteAnother(
  world: World,
  { staff }: Pick<PortalStaff, "staff">,
): Promise<{ email: string; employee: TestEmployee }> {
  world.clock.advance(61 * 60_000);
  const name = randomUUID();
  const email = `${name}@staff.example`;
  const staff_no = `P-${name.slice(0, 8)}`;
  return { email, employee: await addInvitedEmployee(world, staff.home, { staff_no, email }) };
}

/**
 * Adds an employee and signs them in to the portal; the caller's `user_id` is the employee's id.
 */
export async function openPortalFor(
  world: World,
  organization: TestOrganization,
  staffNo: string,
): Promise<Caller> {
  const email = `${staffNo.toLowerCase()}-${organization.tenant_id}@staff.example`;
  const { id } = await addInvitedEmployee(world, organization, { staff_no: staffNo, email });
  const { token } = await signInToPortal(world, email);
  return world.callerWith(token ?? "", id);
}

/**
 * What the staff of an organization can do for an employee of the portal, whatever the clock shows.
 */
export type PortalStaff = {
  staff: Staff;
  hr(organization?: TestOrganization): Promise<Caller>;
  version(employee: TestEmployee): Promise<number>;
  suspend(employee: TestEmployee, suspended: boolean): Promise<void>;
  leaveOn(employee: TestEmployee, exitDate: string): Promise<void>;
  setOrganization(status: "ACTIVE" | "SUSPENDED"): Promise<void>;
  /** Switches the two modules that have a part in the portal. */
  switchModules(enabled: boolean): Promise<void>;
};

export async function openPortalStaff(world: World): Promise<PortalStaff> {
  const staff = await openStaff(world);
  const { tenant_id, path } = staff.home;
  // A new session each time, since moving the clock ends earlier ones.
  const hr: PortalStaff["hr"] = (organization = staff.home) =>
    world.signInAs(["HR"], organization.tenant_id);
  const version: PortalStaff["version"] = async (employee) =>
    (await (await hr()).call(getEmployee, { params: pathOf(employee) })).version;
  return {
    staff,
    hr,
    version,
    suspend: async (employee, suspended) => {
      await suspend({ hr: await hr() }, pathOf(employee), suspended);
    },
    leaveOn: async (employee, exit_date) => {
      await leaveOn({ hr: await hr() }, pathOf(employee), exit_date);
    },
    setOrganization: (status) => changeOrganizationStatus(world, path, status),
    switchModules: async (enabled) => {
      const owner = await world.signInAs(["OWNER"], tenant_id);
      for (const id of ["salary_advance", "payroll"]) {
        await owner.call(saveModule.organization, { params: { ...path, id }, body: { enabled } });
      }
    },
  };
}
