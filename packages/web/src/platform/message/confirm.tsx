import { useLocation } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";

import { lazyComponent } from "../loading/lazy-component.ts";
import { loadModule } from "../loading/load-module.ts";
import { onSessionEnd } from "../session.ts";
import { createStore, useStore } from "../store.ts";
import type { Answer } from "./question-dialog.tsx";

type Question = {
  text: string;
  detail: string | undefined;
  focused: Answer;
  answer: (yes: boolean) => void;
};

const openQuestion = createStore<Question | null>(null);

/** True while a dialog of {@link confirm} is open. */
export function useIsQuestionOpen(): boolean {
  return useStore(openQuestion) !== null;
}

/**
 * Asks a yes-or-no question, which is also the name of the dialog.
 *
 * @param detail a sentence below the question, for example what would be lost.
 * @param focused the button that Enter presses: Cancel where Yes loses what was typed, since Escape
 *   and then Enter must not.
 * @returns true for Yes; false for Cancel, Escape, the close button, another question, another page
 *   and the end of the session.
 */
export function confirm(text: string, detail?: string, focused: Answer = "Yes"): Promise<boolean> {
  openQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      openQuestion.set(null);
      resolve(yes);
    };
    openQuestion.set({ text, detail, focused, answer });
  });
}

onSessionEnd(() => openQuestion.get()?.answer(false));

const loadQuestionDialog = () => import("./question-dialog.tsx");
const QuestionDialog = lazyComponent(loadQuestionDialog, "QuestionDialog");

/**
 * Preloads the confirmation dialog after the app shell is shown, so that a question needs no
 * network.
 */
export function preloadQuestionDialog(): Promise<unknown> {
  return loadModule(loadQuestionDialog);
}

/** Shows the dialog of {@link confirm}. The app shell renders it once. */
export function QuestionHost() {
  const question = useStore(openQuestion);
  const { pathname } = useLocation();
  // The back button leaves a page below its question, which means nothing on another page.
  useEffect(() => () => openQuestion.get()?.answer(false), [pathname]);
  return <Suspense>{question && <QuestionDialog key={question.text} {...question} />}</Suspense>;
}
