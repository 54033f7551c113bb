import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { formatCount, formatCounted, formatMoney, formatRange } from "@kontor/contract/format";
import { interestRate, maxPercentage } from "@kontor/contract/salary-advances/advance-rules";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { serverMessageOf } from "../../platform/api-problem.ts";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { Example } from "../../ui/form/form-with-aside.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import {
  rulesPreviewQuery,
  type AdvanceRules,
  type ProposedRules,
  type RulesPreviewData,
} from "./data.ts";

import classes from "./advance-rules.module.css";

/** The pause in typing after which the preview is requested, in milliseconds. */
const debounceDelay = 400;

type TypedRules = {
  max_percentage: number | string;
  interest_rate: number | string;
  auto_approval: "1" | "0";
};

type RulesPreviewProps = { owner: ConfigurationOwner; saved: AdvanceRules; typed: TypedRules };

/** The outcomes of the requests of the last 90 days under the typed rules. */
export function RulesPreview({ owner, saved, typed }: RulesPreviewProps) {
  const proposed = changedRules(saved, typed);
  const written = JSON.stringify(proposed);
  const [settled] = useDebouncedValue(written, debounceDelay);
  return (
    <Example title="Last 90 days">
      {proposed === null ? (
        <Text size="sm" c="dimmed">
          Change a rule to see how it would have affected the requests of the last 90 days before
          you save it.
        </Text>
      ) : (
        <ComparedRules owner={owner} proposed={proposed} typing={written !== settled} />
      )}
    </Example>
  );
}

/** The typed rules; null while they equal the saved ones or are invalid. */
function changedRules(saved: AdvanceRules, typed: TypedRules): ProposedRules | null {
  const percentage = maxPercentage.safeParse(typed.max_percentage);
  const rate = interestRate.safeParse(typed.interest_rate);
  if (!percentage.success || !rate.success) return null;
  const proposed = {
    max_percentage: percentage.data,
    interest_rate: rate.data,
    auto_approval: typed.auto_approval === "1" ? (1 as const) : (0 as const),
  };
  const same =
    proposed.max_percentage === saved.max_percentage &&
    proposed.interest_rate === saved.interest_rate &&
    proposed.auto_approval === saved.auto_approval;
  return same ? null : proposed;
}

type ComparedRulesProps = {
  owner: ConfigurationOwner;
  proposed: ProposedRules;
  /** The user may still be typing. */
  typing: boolean;
};

function ComparedRules({ owner, proposed, typing }: ComparedRulesProps) {
  const preview = useQuery({ ...rulesPreviewQuery(owner, proposed), enabled: !typing });
  const stale = typing || preview.isPlaceholderData;
  return (
    <>
      <VisuallyHidden role="status">
        {!stale && preview.data && comparisonSentence(preview.data)}
      </VisuallyHidden>
      <Outcome {...{ preview, stale }} />
    </>
  );
}

/** The announcement of changed figures for screen readers, since the focus stays in the form. */
function comparisonSentence({ requests, present, proposed }: RulesPreviewData): string {
  if (requests === 0) return "";
  const changes = outcomeLines
    .filter(({ valueOf }) => valueOf(present) !== valueOf(proposed))
    .map(({ label, valueOf }) => `${label}: ${valueOf(present)} now, ${valueOf(proposed)} then.`);
  return changes.length === 0 ? "The new rules change no outcome." : changes.join(" ");
}

type OutcomeProps = {
  preview: Pick<UseQueryResult<RulesPreviewData>, "isError" | "error" | "data" | "refetch">;
  stale: boolean;
};

function Outcome({ preview, stale }: OutcomeProps) {
  if (preview.isError) {
    const message = serverMessageOf(preview.error);
    return (
      <div role="alert">
        <Text size="sm" mb="xs">
          The requests could not be compared.
        </Text>
        {message !== null && (
          <Text size="sm" c="dimmed" mb="xs">
            {message}
          </Text>
        )}
        <Button
          ref={focusMainOnUnmount}
          variant="default"
          size="xs"
          onClick={() => void preview.refetch()}
        >
          Try again
        </Button>
      </div>
    );
  }
  if (!preview.data) return <PageSpinner label="Comparing the requests" />;
  return <Comparison {...preview.data} stale={stale} />;
}

type Outcomes = RulesPreviewData["present"];

const outcomeLines: readonly { label: string; valueOf: (outcomes: Outcomes) => string }[] = [
  { label: "Approved at once", valueOf: ({ approved }) => formatCount(approved) },
  { label: "Waiting for a decision", valueOf: ({ waiting }) => formatCount(waiting) },
  { label: "Refused", valueOf: ({ refused }) => formatCount(refused) },
  { label: "Interest", valueOf: ({ interest }) => formatMoney(interest) },
];

function Comparison(props: RulesPreviewData & { stale: boolean }) {
  const { requests, start_date, end_date, present, proposed, stale } = props;
  const days = formatRange(start_date, end_date);
  if (requests === 0) {
    return (
      <Text size="sm" c="dimmed">
        There were no requests from {days}, so there is nothing to compare.
      </Text>
    );
  }
  return (
    <>
      <table
        className={classes.preview}
        aria-label="Requests under both rules"
        aria-busy={stale}
        data-stale={stale || undefined}
      >
        <thead>
          <tr>
            <th scope="col">{formatCounted(requests, "request")}</th>
            <th scope="col">Now</th>
            <th scope="col">New rules</th>
          </tr>
        </thead>
        <tbody>
          {outcomeLines.map(({ label, valueOf }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{valueOf(present)}</td>
              <td data-differs={valueOf(present) !== valueOf(proposed) || undefined}>
                {valueOf(proposed)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed">
        {days}. Requests that exist stay as they are.
      </Text>
    </>
  );
}
