import { addDays, addMonths } from "@kontor/books/calendar-date";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";

import { addLedgerToGroup } from "../../accounting/chart/ledgers.ts";
import { posterOf, postEntries, type Posting } from "../../accounting/entries/postings.ts";
import { moveFunds } from "../../funding/funds.ts";
import { prepareLogo } from "../../organizations/logo.ts";
import { organizationsList } from "../../organizations/organizations-list.ts";
import { addOrganization } from "../../organizations/organizations.ts";
import { runsPage } from "../../payroll/runs/list.ts";
import type { Clock } from "../../platform/clock.ts";
import { acquireNamedLock, type Database } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import { pngOf } from "../../platform/files/images.ts";
import { takeUnloggedMails } from "../../platform/mail/outbox.ts";
import { actorOf, enterTenant, setAllTenantsReadable, type Context } from "../../platform/scope.ts";
import { hashSecret } from "../../session/passwords.ts";
import { createUser, findUser, hasSessions, hasUsers, userAddedAt } from "../../session/users.ts";
import { ledgersOf, settleClearing } from "./bank.ts";
import { seedEmployees } from "./employees.ts";
import { demoOrganizations, pastMonths, scaled, type DemoOrganization } from "./organizations.ts";
import { addOrganizationUsers, addPlatformUsers } from "./users.ts";

export type DemoSignIn = { email: string; password: string };

/** What {@link seedDemo} found or created. */
export type Demo = DemoSignIn & {
  /** When the demo data was created. */
  since: Date;
  /**
   * The organizations that still need a history: those that it has just created, or that an earlier
   * start created which then failed. Empty once somebody has signed in.
   */
  withoutHistory: readonly DemoTenant[];
};

/** An organization of the demo data. */
export type DemoTenant = { code: string; tenant_id: number; company_id: number };

/** The administrator of the demo data; development only, so the password is no secret. */
export const demoSignIn: DemoSignIn = {
  email: "admin@kontor.example",
  password: "demo password 2026",
};

/**
 * Fills an empty database with an administrator and organizations with months of entries, created
 * by the functions that the API itself uses. Does nothing if there is any user.
 *
 * @returns the sign-in to show and what still needs a history, or undefined when this database was not
 * seeded by it.
 */
export async function seedDemo(
  database: Database,
  clock: Clock,
  environment: Environment,
): Promise<Demo | undefined> {
  const seeded = await database.transaction(async (tx) => {
    // When several processes start on an empty database, one seeds; the others wait and find it
    // done.
    await acquireNamedLock(tx, "demo data");
    if (await hasUsers(tx)) return findDemo({ tx, clock, environment });
    // Hashed once for all: each hash takes as long as a sign-in.
    const hash = await hashSecret(demoSignIn.password);
    const administrator = {
      email: demoSignIn.email,
      name: "Demo Administrator",
      roles: ["ADMINISTRATOR"] as const,
      tenant_id: null,
    };
    const since = clock.now();
    const user_id = await createUser(tx, { ...administrator, password: { hash } }, since);
    const actor = actorOf({ ...administrator, user_id });
    const context: Context = { tx, actor, clock, environment, requestId: "demo-data" };
    await addPlatformUsers(context, hash);
    const withoutHistory = [];
    for (const organization of demoOrganizations) {
      withoutHistory.push(await seedOrganization(context, organization, hash));
      await setAllTenantsReadable(tx);
    }
    // Without a mail server the log shows new mails; those of the demo data would hide the sign-in.
    await takeUnloggedMails(tx);
    return { since, withoutHistory };
  });
  return seeded && { ...demoSignIn, ...seeded };
}

/**
 * The demo data of an earlier start. An organization without any payroll got no history, because that
 * start failed after it had created the data, for example at its port. Its history must not be mixed
 * with what users did, so it gets none once somebody has signed in, nor on a configured database,
 * where another process may be creating it.
 */
async function findDemo(
  at: Pick<Context, "tx" | "clock" | "environment">,
): Promise<Pick<Demo, "since" | "withoutHistory"> | undefined> {
  const { tx } = at;
  const administrator = await findUser(tx, demoSignIn.email);
  if (administrator === undefined) return undefined;
  const since = await userAddedAt(tx, administrator.user_id);
  const isShared = at.environment.databaseUrl !== undefined;
  if (isShared || (await hasSessions(tx))) return { since, withoutHistory: [] };
  const context: Context = { ...at, actor: actorOf(administrator), requestId: "demo-data" };
  await setAllTenantsReadable(tx);
  const { rows } = await organizationsList(context, { sort: "created_at", page: 1, per_page: 100 });
  const withoutHistory = [];
  for (const { code, tenant_id, company_id } of rows) {
    const runs = await runsPage(context, { tenant_id, page: 1, per_page: 1 });
    const isDemo = demoOrganizations.some((each) => each.code === code);
    if (isDemo && runs.total === 0) withoutHistory.push({ code, tenant_id, company_id });
  }
  return { since, withoutHistory };
}

async function seedOrganization(
  context: Context,
  organization: DemoOrganization,
  hash: string,
): Promise<DemoTenant> {
  const domain = `${organization.code}.example`;
  const owner = `manager@${domain}`;
  const { tenant_id, company_id } = await addOrganization(
    context,
    {
      name: organization.name,
      code: organization.code,
      address: "1 Example Street",
      email: `office@${domain}`,
      support_email: `support@${domain}`,
      emp_prefix: organization.prefix,
      admin_name: "Demo Manager",
      admin_email: owner,
      state: organization.state,
      brand_color: organization.color,
    },
    await prepareLogo({
      logo: { filename: "logo.png", bytes: await drawLogo(organization.color) },
    }),
  );
  await enterTenant(context, tenant_id);
  await addOrganizationUsers(context, { tenant_id, domain, owner }, hash);
  const ledgers = await openLedgers(context, tenant_id, organization);
  const postings = demoPostings(organization, ledgers, context.clock.today());
  await postEntries(posterOf(context), tenant_id, postings);
  for (const { kobo: amount, ...movement } of demoFunding) {
    const whole = kobo(BigInt(scaled(organization, amount)));
    await moveFunds(context, { tenant_id, company_id, ...movement, amount: whole });
    await settleClearing(context, tenant_id, movement.description);
  }
  await seedEmployees(context, { ...organization, tenant_id, company_id });
  return { code: organization.code, tenant_id, company_id };
}

/** The movements of the first demo organization's funding account, in kobo. */
const demoFunding = [
  { action: "DEPOSIT", kobo: 750_000_000, description: "Funding for the next salaries" },
  { action: "WITHDRAWAL", kobo: 125_000_050, description: "Returned to the bank" },
] as const;

/** A plain logo in the organization's colour. */
async function drawLogo(color: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
    <rect width="512" height="512" rx="96" fill="${color}"/>
    <path d="M136 376V136h64v96l96-96h84L264 252l124 124h-86L200 274v102z" fill="#fff"/></svg>`;
  return pngOf(Buffer.from(svg));
}

type DemoLedgers = Readonly<
  Record<"bank" | "sales" | "rent" | "wages" | "stock" | "capital" | "payables", number>
>;

async function openLedgers(
  context: Context,
  tenant_id: number,
  { words }: DemoOrganization,
): Promise<DemoLedgers> {
  const named = await ledgersOf(context, tenant_id);
  const add = async (besides: string, name: string) => {
    const ledger = await addLedgerToGroup(context, {
      tenant_id,
      group_id: named(besides).group_id,
      name,
      op_balance_dc: "DR",
    });
    return ledger.id;
  };
  return {
    bank: await add("Bank clearing", "Current account"),
    rent: await add("General expenses", "Rent"),
    stock: await add("General expenses", words.purchases),
    sales: named("Sales").id,
    wages: named("Salaries and wages").id,
    capital: named("Owners' capital").id,
    payables: named("Trade payables").id,
  };
}

/**
 * Capital at the start, then in each month sales every few days, purchases, rent and wages, up to
 * today.
 */
function demoPostings(
  organization: DemoOrganization,
  ledgers: DemoLedgers,
  today: string,
): Posting[] {
  const { words } = organization;
  const start = `${addMonths(today, -pastMonths).slice(0, 7)}-01`;
  const postings: Posting[] = [];
  const post = (
    type: keyof typeof ENTRY_TYPE,
    day: string,
    debit: number,
    credit: number,
    naira: number,
    what: string,
  ) => {
    if (day > today) return;
    const item = { amount: kobo(BigInt(scaled(organization, naira)) * 100n), narration: what };
    postings.push({
      entry_type_id: ENTRY_TYPE[type].id,
      entry_date: day,
      narration: what,
      items: [
        { dc: "DR", ledger_id: debit, ...item },
        { dc: "CR", ledger_id: credit, ...item },
      ],
    });
  };
  post("receipt", start, ledgers.bank, ledgers.capital, 25_000_000, "Capital paid in");
  for (let month = 0; month <= pastMonths; month++) {
    const first = addMonths(start, month);
    post("payment", first, ledgers.rent, ledgers.bank, 450_000, "Rent of the month");
    for (let week = 0; week < 9; week++) {
      const day = addDays(first, 1 + week * 3);
      // A fixed pattern gives amounts that differ without being random, so that all demo data is
      // the same.
      const sales = 380_000 + (((month * 9 + week) * 137_500) % 910_000);
      post("receipt", day, ledgers.bank, ledgers.sales, sales, words.sales);
      if (week % 3 === 1)
        post(
          "journal",
          day,
          ledgers.stock,
          ledgers.payables,
          Math.round(sales * 0.9),
          words.purchase,
        );
      if (week % 3 === 2)
        post(
          "payment",
          day,
          ledgers.payables,
          ledgers.bank,
          Math.round(sales * 0.7),
          "Paid to suppliers",
        );
    }
    post(
      "payment",
      addDays(first, 26),
      ledgers.wages,
      ledgers.bank,
      1_900_000,
      "Wages of casual workers",
    );
  }
  return postings.toSorted((one, other) => (one.entry_date < other.entry_date ? -1 : 1));
}
