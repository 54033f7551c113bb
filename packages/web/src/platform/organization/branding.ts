import { storeOnDevice } from "../session.ts";

/**
 * The branding of an organization, stored for scripts of its own pages that read it from the
 * browser.
 */
type Branding = { companyName: string; logo: string | null; brandColor: string };

const keys = { companyName: "company_name", logo: "company_logo", brandColor: "brand_color" };

/** Stores the branding of the organization that is open. */
export function storeBranding(branding: Branding): void {
  storeOnDevice(keys.companyName, branding.companyName);
  storeOnDevice(keys.brandColor, branding.brandColor);
  storeOnDevice(keys.logo, branding.logo);
}

/** Removes the branding: on the login page and at logout. */
export function clearBranding(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
}
