import { useState } from "react";

import { SignInFrame } from "../session/sign-in-frame.tsx";
import { signIn, type Employment } from "./sign-in.ts";

import classes from "./employment-choice.module.css";

type EmploymentChoiceProps = {
  email: string;
  code: string;
  employments: readonly Employment[];
  onSignedIn: () => void;
  onStartAgain: () => void;
};

/** Lets an employee with several employments at one address choose one. */
export function EmploymentChoice(props: EmploymentChoiceProps) {
  const { email, code, employments, onSignedIn, onStartAgain } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const [entering, setEntering] = useState(false);
  const enter = async ({ tenant_id, employee_id }: Employment) => {
    setRefused(null);
    setEntering(true);
    const outcome = await signIn({ email, code, employment: { tenant_id, employee_id } });
    setEntering(false);
    if (outcome.done) onSignedIn();
    else setRefused(outcome.message);
  };
  return (
    <SignInFrame
      title="Choose your employer"
      text={`${email} is linked to more than one employer.`}
    >
      <ul className={classes.choices}>
        {employments.map((employment) => (
          <li key={`${employment.tenant_id}/${employment.employee_id}`}>
            <button
              type="button"
              data-surface="card"
              className={classes.choice}
              disabled={entering}
              onClick={() => void enter(employment)}
            >
              <strong>{employment.organization}</strong>{" "}
              <span>
                {employment.name}, {employment.staff_no}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">{refused !== null && <p className={classes.refused}>{refused}</p>}</div>
      <div className={classes.ways}>
        <button type="button" className={classes.textButton} onClick={onStartAgain}>
          Start again
        </button>
      </div>
    </SignInFrame>
  );
}
