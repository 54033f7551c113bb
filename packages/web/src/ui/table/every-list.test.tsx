import { ZERO } from "@kontor/books/money";
import { getLedger, listAccounts, listSubLedgers } from "@kontor/contract/accounting/accounts";
import { listEntries } from "@kontor/contract/accounting/entries";
import { accountsList, entriesList, subLedgersList } from "@kontor/contract/accounting/lists";
import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import { listEmployeeImports } from "@kontor/contract/employees/imports";
import { employeeImportsList } from "@kontor/contract/employees/imports-list";
import { employeesList } from "@kontor/contract/employees/lists";
import { getFinancials, getPayAccount, transactionsList } from "@kontor/contract/funding/funding";
import { columnsIn, type List } from "@kontor/contract/list";
import { branchesList, listBranches } from "@kontor/contract/organizations/branches";
import {
  getOrganization,
  listOrganizations,
  organizationsList,
} from "@kontor/contract/organizations/organizations";
import { payslipsList, runsList } from "@kontor/contract/payroll/lists";
import { listPayslips } from "@kontor/contract/payroll/payslips";
import { getRun, listRuns } from "@kontor/contract/payroll/runs";
import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { salaryAdvancesList } from "@kontor/contract/salary-advances/lists";
import { listMails, mailsList } from "@kontor/contract/settings/mails";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { auditList, usersList } from "@kontor/contract/users/list";
import { listPlatformUsers } from "@kontor/contract/users/users";
import { screen, within } from "@testing-library/react";
import { expect } from "vitest";

import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import {
  accountRow,
  answerBooks,
  entryRow,
  ledger,
  noLaterEntries,
} from "../../testing/samples/accounting.ts";
import { employeeChoices, listedEmployee } from "../../testing/samples/employees.ts";
import { financials, payAccount, transaction } from "../../testing/samples/funding.ts";
import { listedImport } from "../../testing/samples/imports.ts";
import { listedOrganization, openedOrganization } from "../../testing/samples/organizations.ts";
import { listedPayslip, listedRun, openedRun } from "../../testing/samples/payroll.ts";
import { listedAdvance } from "../../testing/samples/salary-advances.ts";

/** Enough rows for several pages; two rows are shown. */
const total = 60;
const on = new Date("2026-03-05T13:30:00Z");

type Shown = {
  address: string;
  /** The list's description. Columns for the organization are included where several are listed. */
  list: List<never>;
  several?: boolean;
  answer: (api: FakeApi) => void;
  /** The list has bulk actions. */
  ticked?: true;
};

const page = <Row,>(...data: Row[]) => ({ data, total });

const lists: readonly Shown[] = [
  {
    address: "/app/organizations",
    list: organizationsList,
    answer: (api) =>
      api.on(listOrganizations, () =>
        page(listedOrganization(), listedOrganization({ tenant_id: 8, name: "Beta" })),
      ),
  },
  {
    address: "/app/organizations/7/9?tab=branches",
    list: branchesList,
    answer: (api) => {
      const branch = {
        id: 3,
        tenant_id: 7,
        company_id: 9,
        name: "Ikeja",
        code: "LAG-01",
        address: "",
        state_id: null,
        state: null,
        local_government_id: null,
        local_government: null,
        created_at: on,
      };
      api.on(getOrganization, () => openedOrganization());
      api.on(listBranches, () => page(branch, { ...branch, id: 4, name: "Yaba" }));
    },
  },
  {
    address: "/app/organizations/7/9?tab=accounts",
    list: transactionsList,
    answer: (api) => {
      const transactions = [transaction(), transaction({ id: 99 })];
      api.on(getOrganization, () => openedOrganization());
      api.on(getPayAccount, () => payAccount());
      api.on(getFinancials, () => ({ data: financials({ transactions }), total }));
    },
  },
  {
    address: "/app/settings/users",
    list: usersList,
    answer: (api) => {
      const user = {
        id: 3,
        name: "Bola Bello",
        email: "bola@kontor.example",
        profile_photo: null,
        roles: ["ACCOUNTANT" as const],
        status: "ACTIVE" as const,
        last_signed_in_at: on,
        second_factor: false,
        invitation_expires_at: null,
        created_at: on,
        version: 4,
      };
      api.on(listPlatformUsers, () => page(user, { ...user, id: 4, name: "Ada Obi" }));
    },
  },
  {
    address: "/app/settings/audit-log",
    list: auditList,
    several: true,
    answer: (api) => {
      const item = {
        id: 12,
        recorded_at: on,
        action: "user.roles-changed",
        subject: "user:12",
        record: null,
        actor_id: 1,
        actor_name: "Ada Obi",
        actor_email: "ada@kontor.example",
        tenant_id: null,
        organization: null,
        address: "192.0.2.7",
        changes: [],
        facts: [],
        request_id: "3f1c",
      };
      api.on(listPlatformAudit, () => page(item, { ...item, id: 13 }));
    },
  },
  {
    address: "/app/settings/outbox",
    list: mailsList,
    ticked: true,
    answer: (api) => {
      const mail = {
        id: 1,
        label: "wallet_deposit" as const,
        title: "Wallet Deposit",
        tenant_id: 7,
        organization_name: "Acme Limited",
        to_name: "Bola Ade",
        to_email: "bola@acme.example",
        subject: "Mail",
        status: "FAILED" as const,
        tries: 1,
        next_try_at: null,
        last_error: null,
        created_at: on,
        sent_at: null,
        can_retry: true,
        can_discard: true,
      };
      api.on(listMails, () => ({
        data: {
          rows: [mail, { ...mail, id: 2 }],
          counts: { WAITING: 0, SENT: 0, FAILED: total, DISCARDED: 0 },
          newest_id: 2,
        },
        total,
      }));
    },
  },
  {
    address: "/app/employees",
    list: employeesList,
    several: true,
    ticked: true,
    answer: (api) => {
      api.on(getEmployeeChoices, () => employeeChoices());
      api.on(listEmployees, () => page(listedEmployee(), listedEmployee({ id: 22 })));
    },
  },
  {
    address: "/app/employees/import?tenant_id=7",
    list: employeeImportsList,
    answer: (api) => {
      api.on(listOrganizations, () => page(listedOrganization()));
      api.on(listEmployeeImports, () => page(listedImport(), listedImport({ id: 99 })));
    },
  },
  {
    address: "/app/payroll",
    list: runsList,
    several: true,
    answer: (api) => api.on(listRuns, () => page(listedRun(), listedRun({ id: 99 }))),
  },
  {
    address: "/app/salary-advances",
    list: salaryAdvancesList,
    ticked: true,
    answer: (api) =>
      api.on(listSalaryAdvances, () => page(listedAdvance(), listedAdvance({ id: 99 }))),
  },
  {
    address: "/app/entries?tenant_id=7",
    list: entriesList,
    answer: (api) => {
      answerBooks(api);
      api.on(listEntries, () => page(entryRow(), entryRow({ id: 99 })));
    },
  },
  {
    address: "/app/chart-accounts?tenant_id=7&search=till",
    list: accountsList,
    answer: (api) => {
      answerBooks(api);
      api.on(listAccounts, () => page(accountRow(), accountRow({ id: 99 })));
    },
  },
  {
    address: "/app/payroll/7/9/31",
    list: payslipsList,
    ticked: true,
    answer: (api) => {
      api.on(getRun, () => openedRun());
      api.on(listPayslips, () => page(listedPayslip(), listedPayslip({ id: 502 })));
    },
  },
  {
    address: "/app/ledgers/edit/21?tenant_id=7",
    list: subLedgersList,
    answer: (api) => {
      const till = {
        id: 41,
        tenant_id: 7,
        group_id: 11,
        parent_ledger_id: 21,
        code: "01-01-0011",
        name: "Front till",
        op_balance: ZERO,
        op_balance_dc: "DR" as const,
        cl_balance: ZERO,
        cl_balance_dc: "DR" as const,
        ...noLaterEntries,
      };
      answerBooks(api);
      api.on(getLedger, () => ledger({ count_sub_ledgers: total }));
      api.on(listSubLedgers, () => page(till, { ...till, id: 42, name: "Back till" }));
    },
  },
];

for (const shown of lists) {
  const { label } = shown.list;
  test(`${label}: rows open by keyboard, are sorted and searched, and come in pages of a chosen size`, async ({
    api,
    open,
  }) => {
    const { address, list, several = false, answer, ticked = false } = shown;
    answer(api);
    const user = open(address);
    const table = within(await screen.findByRole("table", { name: label }));
    await table.findAllByRole("row");
    const opening = await openings(label);
    opening[0]?.focus();
    await user.keyboard("{ArrowDown}");
    expect(opening[1]).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(opening[0]).toHaveFocus();

    const described = columnsIn(list, "screen", several);
    const sorted = described.filter(({ key }) => list.sorts?.includes(key));
    const heads = table.getAllByRole("columnheader").filter((head) => head.ariaSort !== null);
    const named = heads.flatMap((head) => within(head).getAllByRole("button"));
    expect(named.map(({ textContent }) => textContent)).toEqual(
      sorted.map(({ column }) => column.header),
    );
    expect(screen.queryAllByLabelText(/^Search [a-z -]+$/)).toHaveLength(1);
    expect(table.queryAllByRole("checkbox", { name: /^Select all rows/ })).toHaveLength(
      ticked ? 1 : 0,
    );
    expect(screen.getByRole("button", { name: "Compact rows" })).toBeVisible();
    const sizes = within(screen.getByLabelText("Rows per page")).getAllByRole("option");
    expect(sizes.map(({ textContent }) => textContent)).toEqual([
      "10 rows",
      "25 rows",
      "50 rows",
      "100 rows",
    ]);
  });
}

/** The links or buttons that open the first two rows. */
async function openings(label: string): Promise<HTMLElement[]> {
  const table = await screen.findByRole("table", { name: label });
  await expect.poll(() => table.querySelectorAll("[data-opens]").length).toBeGreaterThan(1);
  return [...table.querySelectorAll<HTMLElement>("[data-opens]")];
}
