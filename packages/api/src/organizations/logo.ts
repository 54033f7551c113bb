import type { StoredFile } from "../platform/files/files.ts";
import { storeFile } from "../platform/files/files.ts";
import { reencodeImage } from "../platform/files/images.ts";
import type { Files } from "../platform/http/request.ts";
import type { Context } from "../platform/scope.ts";

/** Edge lengths in pixels of the stored logo, and of the small copy for lists and menus. */
const logoEdge = 512;
const avatarEdge = 96;

/** A logo ready to be stored. */
export type Logo = { logo: StoredFile; avatar: StoredFile };

/**
 * Re-encodes the uploaded logo, before any transaction is open.
 *
 * @returns undefined when none was sent.
 * @throws Refusal `image_invalid` at the field `logo`.
 */
export async function prepareLogo(files: Files): Promise<Logo | undefined> {
  const upload = files["logo"];
  if (upload === undefined) return undefined;
  const [logo, avatar] = await reencodeImage(upload.bytes, "logo", [logoEdge, avatarEdge]);
  return { logo, avatar };
}

/**
 * Stores a logo of the tenant in scope. Earlier logos stay, because mails already sent show them.
 */
export async function storeLogo(
  context: Context,
  tenantId: number,
  { logo, avatar }: Logo,
): Promise<{ logo_key: string; avatar_key: string }> {
  const now = context.clock.now();
  return {
    logo_key: await storeFile(context.tx, tenantId, logo, now),
    avatar_key: await storeFile(context.tx, tenantId, avatar, now),
  };
}
