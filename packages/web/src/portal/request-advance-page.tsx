import { requestPortalAdvance } from "@kontor/contract/portal/advances";
import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";

import { ApiProblem } from "../platform/api-problem.ts";
import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { useEndpointMutation } from "../platform/mutation.ts";
import {
  AdvanceRequestFields,
  AdvanceTerms,
  amountProblem,
  canRequest,
  type RequestedAdvance,
  plannedPayback,
} from "../salary-advances/request/advance-request-form.tsx";
import { MissingNote, RefusalNote, SubmitButton } from "../ui/form/form-actions.tsx";
import { StoredDraftNotice } from "../ui/form/resume-draft-notice.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { usePageTitle } from "../ui/page/page-title.ts";
import { Panel } from "../ui/page/panel.tsx";
import { sendingSentence } from "./advance-list.tsx";
import { advancesKey, moduleOffSentence, offerQuery } from "./data.ts";
import { BackLink, Title } from "./title.tsx";

import classes from "./advances.module.css";

/** The page to request an advance: the amount, the plan, the terms. */
export function RequestAdvancePage() {
  usePageTitle("Ask for an advance");
  const offer = useQuery(offerQuery());
  const closed = moduleOffSentence(offer.error);
  return (
    <>
      <BackLink to="/portal">Back</BackLink>
      <Title>Ask for an advance</Title>
      {closed !== null ? (
        <Notice>{closed}</Notice>
      ) : (
        <Panel title="Your request">
          <Loaded query={offer} what="What you can ask for">
            {(loaded) => <RequestForm offer={loaded} />}
          </Loaded>
        </Panel>
      )}
    </>
  );
}

type RequestValues = RequestedAdvance & { accepted: boolean };

const blank: RequestValues = { amount: null, instalments: 1, accepted: false };

type Offer = Parameters<typeof amountProblem>[0];

function RequestForm({ offer }: { offer: Offer }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const hint = useId();
  const request = useEndpointMutation(requestPortalAdvance, [advancesKey]);
  const { form, fieldProps, missing, refuse, storedDraft } = useContractForm<RequestValues>({
    name: "portal-advance",
    draft: "new",
    several: true,
    // Not part of the draft: only the terms that are shown now can be accepted.
    withheld: ["accepted"],
    initialValues: blank,
    schemas: {},
    rules: {
      amount: (amount) => amountProblem(offer, amount, "employee"),
      accepted: (accepted) => (accepted ? undefined : "Accept the terms first."),
    },
  });
  const { onSubmit, saving, refusal } = useSubmit<RequestValues>({
    form,
    refuse,
    save: async ({ amount, instalments }) => {
      if (typeof amount !== "bigint") return;
      const terms_version = offer.terms.version;
      try {
        const { status, on_its_way } = await request.mutateAsync({
          input: {
            amount,
            instalments,
            terms_version,
            payback_amount: plannedPayback(offer, { amount, instalments }),
          },
          submits: storedDraft.submits,
        });
        storedDraft.forget();
        form.resetDirty();
        notifySuccess(
          status === "APPROVED"
            ? `Your advance is approved. ${sendingSentence({ on_its_way })}`
            : "Your request has been sent. You will get an email when it is decided.",
        );
        await navigate({ to: "/portal" });
      } catch (error) {
        // The terms or the limit may have changed since they were shown. Changed terms must be
        // accepted again.
        if (error instanceof ApiProblem) {
          if (error.code === "terms_changed") form.setFieldValue("accepted", false);
          await client.invalidateQueries({ queryKey: advancesKey });
        }
        throw error;
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      {offer.ineligible.length === 0 && (
        <StoredDraftNotice what="this request" storedDraft={storedDraft} />
      )}
      <AdvanceRequestFields offer={offer} to="employee" form={form} fieldProps={fieldProps} />
      {offer.ineligible.length === 0 && (
        <>
          <AdvanceTerms html={offer.terms.html} />
          <Checkbox
            {...form.getInputProps("accepted", { type: "checkbox" })}
            size="md"
            label="I have read and accept these terms"
          />
          <RefusalNote refusal={refusal} />
          <MissingNote id={hint} missing={missing()} />
          <SubmitButton
            size="md"
            fullWidth
            loading={saving}
            missing={missing()}
            hint={hint}
            disabled={missing() === null && !canRequest(offer, form.values)}
          >
            Send request
          </SubmitButton>
        </>
      )}
    </form>
  );
}
