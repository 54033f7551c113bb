import { onSessionEnd, onSessionStart } from "../session.ts";
import { createStore, useStore } from "../store.ts";

/** The value of the organization filter that means all organizations. */
export const allOrganizations = 0;

/**
 * The organization as an input of a call or a parameter of an address; none for
 * {@link allOrganizations}, which is also that of a user of one organization.
 */
export function tenantParam(tenantId: number): { tenant_id?: number } {
  return tenantId === allOrganizations ? {} : { tenant_id: tenantId };
}

/** The organization filter of the accounting pages. */
export type OrganizationChoice = { tenantId: number; name: string };

const everyOrganization: OrganizationChoice = {
  tenantId: allOrganizations,
  name: "All Organizations",
};
const keys = { tenantId: "organization_filter", name: "organization_filter_name" } as const;

/** Parses a stored choice. Anything but an integer above zero means all organizations. */
export function parseOrganizationChoice(
  tenantId: string | null,
  name: string | null,
): OrganizationChoice {
  if (tenantId === null || !/^[1-9]\d{0,14}$/.test(tenantId)) return everyOrganization;
  return { tenantId: Number(tenantId), name: name ?? "" };
}

const store = createStore<OrganizationChoice | null>(null);

/**
 * The organization chosen on any accounting page; its `tenantId` is {@link allOrganizations} for
 * all. The choice lasts until the session ends.
 */
export function useOrganizationChoice(): OrganizationChoice {
  const chosen = useStore(store);
  return (
    chosen ??
    parseOrganizationChoice(
      sessionStorage.getItem(keys.tenantId),
      sessionStorage.getItem(keys.name),
    )
  );
}

/** Filters all accounting pages by one organization, or with null by none. */
export function chooseOrganization(choice: OrganizationChoice | null): void {
  const { tenantId, name } = choice ?? everyOrganization;
  sessionStorage.setItem(keys.tenantId, String(tenantId));
  sessionStorage.setItem(keys.name, name);
  store.set({ tenantId, name });
}

/** Updates the stored name of the chosen organization, if it is this one. */
export function updateOrganizationName({ tenantId, name }: OrganizationChoice): void {
  const chosen =
    store.get() ??
    parseOrganizationChoice(
      sessionStorage.getItem(keys.tenantId),
      sessionStorage.getItem(keys.name),
    );
  if (chosen.tenantId === tenantId && chosen.name !== name) chooseOrganization({ tenantId, name });
}

/**
 * Puts the organization of the header into the address of the open page. Null if the open page has
 * no organization filter.
 */
let switchListener: ((tenantId: number | undefined) => void) | null = null;

/**
 * Notifies a page with an organization filter when the header switches the organization. @returns a
 * function that stops listening.
 */
export function onOrganizationSwitch(listener: (tenantId: number | undefined) => void): () => void {
  switchListener = listener;
  return () => {
    if (switchListener === listener) switchListener = null;
  };
}

/**
 * Switches to an organization, or with null to all of them, as the header does.
 *
 * @returns whether the open page follows by itself.
 */
export function switchOrganization(choice: OrganizationChoice | null): boolean {
  chooseOrganization(choice);
  switchListener?.(choice?.tenantId);
  return switchListener !== null;
}

function clearChoice(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key);
  store.set(null);
}

onSessionEnd(clearChoice);
onSessionStart((replaced) => {
  if (replaced) clearChoice();
});
