import { createStore, useStore } from "./store.ts";

/** How an organization looks: its avatar and the preview of its mails wear it while it is open. */
export type Branding = { companyName: string; logo: string | null; brandColor: string };

const keys = { companyName: "company_name", logo: "company_logo", brandColor: "brand_color" };

function read(): Branding | null {
  const companyName = localStorage.getItem(keys.companyName);
  const brandColor = localStorage.getItem(keys.brandColor);
  if (companyName === null || brandColor === null) return null;
  return { companyName, logo: localStorage.getItem(keys.logo), brandColor };
}

const store = createStore<Branding | null>(read());

/** Keeps the branding of the organization that is open. */
export function keepBranding(branding: Branding): void {
  localStorage.setItem(keys.companyName, branding.companyName);
  localStorage.setItem(keys.brandColor, branding.brandColor);
  if (branding.logo === null) localStorage.removeItem(keys.logo);
  else localStorage.setItem(keys.logo, branding.logo);
  store.set(branding);
}

/** Forgets the branding: at the login page and at logout. */
export function clearBranding(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  store.set(null);
}

/** The branding of the organization that is open, or null. */
export function useBranding(): Branding | null {
  return useStore(store);
}
