import { startRehearsal } from "@kontor/contract/payroll/rehearsal";
import { monthName } from "@kontor/payroll/month";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";

import { readIdParam } from "../../platform/address.ts";
import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { useEndpointMutation } from "../../platform/mutation.ts";
import { moneyProblem } from "../../ui/form/money-input.tsx";
import { StoredDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { runLink } from "../links.ts";
import {
  rehearsalBasisQuery,
  rehearsalQuery,
  type Rehearsal,
  type RehearsalBasis,
  type RehearsalPath,
} from "./data.ts";
import { RehearsalResult } from "./rehearsal-result.tsx";
import { TermFields } from "./term-fields.tsx";
import { bandsProblem, numberSchemas, termsFrom, type TermValues } from "./terms-values.ts";

import classes from "./rehearsal.module.css";

const route = getRouteApi("/app/payroll/$tenant_id/$company_id/rehearsal");

/**
 * Calculates the last approved run again under another law or other rates, without saving anything.
 */
export function RehearsalPage() {
  const { tenant_id, company_id } = route.useParams();
  const path = { tenant_id: Number(tenant_id), company_id: Number(company_id) };
  const query = useQuery(rehearsalBasisQuery(path));
  const { rehearsal: requested } = route.useSearch();
  const rehearsal = useQuery(rehearsalQuery(path, readIdParam(requested)));
  return (
    <Page title="Law Rehearsal" backTo="/app/payroll">
      <Loaded query={query} what="The last approved run">
        {(basis) =>
          rehearsal.isLoading ? (
            <PageSpinner />
          ) : (
            <RehearsalForm
              key={basis.run?.id}
              path={path}
              basis={basis}
              rehearsal={requested === undefined ? undefined : rehearsal.data}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

type RehearsalFormProps = {
  path: RehearsalPath;
  basis: RehearsalBasis;
  /** The rehearsal of the address, whose terms fill the form; it may have been deleted. */
  rehearsal: Rehearsal | undefined;
};

const valuesOf = (terms: RehearsalBasis["terms"]): TermValues => ({
  ...terms,
  bands: terms.bands.map((band) => ({ ...band })),
});

function RehearsalForm({ path, basis, rehearsal }: RehearsalFormProps) {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const show = (search: { rehearsal?: number }) =>
    navigate({ search, replace: true, resetScroll: false });
  const result = useRef<HTMLDivElement>(null);
  const { mutateAsync } = useEndpointMutation(startRehearsal, []);
  const [initialTerms] = useState(rehearsal?.terms ?? basis.terms);
  const { form, fieldProps, refuse, storedDraft } = useContractForm<TermValues>({
    name: "rehearsal",
    draft: Object.values(path).join(":"),
    initialValues: valuesOf(initialTerms),
    schemas: numberSchemas,
    rules: {
      bands: bandsProblem,
      rent_relief_cap: (value) => moneyProblem(value, "amount") ?? undefined,
      minimum_wage: (value) => moneyProblem(value, "amount") ?? undefined,
    },
  });
  const { onSubmit, saving, refusal } = useSubmit<TermValues>({
    form,
    refuse,
    save: async (values) => {
      const started = await mutateAsync({ input: { ...path, ...termsFrom(values) } });
      client.setQueryData(rehearsalQuery(path, started.id).queryKey, started);
      // The server stores the terms with the rehearsal, so nothing is lost by leaving the page.
      storedDraft.forget();
      form.resetDirty();
      await show({ rehearsal: started.id });
      // The button is below the terms, and the result above, or on a phone further down.
      result.current?.scrollIntoView({ block: "start" });
    },
  });
  const { run, pack } = basis;
  if (run === null) {
    return (
      <EmptyState text="No regular run has been approved yet, so there is nothing to rehearse." />
    );
  }
  const numbered = { ...path, id: run.id };
  return (
    <div className={classes.columns}>
      <Panel
        title="Terms"
        about={
          <>
            As{" "}
            <TextLink underline="always" {...runLink(numbered)}>
              {run.number}
            </TextLink>{" "}
            for {monthName(run.period)} was calculated (law: {pack}). Change the terms that you want
            to try. Nothing is posted or paid.
          </>
        }
      >
        <form noValidate onSubmit={onSubmit}>
          <StoredDraftNotice what="these terms" storedDraft={storedDraft} />
          <TermFields
            fieldProps={fieldProps}
            values={form.values}
            rehearsing={saving}
            refusal={refusal}
            onPresent={() => {
              form.setValues(valuesOf(basis.terms));
              form.resetDirty();
              form.clearErrors();
              void show({});
            }}
          />
        </form>
      </Panel>
      <div ref={result} className={classes.result}>
        <RehearsalResult path={path} rehearsal={rehearsal} />
      </div>
    </div>
  );
}
