import { formatMoment } from "@kontor/contract/format";
import { SegmentedControl, Switch, TextInput } from "@mantine/core";

import { Notice } from "../ui/page/notice.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { changesLink } from "./changes-link.ts";

/** Lagos is an hour ahead of UTC all year. */
const ahead = 60 * 60 * 1000;

type RecordedFilterProps = {
  label?: string;
  /** A moment in UTC; undefined for now. */
  recorded: string | undefined;
  onChange: (recorded: string | undefined) => void;
};

/** The moment as of which the books are shown, to the end of its minute in Lagos. */
export function RecordedFilter({
  label = "As Recorded At",
  recorded,
  onChange,
}: RecordedFilterProps) {
  return (
    <TextInput
      label={label}
      type="datetime-local"
      w={{ base: "100%", sm: 225 }}
      value={recorded === undefined ? "" : inLagos(recorded)}
      onChange={(event) => onChange(endOfMinute(event.currentTarget.value))}
    />
  );
}

/** A moment as the input writes it: 2026-03-31T17:00. */
function inLagos(moment: string): string {
  return new Date(Date.parse(moment) + ahead).toISOString().slice(0, 16);
}

function endOfMinute(local: string): string | undefined {
  const start = Date.parse(`${local}:00.000Z`);
  return Number.isNaN(start) ? undefined : new Date(start - ahead + 59_999).toISOString();
}

type BooksMomentProps = {
  recorded: string | undefined;
  asItIs: boolean;
  onChange: (change: {
    recorded_up_to?: string | undefined;
    as_it_is?: boolean | undefined;
  }) => void;
};

/** The moment as of which lines are shown, or since which they are marked. */
export function BooksMoment({ recorded, asItIs, onChange }: BooksMomentProps) {
  return (
    <>
      <RecordedFilter
        recorded={recorded}
        onChange={(next) =>
          onChange({ recorded_up_to: next, ...(next === undefined && { as_it_is: undefined }) })
        }
      />
      {recorded !== undefined && (
        <SegmentedControl
          aria-label="Which books"
          value={asItIs ? "now" : "then"}
          onChange={(value) => onChange({ as_it_is: value === "now" || undefined })}
          data={[
            { value: "then", label: "As it was" },
            { value: "now", label: "As it is, marked" },
          ]}
        />
      )}
    </>
  );
}

type WithoutClosingsProps = {
  className: string | undefined;
  closing: "without" | undefined;
  onChange: (change: { closing: "without" | undefined }) => void;
};

/** Leaves out the year-end closings of the days, so that figures agree with a profit and loss. */
export function WithoutClosings({ className, closing, onChange }: WithoutClosingsProps) {
  return (
    <Switch
      className={className}
      label="Without year-end closings"
      checked={closing !== undefined}
      onChange={(event) =>
        onChange({ closing: event.currentTarget.checked ? "without" : undefined })
      }
    />
  );
}

type RecordedNoteProps = {
  recorded: string | undefined;
  tenantId: number;
  /** The filters of the books shown, which also apply to the changes. */
  narrowed?: Parameters<typeof changesLink>[2];
  /** Whether the books are shown as they are, with what was recorded later marked. */
  asItIs?: boolean;
};

/** Shows that a report is as of an earlier moment, and links to the changes since. */
export function RecordedNote({ recorded, tenantId, narrowed, asItIs = false }: RecordedNoteProps) {
  if (recorded === undefined) return null;
  const moment = formatMoment(new Date(recorded));
  return (
    <Notice
      title={
        asItIs ? `Marked: what was recorded after ${moment}` : `The books as recorded at ${moment}`
      }
    >
      {asItIs
        ? "The books are shown as they are. What was moved or taken out since stands only in them as they were."
        : "What was recorded later is left out, and what was edited later counts as it did then."}{" "}
      <TextLink underline="always" {...changesLink(tenantId, recorded, narrowed)}>
        What changed since
      </TextLink>
    </Notice>
  );
}
