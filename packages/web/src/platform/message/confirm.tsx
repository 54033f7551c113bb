import { Suspense } from "react";

import { lazyPart } from "../part/lazy-part.ts";
import { loadPart } from "../part/load-part.ts";
import { onSessionEnd } from "../session.ts";
import { createStore, useStore } from "../store.ts";

type Question = {
  text: string;
  detail: string | undefined;
  answer: (yes: boolean) => void;
};

const asked = createStore<Question | null>(null);

/** True while a question of {@link confirm} is open. */
export function useIsAsking(): boolean {
  return useStore(asked) !== null;
}

/**
 * Asks a yes-or-no question, which is also the name of the dialog.
 *
 * @param detail a sentence below the question, such as what would be lost.
 * @returns true for Yes; false for Cancel, Escape, the close button, another question and the end of
 * the session.
 */
export function confirm(text: string, detail?: string): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.set(null);
      resolve(yes);
    };
    asked.set({ text, detail, answer });
  });
}

onSessionEnd(() => asked.get()?.answer(false));

const loadDialog = () => import("./question-dialog.tsx");
const QuestionDialog = lazyPart(loadDialog, "QuestionDialog");

/**
 * Preloads the dialog of questions once the shell is shown, so that a question needs no network.
 */
export function loadQuestions(): Promise<unknown> {
  return loadPart(loadDialog);
}

/** Shows the question that {@link confirm} asks. The shell draws it once. */
export function Questions() {
  const question = useStore(asked);
  return <Suspense>{question && <QuestionDialog key={question.text} {...question} />}</Suspense>;
}
