import { getLiterals } from "@kontor/contract/literals";
import { listBranches } from "@kontor/contract/organizations/branches";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from "@kontor/contract/organizations/organizations";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test, type Open } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { listedOrganization, openedOrganization } from "../../testing/samples/organizations.ts";
import { staffWith } from "../../testing/users.ts";

const saved = "Organization information saved sucessfully";
const logo = new File(["an image"], "logo.png", { type: "image/png" });

const typed = {
  Name: "Acme Corporation",
  Code: "acme-corp",
  Address: "12 Marina, Lagos Island",
  Email: "office@acme-corp.example",
  "Support Email": "support@acme-corp.example",
  "Admin Name": "Bola Ade",
  "Admin Email": "bola@acme-corp.example",
};

/** The dialog that a button opens, with its fields by label. */
async function openDialog(user: UserEvent, title: string) {
  await user.click(await screen.findByRole("button", { name: title }));
  const form = await findDialog(title);
  await form.findByRole("textbox", { name: "Employee Benefits" });
  const field = (label: string) => form.getByLabelText(label, { selector: "input" });
  const submit = () => form.getByRole("button", { name: "Submit" });
  const chooseLogo = (file: File) => user.upload(field("Logo"), file);
  return { user, form, field, submit, chooseLogo };
}

function openAdd(api: FakeApi, open: Open) {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getLiterals, () => ({
    states: [{ id: 25, name: "Lagos", local_governments: [{ id: 1, name: "Ikeja" }] }],
  }));
  return openDialog(open("/app/organizations"), "Add Organization");
}

type OpenDialog = Awaited<ReturnType<typeof openDialog>>;

async function fillAll({ user, field, chooseLogo }: OpenDialog) {
  for (const [label, text] of Object.entries(typed)) await fillField(user, field(label), text);
  await chooseLogo(logo);
}

async function submitAndConfirm({ user, submit }: OpenDialog) {
  await user.click(submit());
  await answer(user, "Confirm Submission?", "Yes");
}

describe("adding an organization", () => {
  test("shows the hints and the default colour, and requires the required fields", async ({
    api,
    open,
  }) => {
    const { user, form, field, submit } = await openAdd(api, open);
    expect(form.getByPlaceholderText("acme-corp")).toBe(field("Code"));
    expect(form.getByPlaceholderText("NBX")).toBe(field("Emp Prefix"));
    expect(form.getByText("Upload a PNG or JPG image (Max: 5MB)")).toBeVisible();
    expect(field("Brand Color")).toHaveValue("#004AAD");
    expect(submit()).toHaveAccessibleDescription("Enter the company name. 7 more fields to go.");
    // Pressed although disabled, it shows the missing fields and focuses the first.
    await user.click(submit());
    await waitFor(() => expect(field("Name")).toHaveFocus());
    expect(submit()).toHaveAccessibleDescription("8 fields to go.");
    expect(submit()).toHaveAttribute("aria-disabled", "true");
    for (const label of ["About", "Employee Benefits"]) {
      const toolbar = form.getByRole("toolbar", { name: `Formatting of ${label}` });
      expect(
        [...toolbar.querySelectorAll("button")].map((each) => each.getAttribute("aria-label")),
      ).toEqual(["Bold", "Italic", "Underline", "Link"]);
    }
    await expectAccessible();
  });

  test("sends all fields once, after the confirmation", async ({ api, open }) => {
    api.on(createOrganization, () => openedOrganization());
    const release = api.hold(createOrganization);
    const opened = await openAdd(api, open);
    const { user, form, field, submit } = opened;
    await fillAll(opened);
    await fillField(user, field("Emp Prefix"), "ACM");
    await pickMatch(user, form.getByRole("combobox", { name: "State" }), "Lagos");
    await user.click(form.getByRole("button", { name: "#1f7a2e" }));
    expect(field("Brand Color")).toHaveValue("#1f7a2e");

    await user.click(submit());
    await answer(user, "Confirm Submission?", "Cancel");
    expect(api.calls(createOrganization)).toHaveLength(0);
    await user.dblClick(submit());
    await user.dblClick(
      (await findDialog("Confirm Submission?")).getByRole("button", { name: "Yes" }),
    );
    await waitFor(() => expect(api.calls(createOrganization)).toHaveLength(1));
    await user.click(submit());
    release();
    await expectMessage(saved);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { name, tenant_id, company_id } = openedOrganization();
    expect(await screen.findByRole("link", { name })).toHaveAttribute(
      "href",
      `/app/organizations/${tenant_id}/${company_id}`,
    );
    const [call] = api.calls(createOrganization);
    expect(call?.input).toEqual({
      name: typed.Name,
      code: typed.Code,
      address: typed.Address,
      email: typed.Email,
      support_email: typed["Support Email"],
      emp_prefix: "ACM",
      admin_name: typed["Admin Name"],
      admin_email: typed["Admin Email"],
      state: "Lagos",
      brand_color: "#1f7a2e",
      about: "",
      employee_benefits: "",
    });
    expect(call?.files["logo"]?.name).toBe("logo.png");
    expect(api.calls(createOrganization)).toHaveLength(1);
    expect(api.calls(listOrganizations).length).toBeGreaterThan(1);
  });

  test("complains about no field that was only passed through", async ({ api, open }) => {
    const { user, form, field, submit } = await openAdd(api, open);
    expect(field("Name")).toHaveFocus();
    while (document.activeElement !== submit()) await user.tab();
    for (const label of ["Name", "Code", "Address", "Email", "Support Email", "Admin Name"]) {
      expect(field(label)).not.toHaveAttribute("aria-invalid");
    }
    expect(form.queryByText("Enter the company name.")).toBeNull();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field("Name")).toHaveAttribute("aria-invalid", "true"));
    expect(field("Admin Name")).toHaveAttribute("aria-invalid", "true");
    expect(await form.findByText("Enter the company name.")).toBeVisible();
  });

  test("shows the error of each field on blur", async ({ api, open }) => {
    const { user, form, field, submit } = await openAdd(api, open);
    await fillField(user, field("Name"), "Acme");
    await fillField(user, field("Name"), "");
    await fillField(user, field("Code"), "Acme Corp");
    await fillField(user, field("Support Email"), "nobody");
    await fillField(user, field("Brand Color"), "blue");
    await fillField(user, field("Emp Prefix"), "ÜÖ");
    await fillField(user, field("Address"), "a".repeat(301));
    await user.click(field("Admin Name"));
    for (const sentence of [
      "Use lower-case letters, digits and single dashes, such as acme-corp.",
      "Enter a valid email address, such as name@example.com.",
      "Give the colour as # and six hex digits, such as #004AAD.",
      "Use letters, digits and dashes, such as NBX.",
      "Use at most 300 characters.",
      "Enter the company name.",
    ]) {
      expect(await form.findByText(sentence)).toBeVisible();
    }
    expect(submit()).toHaveAttribute("aria-disabled", "true");
    await expectAccessible();
  });

  test("keeps a refusal at its field until the field is changed", async ({ api, open }) => {
    api.on(createOrganization, ({ code }) => refuseAt("code", "code_taken", { code }));
    const opened = await openAdd(api, open);
    const { user, form, field, submit } = opened;
    await fillAll(opened);
    await submitAndConfirm(opened);
    const sentence = "The code acme-corp is taken by another organization. Choose another.";
    await waitFor(() => expect(field("Code")).toHaveAccessibleDescription(sentence));
    expect(field("Code")).toBeInvalid();
    await waitFor(() => expect(field("Code")).toHaveFocus());
    expect(field("Name")).toHaveValue("Acme Corporation");
    expect(form.getByRole("button", { name: "Reset" })).toBeVisible();

    await user.click(field("Address"));
    expect(field("Code")).toHaveAccessibleDescription(sentence);
    expect(submit()).toHaveAttribute("aria-disabled", "true");
    api.on(createOrganization, () => openedOrganization());
    await fillField(user, field("Code"), "acme-free");
    await submitAndConfirm(opened);
    await expectMessage(saved);
  });

  test("keeps the input without a connection, and retries with the same key", async ({
    api,
    open,
  }) => {
    api.on(createOrganization, loseConnection);
    const opened = await openAdd(api, open);
    await fillAll(opened);
    await submitAndConfirm(opened);
    expect(await opened.form.findByText(/The server cannot be reached/)).toBeVisible();
    expect(opened.field("Code")).toHaveValue("acme-corp");
    // The button was disabled while it waited, and the question closed meanwhile.
    await waitFor(() => expect(opened.submit()).toHaveFocus());
    api.on(createOrganization, () => openedOrganization());
    await submitAndConfirm(opened);
    await expectMessage(saved);
    const keys = api.calls(createOrganization).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test("refuses files that are not images, in the browser and on the server", async ({
    api,
    open,
  }) => {
    const refusal = "logo.png is not a PNG, JPG, WebP or GIF image.";
    api.on(createOrganization, () => refuseAt("logo", "image_invalid", { reason: refusal }));
    const opened = await openAdd(api, open);
    const { form, chooseLogo } = opened;
    await fillAll(opened);
    await chooseLogo(new File(["words"], "notes.txt", { type: "text/plain" })).catch(() => {});
    await submitAndConfirm(opened);
    expect(await form.findByText(refusal)).toBeVisible();
  });

  test("asks before typed input is lost", async ({ api, open }) => {
    const { user, form, field } = await openAdd(api, open);
    await fillField(user, field("Code"), "kept");
    await user.keyboard("{Escape}");
    await answer(user, "Leave without saving?", "Cancel");
    expect(field("Code")).toHaveValue("kept");
    window.history.back();
    await answer(user, "Leave without saving?", "Cancel");
    expect(field("Code")).toHaveValue("kept");
    await user.click(form.getByRole("button", { name: "Close" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Add Organization" })).toHaveFocus(),
    );
  });

  test("closes without asking if nothing was typed", async ({ api, open }) => {
    const { user, form } = await openAdd(api, open);
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("closes when the session ends", async ({ api, open }) => {
    const opened = await openAdd(api, open);
    await fillAll(opened);
    api.endSession();
    api.on(createOrganization, () => openedOrganization());
    await submitAndConfirm(opened);
    await expectSignedOut();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

/** May read only the branches of an organization. */
const editor = staffWith("organizations.read", "organizations.write");

describe("editing an organization", () => {
  function openEdit(api: FakeApi, open: Open) {
    api.on(getOrganization, () => openedOrganization());
    api.on(getLiterals, () => ({ states: [] }));
    api.on(listBranches, () => ({ data: [], total: 0 }));
    const user = open("/app/organizations/7/9", { as: editor });
    return openDialog(user, "Edit Organization");
  }

  test("starts with the saved values, and sends their version", async ({ api, open }) => {
    const opened = await openEdit(api, open);
    const { user, form, field } = opened;
    for (const [label, text] of Object.entries(typed)) expect(field(label)).toHaveValue(text);
    expect(form.queryByRole("button", { name: "Reset" })).toBeNull();
    await fillField(user, field("Name"), "Acme Renamed");
    api.on(updateOrganization, ({ name }) => openedOrganization({ name, version: 4 }));
    api.on(getOrganization, () => openedOrganization({ name: "Acme Renamed", version: 4 }));
    await submitAndConfirm(opened);
    await expectMessage(saved);
    expect(await screen.findByRole("heading", { name: "Acme Renamed", level: 2 })).toBeVisible();
    expect(localStorage.getItem("company_name")).toBe("Acme Renamed");
    const [call] = api.calls(updateOrganization);
    expect(call?.input).toMatchObject({ version: 3, tenant_id: 7, company_id: 9 });
    expect(call?.files).toEqual({});
  });

  test("shows a chosen logo immediately, and resets it", async ({ api, open }) => {
    const { user, form, chooseLogo } = await openEdit(api, open);
    const shown = () => form.getByRole("group", { name: "Logo" }).querySelector("img");
    expect(shown()).toHaveAttribute("src", "/api/files/acme");
    await chooseLogo(logo);
    await waitFor(() => expect(shown()).toHaveAttribute("src", "blob:chosen"));
    await user.click(form.getByRole("button", { name: "Reset" }));
    expect(shown()).toHaveAttribute("src", "/api/files/acme");
    expect(form.queryByRole("button", { name: "Reset" })).toBeNull();
  });

  test("merges what another user saved meanwhile, and keeps all typed input", async ({
    api,
    open,
  }) => {
    const opened = await openEdit(api, open);
    const { user, form, field } = opened;
    await fillField(user, field("Address"), "My address");
    await fillField(user, field("Admin Name"), "My administrator");
    api.on(updateOrganization, () => refuse("changed_meanwhile"));
    await submitAndConfirm(opened);
    const notice = await form.findByText(
      "Somebody else changed this organization while you were working",
    );
    expect(notice).toBeVisible();
    await expectAccessible();

    const theirs = { name: "Theirs", admin_name: "Their administrator", version: 4 };
    api.on(getOrganization, () => openedOrganization(theirs));
    await user.click(form.getByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(field("Name")).toHaveValue("Theirs"));
    expect(field("Address")).toHaveValue("My address");
    expect(field("Admin Name")).toHaveValue("My administrator");
    expect(field("Admin Name")).toHaveAccessibleDescription(
      "Somebody else also changed this. What you typed is kept; please check it.",
    );
    expect(form.getAllByText(/Somebody else also changed this/)).toHaveLength(1);
    api.on(updateOrganization, (input) => openedOrganization({ name: input.name, version: 5 }));
    await submitAndConfirm(opened);
    await expectMessage(saved);
    expect(api.calls(updateOrganization).at(-1)?.input).toMatchObject({
      name: "Theirs",
      address: "My address",
      admin_name: "My administrator",
      version: 4,
    });
  });
});
