import { expect, type Browser, type Page } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { withMails } from "./pages/mail.ts";
import { expectNothingCutOff, follow, open } from "./pages/screen.ts";
import { demoAdministrator, expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

/** A demo organization whose payroll no other test uses. */
const code = "demo-logistics";
const userOf = (mailbox: string) => ({
  email: `${mailbox}@${code}.example`,
  password: demoAdministrator.password,
});
const preparer = userOf("payroll");
const owner = userOf("manager");
const disburser = userOf("disburser");

/** For a step with dozens of employees on a busy machine. */
const longTimeout = { timeout: 30_000 };

type Company = { tenant_id: number; company_id: number };
type Run = {
  id: number;
  version: number;
  net: string;
  status: string;
  calculation: { state: string };
  wallet: { missing: string } | null;
};
type Payslip = { id: number; employee_id: number; name: string; net: { amount: string } };

async function findCompany(page: Page) {
  const found = await callApi<Company[]>(page, "GET", `/organizations?search=${code}`);
  const { tenant_id, company_id } = found[0] ?? { tenant_id: 0, company_id: 0 };
  const base = `/organizations/${tenant_id}/${company_id}`;
  return { tenant_id, company_id, base, runs: `${base}/payroll-runs` };
}

/** Waits for the run's payslips. @returns the run. */
async function calculated(page: Page, run: string): Promise<Run> {
  await expect
    .poll(async () => (await callApi<Run>(page, "GET", run)).calculation.state, { timeout: 30_000 })
    .toBe("DONE");
  return callApi<Run>(page, "GET", run);
}

/** Leaves out all employees who cannot be paid, except some. @returns how many of those remain. */
async function excludeBlocked(page: Page, run: string, but = 0): Promise<void> {
  const blocked = await callApi<Payslip[]>(
    page,
    "GET",
    `${run}/payslips?show=blocked&per_page=100`,
  );
  for (const { id } of blocked.slice(but)) {
    const body = { excluded: true, reason: "Not paid by the bank yet" };
    await callApi(page, "PUT", `${run}/payslips/${id}/exclusion`, body);
  }
}

/** A month's payroll, approved and paid by the users whose steps they are. */
async function payMonth(
  page: Page,
  company: Awaited<ReturnType<typeof findCompany>>,
  period: string,
) {
  const start = { period, cycle: "REGULAR" };
  const { id } = await callApi<Run>(page, "POST", company.runs, start, preparer);
  const run = `${company.runs}/${id}`;
  await calculated(page, run);
  await excludeBlocked(page, run);
  const version = async () => (await callApi<Run>(page, "GET", run)).version;
  await callApi(page, "POST", `${run}/submission`, { version: await version() }, preparer);
  const approval = { version: await version(), status: "APPROVED" };
  await callApi(page, "PUT", `${run}/approval`, approval, owner);
  const { wallet } = await callApi<Run>(page, "GET", run);
  await deposit(page, company.base, wallet?.missing ?? "0.00");
  await callApi(page, "POST", `${run}/disbursement`, { version: await version() }, disburser);
  const payslips = await callApi<Payslip[]>(page, "GET", `${run}/payslips?per_page=100`);
  return { id, payslips };
}

async function deposit(page: Page, base: string, amount: string): Promise<void> {
  const body = {
    action: "DEPOSIT",
    amount,
    confirmed_amount: amount,
    description: "For the payroll",
  };
  await callApi(page, "POST", `${base}/funds`, body);
}

const joiner = { name: "Audu, Ngozi", email: "ngozi.audu@people.example" };

/**
 * An employee who starts in a month and can be paid and mailed. @returns the path of the record.
 */
async function addEmployee(page: Page, base: string, from: string): Promise<string> {
  const { id } = await callApi<{ id: number }>(page, "POST", `${base}/employees`, {
    first_name: "Ngozi",
    last_name: "Audu",
    staff_no: "JOINS-1",
    start_date: from,
    designation: "Driver",
    email: joiner.email,
  });
  const record = `${base}/employees/${id}`;
  const pay = { basic: "200000.00", housing: "0.00", transport: "0.00", other: "0.00" };
  await callApi(page, "POST", `${record}/pay-rates`, { from_date: from, ...pay });
  await callApi(page, "POST", `${record}/bank-account-changes`, {
    bank_code: "058",
    account_number: "0123456789",
    account_name: "Ngozi Audu",
  });
  return record;
}

/** Records a car that the employee has from this month on. @returns what a month of it is taxed as. */
async function giveCar(page: Page, record: string): Promise<string> {
  const [, tenant_id, , , id] = record.slice(1).split("/");
  await follow(page, `/app/employees/${tenant_id}/${id}?tab=pay`);
  await page.getByRole("button", { name: "Add Benefit" }).click();
  const form = page.getByRole("dialog", { name: "Add Benefit" });
  await form.getByLabel("Benefit", { exact: true }).fill("Official car");
  await form.getByLabel("Cost", { exact: true }).fill("24m");
  await expect(form.getByRole("status")).toContainText("₦100,000.00");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Benefit saved successfully..")).toBeVisible();
  return "₦100,000.00";
}

/** A phone of the employee, signed in to the portal with the mailed invitation and code. */
async function portalOnPhone(
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  record: string,
): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    reducedMotion: "reduce",
  });
  const phone = await context.newPage();
  await withMails(page, async (mailed) => {
    await callApi(page, "POST", `${record}/portal-invitation`);
    const invitation = () => mailed(joiner.email, /invites you/);
    await expect.poll(invitation, longTimeout).toContain("/portal");
    await phone.goto(/\/portal\/sign-in#[^)\s]+/.exec(invitation())?.[0] ?? "");
    await phone.getByRole("button", { name: "Send code" }).click();
    const mailedCode = () => /^\d{6}$/m.exec(mailed(joiner.email, /Your code/))?.[0] ?? "";
    await expect.poll(mailedCode, longTimeout).not.toBe("");
    await phone.getByLabel("6-digit code").fill(mailedCode());
    await phone.getByRole("button", { name: "Sign in" }).click();
    await expect(phone.getByRole("heading", { name: "Hello Ngozi" })).toBeVisible(longTimeout);
  });
  return phone;
}

/** A tab of another user, signed in. */
async function signedInTab(browser: Browser, baseURL: string | undefined, user: typeof owner) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const tab = await context.newPage();
  await signIn(tab, user);
  return tab;
}

const monthNames = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The current month, or one some months away: "2026-03" and "March 2026". */
function monthAt(away: number): { period: string; name: string } {
  const [year = 0, month = 0] = new Date().toISOString().slice(0, 7).split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + away, 1));
  return { period: first.toISOString().slice(0, 7), name: monthNames.format(first) };
}

const naira = (amount: string) =>
  `₦${new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2 }).format(Number(amount))}`;

test("a payroll is prepared, explained, submitted, approved by the owner, paid and booked", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const company = await findCompany(page);
  const { period: present, name } = monthAt(0);
  const before = await payMonth(page, company, monthAt(-1).period);
  const paid = before.payslips.find(({ net }) => Number(net.amount) > 0);
  const raise = { from_date: `${present}-01`, basic: "900000.00" };
  const rate = { ...raise, housing: "300000.00", transport: "100000.00", other: "0.00" };
  await callApi(page, "POST", `${company.base}/employees/${paid?.employee_id}/pay-rates`, rate);

  const record = await addEmployee(page, company.base, `${present}-01`);

  await signIn(page, preparer);
  await page.goto("/app/payroll");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Payroll" })).toBeVisible();
  const taxed = await giveCar(page, record);
  await main.getByRole("link", { name: "Payroll" }).click();
  // The header, the run of the month before, and the totals of all runs.
  await expect(page.getByRole("table", { name: "Payroll Runs" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "New Run" }).click();
  const modal = page.getByRole("dialog", { name: "New Payroll Run" });
  await expect(modal.getByLabel("Month")).toHaveValue(present);
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Start and Calculate" }).click();
  const head = page.getByRole("region", { name: "Payroll run" });
  await expect(head.getByRole("heading", { name })).toBeVisible();
  const payslips = page.getByRole("table", { name: "Payslips" });
  await expect(payslips).toBeVisible({ timeout: 30_000 });
  const address = new URL(page.url()).pathname;
  const run = `${company.runs}/${address.split("/").at(-1)}`;

  // The reasons add up to the difference, and link to the employees behind them.
  const reasons = page.getByRole("table", { name: "Reasons for the difference" });
  await expect(reasons.getByRole("row").filter({ hasText: "In all" })).toBeVisible();
  await reasons.getByRole("link", { name: "Pay rates" }).click();
  await expect(payslips.getByRole("row").filter({ hasText: paid?.name ?? "" })).toBeVisible();
  await expect(payslips.getByRole("row")).toHaveCount(3);
  await expectAccessible(page);
  await payslips.getByRole("link", { name: paid?.name ?? "" }).click();
  const deductions = page.getByRole("list", { name: "Deductions", exact: true });
  await deductions.getByText("PAYE", { exact: true }).click();
  await expect(deductions.getByText(/Nigeria Tax Act/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^PR-/ }).click();

  // An employee who cannot be paid prevents the submission until corrected or left out.
  const submit = page.getByRole("button", { name: "Submit for Approval" });
  await expect(submit).toBeDisabled();
  await excludeBlocked(page, run, 1);
  await open(page, `${address}?show=blocked`);
  await expect(payslips.getByRole("row")).toHaveCount(3);
  await payslips.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Exclude" }).click();
  const leaving = page.getByRole("dialog", { name: /^Exclude/ });
  await leaving.getByLabel("Reason").fill("No account yet");
  await leaving.getByRole("button", { name: "Exclude" }).click();
  await expect(page.getByText("No payslips match the filters")).toBeVisible(longTimeout);
  await submit.click();
  const submission = page.getByRole("dialog", { name: "Submit for Approval" });
  await expect(submission.getByText("Cost", { exact: true })).toBeVisible();
  await submission.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Payroll run submitted successfully..")).toBeVisible(longTimeout);
  await expect(page.getByRole("heading", { name: "Waiting for approval" })).toBeVisible();

  // The owner sees the waiting run and the shortfall of the wallet, and approves.
  const owners = await signedInTab(browser, baseURL, owner);
  await owners.goto("/app/payroll");
  await expect(owners.getByRole("link", { name: "Payroll" }).getByLabel("1 waiting")).toBeVisible();
  await owners.getByRole("table", { name: "Payroll Runs" }).getByText("Pending Approval").click();
  const payment = owners.getByRole("region", { name: "Payment" });
  await expect(payment.getByText(/The wallet has .* and is short by/)).toBeVisible();
  await expect(payment.getByRole("button", { name: "Copy Funding Request" })).toBeVisible();
  await expectAccessible(owners);
  await owners.getByRole("button", { name: "Approve" }).click();
  const approval = owners.getByRole("dialog", { name: "Approve Payroll Run" });
  await approval.getByRole("button", { name: "Approve" }).click();
  await expect(owners.getByText("Payroll run approved successfully..")).toBeVisible(longTimeout);
  await expect(owners.getByText(/^Posted on approval as/)).toBeVisible();

  // The disburser pays once the wallet is funded.
  const { wallet, net } = await callApi<Run>(page, "GET", run);
  await deposit(page, company.base, wallet?.missing ?? "0.00");
  const disbursers = await signedInTab(browser, baseURL, disburser);
  await disbursers.goto(address);
  await expect(disbursers.getByText(/The wallet covers it/).first()).toBeVisible(longTimeout);
  const [cheque] = await callApi<Payslip[]>(page, "GET", `${run}/payslips?search=JOINS-1`);
  await payByChequeAndUndo(disbursers, `${address}/payslips/${cheque?.id}`);
  await open(disbursers, address);
  await disbursers.getByRole("button", { name: "Disburse" }).click();
  const sending = disbursers.getByRole("dialog", { name: "Disburse Net Pay" });
  await expect(sending.getByText(naira(net), { exact: true })).toBeVisible();
  await sending.getByRole("button", { name: "Send Payments" }).click();
  await expect(disbursers.getByText("Payments are on their way..")).toBeVisible(longTimeout);
  await expect(disbursers.getByRole("heading", { name: "Everybody is paid" })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(disbursers);

  // A paid employee finds the payslip in the portal.
  const phone = await portalOnPhone(page, browser, baseURL, record);
  const joined = await callApi<Payslip[]>(page, "GET", `${run}/payslips?search=JOINS-1`);
  const paidNet = naira(joined[0]?.net.amount ?? "");
  await expect(phone.getByText(`Net pay for ${name}`)).toBeVisible();
  await phone.getByRole("link", { name: "See the payslip" }).click();
  await expect(phone.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(phone.getByText(paidNet).first()).toBeVisible();
  await expect(phone.getByText("Total deductions")).toBeVisible();
  const benefits = phone.getByRole("list", { name: "Benefits in kind" });
  await expect(benefits.getByRole("listitem")).toContainText(`Official car${taxed}`);
  await expectAccessible(phone);
  await phone.context().close();

  // The journal and the ledgers agree.
  await open(owners, address);
  await owners.getByRole("region", { name: "Books" }).getByRole("link").click();
  await expect(owners.getByText("Net salaries payable").first()).toBeVisible();
  await expect(owners.getByText(naira(net)).first()).toBeVisible();
  const [ledger] = await callApi<{ id: number }[]>(
    page,
    "GET",
    `/ledgers?tenant_id=${company.tenant_id}&with_control=true&search=Net%20salaries%20payable`,
  );
  await open(owners, `/app/ledger-statement/${ledger?.id}?per_page=100&page=1`);
  await expect(owners.getByRole("table").getByText(naira(net)).first()).toBeVisible();
  const closing = await callApi<{ cl_balance: string }>(
    page,
    "GET",
    `/ledgers/${ledger?.id}?tenant_id=${company.tenant_id}`,
  );
  expect(closing.cl_balance).toBe("0.00");

  // The many columns of its register are printed across a sheet, none of them cut off.
  await open(
    owners,
    `/app/reports/payroll/register?tenant_id=${company.tenant_id}&period=${present}`,
  );
  const register = owners.getByRole("table", { name: "Payroll Register" });
  await expect(register.getByText(naira(net)).first()).toBeVisible();
  const sheet = (await owners.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(sheet).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[45][.\d]*\]/);

  // A rehearsal of another rate uses the paid run and changes nothing.
  await open(owners, `/app/payroll/${company.tenant_id}/${company.company_id}/rehearsal`);
  await owners.getByLabel("Employee’s Pension").fill("10");
  await owners.getByRole("button", { name: "Rehearse" }).click();
  await expect(owners.getByText(/0 get more, \d+ gets? less/)).toBeVisible(longTimeout);
  const rehearsed = owners.getByRole("table", { name: "People by change" });
  await expect(rehearsed.getByText(joiner.name)).toBeVisible();
  expect((await callApi<Run>(page, "GET", run)).net).toBe(net);
});

test("a run with all its figures fits a phone @phone-only", async ({ page }) => {
  const company = await findCompany(page);
  const [one] = await callApi<{ id: number }[]>(
    page,
    "GET",
    `/employees?tenant_id=${company.tenant_id}&status=ACTIVE&per_page=10`,
  );
  const { id } = await callApi<Run>(page, "POST", company.runs, {
    period: monthAt(0).period,
    cycle: "OFF_CYCLE",
    title: "Leave allowances",
    employee_ids: [one?.id],
  });
  const run = `${company.runs}/${id}`;
  const { version } = await calculated(page, run);
  try {
    await signIn(page, preparer);
    await page.goto("/app/payroll");
    await page
      .getByRole("link", { name: monthAt(0).name })
      .or(page.getByRole("link", { name: /^PR-/ }))
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Payroll run" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Payslips" })).toBeVisible();
    await expectAccessible(page);
    await expectNothingCutOff(page);
  } finally {
    await callApi(page, "DELETE", `${run}?version=${version}`);
  }
});

/** Marks a payslip as paid by other means and undoes that, so that the wallet pays it. */
async function payByChequeAndUndo(page: Page, payslip: string): Promise<void> {
  await open(page, payslip);
  await page.getByRole("button", { name: "Mark as Paid" }).click();
  const paid = page.getByRole("dialog", { name: /^Mark .* as Paid/ });
  await paid.getByLabel("How It Was Paid").fill("Cheque 000123");
  await paid.getByRole("button", { name: "Mark as Paid" }).click();
  await expect(page.getByText(/is marked as paid\.\./)).toBeVisible(longTimeout);
  const payments = page.getByRole("list", { name: "Payments" });
  await expect(payments.getByText("Cheque 000123")).toBeVisible();
  await page.getByRole("button", { name: "Reverse Payment" }).click();
  const back = page.getByRole("dialog", { name: /^Reverse Payment of/ });
  await back.getByLabel("Reason").fill("The cheque bounced");
  await back.getByRole("button", { name: "Reverse Payment" }).click();
  await expect(page.getByText(/is unpaid again\.\./)).toBeVisible(longTimeout);
  await expect(payments.getByText(/^Reversed by .*: The cheque bounced$/)).toBeVisible();
  await expectAccessible(page);
}
