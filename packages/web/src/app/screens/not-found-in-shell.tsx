import { Shell } from "../shell/shell.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

/**
 * The app shell around an address of the app that names no record, such as one with text instead
 * of an id.
 */
export function NotFoundInShell() {
  return <Shell screen={<NotFoundScreen />} />;
}
