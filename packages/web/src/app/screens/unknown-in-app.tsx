import { Shell } from "../shell/shell.tsx";
import { UnknownScreen } from "./unknown-screen.tsx";

/**
 * The app shell around an address of the app that names no record, such as one with a word for an
 * id.
 */
export function UnknownInApp() {
  return <Shell screen={<UnknownScreen />} />;
}
