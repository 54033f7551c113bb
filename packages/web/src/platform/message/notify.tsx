import { Suspense, type ReactNode } from "react";

import { lazyPart } from "../part/lazy-part.ts";
import { loadPart } from "../part/load-part.ts";
import { createStore, useStore } from "../store.ts";

/** How long a message stays, in milliseconds. */
const usual = 4000;
const brief = 3000;

const needed = createStore(false);
// The first message loads what shows it.
const loadToasts = () => import("./toasts.tsx");
const Toasts = lazyPart(loadToasts, "Toasts");

/** Preloads the messages' code once the shell is shown, so that a message needs no network. */
export function loadMessages() {
  return loadPart(loadToasts);
}

/** Where messages appear, inside the router, since they may link to screens. The app draws it once. */
export function Notifications() {
  return <Suspense>{useStore(needed) && <Toasts />}</Suspense>;
}

/**
 * Shows a success message: green, 4 seconds.
 *
 * @param link leads to what was made, below the message.
 */
export function notifySuccess(message: string, link?: ReactNode): void {
  show("success", message, usual, link);
}

/** Shows what went wrong: red, 4 seconds. */
export function notifyError(message: string): void {
  show("error", message, usual);
}

/** An error of a form's or a list's own, which the catalogue of messages keeps to 3 seconds. */
export function notifyBriefError(message: string): void {
  show("error", message, brief);
}

function show(kind: "success" | "error", message: string, duration: number, link?: ReactNode) {
  needed.set(true);
  void loadMessages().then(({ showToast }) => showToast(kind, message, duration, link));
}
