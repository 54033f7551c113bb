import { expect, type Page } from "@playwright/test";

import {
  addItem,
  chooseOrganization,
  entryHead,
  itemBuilder,
  itemsTable,
  ledgerIdOf,
  makeEntry,
  pick,
  reviseEntry,
  rowWith,
  submitEntry,
  tenantIdOf,
  typeDate,
  uniqueName,
} from "./pages/accounting.ts";
import { answer } from "./pages/question.ts";
import { expectAccessible, signIn } from "./pages/session.ts";
import { test } from "./pages/test.ts";

const add = "/app/entries/receipt/add";

// Long flows, on a machine that runs the database and the browser beside them.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** A receipt of the first demo organization, posted for this test. */
async function newReceipt(page: Page) {
  const tenantId = await tenantIdOf(page, "Demo Foods Limited");
  const debit = await ledgerIdOf(page, tenantId, "Current account");
  const credit = await ledgerIdOf(page, tenantId, "Sales");
  const entry = await makeEntry(page, { tenant_id: tenantId, debit, credit, amount: "80.00" });
  return {
    ...entry,
    debit,
    credit,
    address: `/app/entries/receipt/edit/${entry.id}?tenant_id=${tenantId}`,
  };
}

test(
  "the builder offers DR first, then the opposite side, and each ledger once",
  { tag: "@phone" },
  async ({ page }, { project }) => {
    await page.goto(add);
    await chooseOrganization(page, "Demo Foods Limited");
    const builder = itemBuilder(page);
    const side = builder.getByLabel("DR/CR");
    const addButton = builder.getByRole("button", { name: "Add" });
    await expect(side.getByRole("option")).toHaveText(["DR"]);
    await expect(addButton).toBeDisabled();
    await pick(page, builder.getByRole("combobox", { name: "Ledger" }), "Current account");
    await builder.getByLabel("Amount").fill("100");
    await expect(addButton).toBeDisabled();
    await builder.getByLabel("Narration").fill("Cash sale");
    await expect(addButton).toBeEnabled();
    await addButton.click();

    if (project.name === "desktop") {
      await expect(itemsTable(page).getByRole("columnheader")).toHaveText([
        "DR/CR",
        "Ledger",
        "DR Amount",
        "CR Amount",
        "Narration",
        "Account Balance",
        "Action",
      ]);
    }
    await expect(side.getByRole("option")).toHaveText(["CR"]);
    await expect(builder.getByLabel("Amount")).toHaveValue("100.00");
    await expect(rowWith(page, "Items", "Total").getByText("₦100.00")).toBeVisible();
    await expect(rowWith(page, "Items", "Difference").getByText("₦100.00")).toBeVisible();
    await expect(page.getByText("The CR side is short")).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();

    // The ledger in use is not offered, and the organization is that of the first item.
    await expect(page.getByLabel("Organization")).toBeDisabled();
    await builder.getByRole("combobox", { name: "Ledger" }).fill("Current account");
    await expect(page.getByText("No ledger found")).toBeVisible();
    await addItem(page, { ledger: "Sales", amount: "90" });
    await expect(side.getByRole("option")).toHaveCount(0);
    await expect(rowWith(page, "Items", "Difference").getByText("₦10.00")).toBeVisible();

    await page.getByRole("button", { name: "Delete DR Current account" }).click();
    await expect(side.getByRole("option")).toHaveText(["DR"]);
    await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
    await addItem(page, { ledger: "Current account" });
    await expect(page.getByText("Both sides agree")).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit" })).toBeEnabled();
    await expectAccessible(page);
  },
);

test("a receipt is entered by the keyboard alone", async ({ page }) => {
  const narration = uniqueName("By keyboard");
  await page.goto(add);
  await chooseOrganization(page, "Demo Foods Limited");
  const choices = page.getByRole("listbox", { name: "Choices" });
  await entryHead(page).getByLabel("Entry Date").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type(narration);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Organization")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("current acc");
  await expect(choices.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(itemBuilder(page).getByLabel("DR/CR")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("64.20");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cash sale");
  await page.keyboard.press("Enter");
  await expect(itemsTable(page).getByText("Current account")).toBeVisible();

  // The keyboard is back at the ledger; side and amount are already there.
  await expect(itemBuilder(page).getByRole("combobox", { name: "Ledger" })).toBeFocused();
  await page.keyboard.type("03-01-0001");
  await expect(choices.getByRole("option")).toHaveText(["03-01-0001 Sales"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cash sale");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Submit" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Submit Entry?" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Entry added successfully..")).toBeVisible();
  await page.goto("/app/entries");
  await expect(rowWith(page, "Entries", narration).getByText("₦64.20")).toBeVisible();
});

test(
  "an entry whose sides differ is refused with the difference, and all that was typed is kept",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto(add);
    await chooseOrganization(page, "Demo Foods Limited");
    await entryHead(page).getByLabel("Narration").fill("Typed with care");
    await addItem(page, { ledger: "Current account", amount: "100" });
    await addItem(page, { ledger: "Sales", amount: "60.5" });
    await page.getByRole("button", { name: "Submit" }).click();
    await answer(page, "Submit Entry?", "Cancel");
    await page.getByRole("button", { name: "Submit" }).click();
    await answer(page, "Submit Entry?", "Yes");
    await expect(
      page.getByText("Debit and credit differ by ₦39.50: the CR side is short.", { exact: false }),
    ).toBeVisible();
    await expect(page.getByText("The CR side is short by ₦39.50.")).toBeVisible();
    await expect(entryHead(page).getByLabel("Narration")).toHaveValue("Typed with care");
    await expect(itemsTable(page).getByText("₦60.50").first()).toBeVisible();
    await page.getByRole("button", { name: "Delete CR Sales" }).click();
    await addItem(page, { ledger: "Sales" });
    await submitEntry(page, "Entry added successfully..");
  },
);

test("what the server refuses of an item is shown at that item", async ({ page }) => {
  await page.goto(add);
  await chooseOrganization(page, "Demo Foods Limited");
  await addItem(page, { ledger: "Current account", amount: "10" });
  await addItem(page, { ledger: "Sales" });
  const message = "Use one line of plain text.";
  await page.route("**/api/entries", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        code: "validation_failed",
        message,
        errors: [{ path: "items.1.narration", message }],
      },
    }),
  );
  await page.getByRole("button", { name: "Submit" }).click();
  await answer(page, "Submit Entry?", "Yes");
  await expect(rowWith(page, "Items", "Sales").getByText(message)).toBeVisible();
  await expect(rowWith(page, "Items", "Current account").getByText(message)).toHaveCount(0);
});

test("trying again after a lost connection posts one entry", async ({ page }) => {
  const narration = uniqueName("Lost");
  await page.goto(add);
  await chooseOrganization(page, "Demo Foods Limited");
  await entryHead(page).getByLabel("Narration").fill(narration);
  await addItem(page, { ledger: "Current account", amount: "10" });
  await addItem(page, { ledger: "Sales" });
  let answers = 0;
  await page.route("**/api/entries", async (route) => {
    answers += 1;
    if (answers > 1) return route.fallback();
    // The server does its work, and its answer never arrives.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await answer(page, "Submit Entry?", "Yes");
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await submitEntry(page, "Entry added successfully..");
  expect(answers).toBe(2);
  await page.goto("/app/entries");
  await expect(rowWith(page, "Entries", narration)).toHaveCount(1);
});

test(
  "editing shows the number, offers no side until an item is removed, and keeps the history",
  { tag: "@phone" },
  async ({ page }) => {
    const entry = await newReceipt(page);
    await page.goto("/app/entries");
    await page.goto(entry.address);
    await expect(page.getByText(entry.ent_number, { exact: true })).toBeVisible();
    await expect(page.getByText("Receipt", { exact: true })).toBeVisible();
    const builder = itemBuilder(page);
    await expect(builder.getByLabel("DR/CR").getByRole("option")).toHaveCount(0);
    await page.getByRole("button", { name: "Delete CR Sales" }).click();
    await expect(builder.getByLabel("DR/CR").getByRole("option")).toHaveText(["CR"]);
    await expect(builder.getByLabel("Amount")).toHaveValue("80.00");
    await addItem(page, { ledger: "Owners' capital", narration: "Paid in" });
    await typeDate(entryHead(page).getByLabel("Entry Date"), "02/01/2024");
    await submitEntry(page, "Entry updated successfully..");
    await expect(page).toHaveURL(/\/app\/entries(\?|$)/);

    await page.goto(entry.address);
    await expect(page.getByText(entry.ent_number, { exact: true })).toBeVisible();
    await expect(entryHead(page).getByLabel("Entry Date")).toHaveValue("02/01/2024");
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("→ 02 Jan 2024")).toBeVisible();
    await expect(history.getByText("Sales: CR ₦80.00 → removed")).toBeVisible();
    await expect(history.getByText("Owners' capital: nothing → CR ₦80.00")).toBeVisible();
    await expect(history.getByText("Demo Administrator")).toHaveCount(2);
    await history.getByText("Show the whole revision").last().click();
    await expect(history.getByText("Sales", { exact: false }).last()).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  "the second of two people who edit an entry is refused, and can load what the first saved",
  { tag: "@phone" },
  async ({ page }) => {
    const entry = await newReceipt(page);
    await page.goto("/app/entries");
    await page.goto(entry.address);
    await entryHead(page).getByLabel("Narration").fill("Mine");
    await reviseEntry(page, entry.id, { ...entry, amount: "85.00", narration: "Theirs" });
    await page.getByRole("button", { name: "Submit" }).click();
    await answer(page, "Submit Entry?", "Yes");
    await expect(page.getByText("Somebody else changed this entry meanwhile")).toBeVisible();
    await expect(entryHead(page).getByLabel("Narration")).toHaveValue("Mine");
    await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Load the newest" }).click();
    await expect(entryHead(page).getByLabel("Narration")).toHaveValue("Theirs");
    await expect(itemsTable(page).getByText("₦85.00").first()).toBeVisible();
    await expect(
      page.getByRole("region", { name: "History" }).getByText("Revision 2"),
    ).toBeVisible();
    await entryHead(page).getByLabel("Narration").fill("Ours");
    await submitEntry(page, "Entry updated successfully..");
  },
);
