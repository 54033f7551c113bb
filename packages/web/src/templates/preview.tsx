import { Alert, List } from "@mantine/core";
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";

import { ApiProblem } from "../platform/api-problem.ts";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { HtmlFrame } from "../ui/rich-text/html-frame.tsx";

import classes from "./templates.module.css";

type Previewed = { subject: string; html: string };

type PreviewProps<Data extends Previewed> = {
  query: UseQueryOptions<Data, Error, Data, unknown[]>;
  /** The accessible name of the frame: "Preview of the mail". */
  title: string;
  /** A mail's subject is shown above it. A letter has its own on the page. */
  withSubject?: boolean;
};

/** A preview of the draft with sample values, or why it cannot be shown. */
export function Preview<Data extends Previewed>({ query, title, withSubject }: PreviewProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (error instanceof ApiProblem && !isFetching) return <PreviewRefused problem={error} />;
  if (!data) {
    return (
      <NotLoaded
        what="The preview"
        failed={error !== null && !isFetching}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      {withSubject && (
        <p className={classes.previewSubject}>
          <span className={classes.previewLabel}>Subject</span> {data.subject}
        </p>
      )}
      <HtmlFrame title={title} html={data.html} />
    </>
  );
}

function PreviewRefused({ problem }: { problem: ApiProblem }) {
  const sentences = problem.errors.map(({ message }) => message);
  return (
    <Alert color="red" role="alert" title="No preview yet">
      <List size="sm">
        {(sentences.length > 0 ? sentences : [problem.message]).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
