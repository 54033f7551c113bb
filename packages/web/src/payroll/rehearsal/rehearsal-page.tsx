import { rehearse } from "@kontor/contract/payroll/rehearsal";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { call } from "../../platform/api.ts";
import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { moneyProblem } from "../../ui/form/money-input.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { runPage } from "../data.ts";
import { rehearsalQuery, type Outcome, type RehearsalBasis, type RehearsalPath } from "./data.ts";
import { RehearsalResult } from "./rehearsal-result.tsx";
import { TermFields } from "./term-fields.tsx";
import { bandsProblem, numberSchemas, termsFrom, type TermValues } from "./terms-values.ts";

import classes from "./rehearsal.module.css";

const route = getRouteApi("/app/payroll/$tenant_id/$company_id/rehearsal");

/** The last approved run calculated again under another law or other rates, before anybody decides on them. */
export function RehearsalPage() {
  const { tenant_id, company_id } = route.useParams();
  const path = { tenant_id: Number(tenant_id), company_id: Number(company_id) };
  const query = useQuery(rehearsalQuery(path));
  return (
    <Page title="Law Rehearsal" backTo="/app/payroll">
      <Loaded query={query} what="The last approved run">
        {(basis) => <Rehearsing key={basis.run?.id} path={path} basis={basis} />}
      </Loaded>
    </Page>
  );
}

function Rehearsing({ path, basis }: { path: RehearsalPath; basis: RehearsalBasis }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { form, fieldProps, refuse } = useContractForm<TermValues>({
    name: "rehearsal",
    initialValues: { ...basis.terms, bands: basis.terms.bands.map((band) => ({ ...band })) },
    schemas: numberSchemas,
    rules: {
      bands: bandsProblem,
      rent_relief_cap: (value) => moneyProblem(value, "amount") ?? undefined,
      minimum_wage: (value) => moneyProblem(value, "amount") ?? undefined,
    },
  });
  const { onSubmit, saving } = useSubmit<TermValues>({
    form,
    refuse,
    save: async (values) => {
      const terms = termsFrom(values);
      setOutcome({ terms, result: await call(rehearse, { ...path, ...terms }) });
      // Nothing of it would be lost by leaving: there is nothing to save.
      form.resetDirty();
    },
  });
  const { run, pack } = basis;
  if (run === null) {
    return <EmptyState text="No regular run is approved yet, so there is nothing to rehearse." />;
  }
  const numbered = { ...path, id: run.id };
  return (
    <div className={classes.columns}>
      <Panel
        title="Terms"
        about={
          <>
            As <TextLink {...runPage(numbered)}>{run.number}</TextLink> for {monthName(run.period)}{" "}
            was calculated, by {pack}. Change what is to be tried out; nothing is saved or posted.
          </>
        }
      >
        <form noValidate onSubmit={onSubmit}>
          <TermFields
            fieldProps={fieldProps}
            values={form.values}
            rehearsing={saving}
            onPresent={() => {
              form.reset();
              setOutcome(null);
            }}
          />
        </form>
      </Panel>
      <RehearsalResult path={path} outcome={outcome} />
    </div>
  );
}
