import { Shell } from "../shell/shell.tsx";
import { UnknownScreen } from "./unknown-screen.tsx";

/** The frame of the app around an address of it that names no record, such as one with a word for an id. */
export function UnknownInApp() {
  return <Shell screen={<UnknownScreen />} />;
}
