import { kobo } from "@kontor/books/money";
import { getLedger, addLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntry } from "@kontor/contract/accounting/entries";
import { createOrganization } from "@kontor/contract/organizations/organizations";
import { describe, expect, test } from "vitest";

import { ApiProblem } from "./api-problem.ts";
import { prepareRequest } from "./request.ts";

describe("preparing a request", () => {
  test("fills the path and puts the rest of a GET input into the query", () => {
    expect(prepareRequest(getLedger, { id: 7, tenant_id: 3 })).toEqual({
      target: "/ledgers/7?tenant_id=3",
      body: undefined,
    });
  });

  test("leaves out undefined values and escapes the others", () => {
    expect(
      prepareRequest(listAccounts, { tenant_id: undefined, search: "pay & go", page: 2 }).target,
    ).toBe("/accounts?search=pay+%26+go&page=2");
  });

  test("keeps organization 0, which means all organizations", () => {
    expect(prepareRequest(listAccounts, { tenant_id: 0 }).target).toBe("/accounts?tenant_id=0");
  });

  test("encodes money by the contract and sends only fields of the contract", () => {
    const { target, body } = prepareRequest(addLedger, {
      group_id: 4,
      name: "Petty cash",
      op_balance: kobo(125_005n),
      op_balance_dc: "DR",
      parent_ledger_id: null,
      unknown_field: "x",
    });
    expect(target).toBe("/ledgers");
    expect(JSON.parse(typeof body === "string" ? body : "")).toEqual({
      group_id: 4,
      name: "Petty cash",
      op_balance: "1250.05",
      op_balance_dc: "DR",
      parent_ledger_id: null,
    });
  });

  test("writes a multipart body when the endpoint takes files", () => {
    const logo = new File(["x"], "logo.png", { type: "image/png" });
    const { body } = prepareRequest(
      createOrganization,
      { name: "Acme", code: "acme-corp", about: undefined },
      { logo },
    );
    expect(body).toBeInstanceOf(FormData);
    const entries = body instanceof FormData ? [...body.keys()] : [];
    expect(entries).toEqual(["name", "code", "logo"]);
  });
});

test("refuses before sending what the schema refuses, with the fields", () => {
  const attempt = () => prepareRequest(addLedger, { group_id: 4, name: "", op_balance_dc: "XX" });
  expect(attempt).toThrow(
    new ApiProblem(422, "validation_failed", "Enter the ledger name.", [
      { path: "name", message: "Enter the ledger name." },
      { path: "op_balance_dc", message: "Choose DR or CR." },
    ]),
  );
});

test("names the item and its field that the schema refuses", () => {
  const item = { dc: "DR", amount: kobo(100n), ledger_id: 7, narration: "Fuel" };
  const attempt = () => prepareRequest(addEntry, { items: [item, { ...item, dc: "XX" }] });
  expect(attempt).toThrow(
    expect.objectContaining({ errors: [{ path: "items.1.dc", message: "Choose DR or CR." }] }),
  );
});
