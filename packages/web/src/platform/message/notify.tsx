import { Suspense, type ReactNode } from "react";

import { lazyComponent } from "../loading/lazy-component.ts";
import { loadModule } from "../loading/load-module.ts";
import { createStore, useStore } from "../store.ts";

/** How long a message stays, in milliseconds. */
const standardDuration = 4000;
const briefDuration = 3000;

const hasMessage = createStore(false);
// The code that shows messages is loaded with the first message.
const loadToasts = () => import("./toasts.tsx");
const Toasts = lazyComponent(loadToasts, "Toasts");

/**
 * Preloads the code of messages after the app shell is shown, so that a message needs no network.
 */
export function loadMessages() {
  return loadModule(loadToasts);
}

/**
 * The place where messages appear. The app renders it once, inside the router, since messages may
 * link to screens.
 */
export function ToastHost() {
  return <Suspense>{useStore(hasMessage) && <Toasts />}</Suspense>;
}

/**
 * Shows a success message: green, 4 seconds.
 *
 * @param link a link after the message, to the record that was created. It is underlined, since its
 *   colour alone would not tell it from the message.
 */
export function notifySuccess(message: string, link?: ReactNode): void {
  show("success", message, standardDuration, link);
}

/** Shows an error message: red, 4 seconds. */
export function notifyError(message: string): void {
  show("error", message, standardDuration);
}

/** Shows an error of a form or a list. The specification sets 3 seconds for these. */
export function notifyBriefError(message: string): void {
  show("error", message, briefDuration);
}

function show(kind: "success" | "error", message: string, duration: number, link?: ReactNode) {
  hasMessage.set(true);
  void loadMessages().then(({ showToast }) => showToast(kind, message, duration, link));
}
