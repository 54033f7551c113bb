import type { ReactNode } from "react";

import { useConnectionLost } from "../platform/connection.ts";
import { useLoadFailure } from "../platform/loading/load-module.ts";
import { BrandMark } from "../ui/brand-mark.tsx";

import classes from "./sign-in-frame.module.css";

type SignInFrameProps = {
  /** The position among several steps. */
  step?: string;
  title: string;
  text: string;
  children: ReactNode;
};

/** The layout of the screens outside the guard: the product's name and one card. */
export function SignInFrame({ step, title, text, children }: SignInFrameProps) {
  const lost = useConnectionLost();
  const failure = useLoadFailure();
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <BrandMark size="lg" />
        <section className={classes.card}>
          {step !== undefined && <p className={classes.step}>{step}</p>}
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.text}>{text}</p>
          <div role="status">
            {(lost || failure !== null) && (
              <p className={classes.lost}>
                The server cannot be reached. Check your connection and try again.
              </p>
            )}
          </div>
          {children}
        </section>
      </div>
    </main>
  );
}
